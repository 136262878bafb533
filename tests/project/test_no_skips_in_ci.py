"""In CI a skipped test is a failure."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SKIPS = {
    "a test that skips itself": "import pytest\ndef test_it():\n    pytest.skip('no need')\n",
    "a module that skips itself": "import pytest\npytest.importorskip('no_such_module')\n",
}


def exit_code(folder: Path, source: str, **environment: str) -> int:
    """That of pytest over a folder with this one test file and the project's conftest."""
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(source)
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes time to load
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    ran = subprocess.run(command, cwd=folder, env=kept | environment, capture_output=True)
    return ran.returncode


@pytest.mark.parametrize("source", SKIPS.values(), ids=SKIPS.keys())
def test_a_skip_is_a_failure_in_ci(source: str, tmp_path: Path) -> None:
    assert exit_code(tmp_path, source, CI="true") in (pytest.ExitCode.TESTS_FAILED, 2)


def test_a_skip_is_only_a_skip_elsewhere(tmp_path: Path) -> None:
    assert exit_code(tmp_path, SKIPS["a test that skips itself"]) == pytest.ExitCode.OK


NO_RAY = (
    "import sys\nsys.path_importer_cache.clear()\nsys.modules.pop('ray', None)\n"
    "import importlib.util, pytest\n"
    "found = importlib.util.find_spec\n"
    "importlib.util.find_spec = lambda name: None if name == 'ray' else found(name)\n"
    "class Hidden:\n"
    "    def find_spec(self, name, *_):\n"
    "        if name == 'ray':\n"
    "            raise ModuleNotFoundError(\"No module named 'ray'\")\n"
    "sys.meta_path.insert(0, Hidden())\n"
)


def test_what_needs_an_extra_that_ci_does_not_install_may_be_skipped(tmp_path: Path) -> None:
    source = NO_RAY + "def test_it():\n    pytest.importorskip('ray')\n"
    assert exit_code(tmp_path, source, CI="true") == pytest.ExitCode.OK


def test_a_test_cannot_skip_itself_by_naming_an_extra(tmp_path: Path) -> None:
    source = NO_RAY + "def test_it():\n    pytest.skip('ray is not needed')\n"
    assert exit_code(tmp_path, source, CI="true") == pytest.ExitCode.TESTS_FAILED


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert False\n"
    assert exit_code(tmp_path, source, CI="true") == pytest.ExitCode.OK

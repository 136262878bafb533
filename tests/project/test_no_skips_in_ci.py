"""In CI a skipped test is a failure."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
OPTIONS = tomllib.loads((CONFTEST.parents[1] / "pyproject.toml").read_text("utf-8"))["tool"][
    "pytest"
]["ini_options"]["addopts"].split()
SKIPS = {
    "a test that skips itself": "import pytest\ndef test_it():\n    pytest.skip('no need')\n",
    "a module that skips itself": "import pytest\npytest.importorskip('no_such_module')\n",
}


def run_tests(
    folder: Path, source: str, *options: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run pytest over a folder with this one test file and the project's conftest."""
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(source)
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    kept["PYTHONPATH"] = str(CONFTEST.parents[1])  # the conftest names games of the tests
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes time to load
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize("source", SKIPS.values(), ids=SKIPS.keys())
def test_a_skip_is_a_failure_in_ci(source: str, tmp_path: Path) -> None:
    ran = run_tests(tmp_path, source, CI="true")
    assert ran.returncode in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


def test_a_skip_is_only_a_skip_elsewhere(tmp_path: Path) -> None:
    ran = run_tests(tmp_path, SKIPS["a test that skips itself"])
    assert ran.returncode == pytest.ExitCode.OK


def test_what_is_skipped_for_want_of_a_package_names_it(tmp_path: Path) -> None:
    source = SKIPS["a module that skips itself"] + "def test_it():\n    pass\n"
    ran = run_tests(tmp_path, source, *OPTIONS)
    assert ran.returncode == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "could not import 'no_such_module'" in ran.stdout


def test_an_expected_failure_is_no_skip(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert False\n"
    assert run_tests(tmp_path, source, CI="true").returncode == pytest.ExitCode.OK

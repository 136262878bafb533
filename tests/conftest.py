"""Fixtures for all tests: a separate cache and folder for saved matches; no skips in CI."""

import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("ludotheque.checks")
pytest_plugins = ["ludotheque.checks.plugin"]

# Timing never fails a test: the machine may be busy.
settings.register_profile("ludotheque", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ludotheque")


def pytest_configure() -> None:
    """The house tests check these games too: they are no part of the program."""
    from ludotheque.checks.plugin import MORE_GAMES, TEST_FOLDERS
    from tests.outside.fourfall import GAME as FOURFALL
    from tests.outside.pig import GAME as PIG
    from tests.project.pebbles import GAME as PEBBLES

    MORE_GAMES["contract"] = [PEBBLES, PIG, FOURFALL]
    MORE_GAMES["modes_agree"] = [PEBBLES]
    MORE_GAMES["folder"] = [PIG, FOURFALL]
    TEST_FOLDERS.append(Path(__file__).parent / "games")


#: Files that take long come first, so that no worker is left alone with one at the end.
LONGEST_FIRST = (
    "tests/browser",
    "tests/nodes",
    "tests/bots",
    "tests/core/test_house_modes.py",
    "tests/review",
    "tests/arena",
    "tests/soak",
    "tests/store",
    "tests/cli",
    "tests/web",
    "tests/project",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        began = (n for n, path in enumerate(LONGEST_FIRST) if item.nodeid.startswith(path))
        return next(began, len(LONGEST_FIRST))

    items.sort(key=place)


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the user is read or written. All workers share one cache of compiled code: the
    one that `tests.precompile` has filled, if it is named, else one of the session's own."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    cache = os.environ.get("LUDOTHEQUE_TEST_CACHE") or str(shared / "compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_CACHE", cache)
        patch.setenv("LUDOTHEQUE_CHILD_COMPILER", "0")  # it would compile beside every test
        patch.setenv("LUDOTHEQUE_DATA", str(tmp_path_factory.mktemp("data")))
        patch.delenv("LUDOTHEQUE_DATABASE", raising=False)
        yield


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody can pass through, and only its owner can write in."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made)
        path.chmod(0o755)
        yield path


def forbid_skipping(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where everything must run (CI is set), what was skipped has failed."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be skipped: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    forbid_skipping(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    forbid_skipping(report)
    return report

"""What all tests share: a cache and a place for saved matches of their own; no skips in CI."""

import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the user is read or written; each mode of each game is compiled once a session,
    by one of the workers for all."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_CACHE", str(shared / "compiled"))
        patch.setenv("LUDOTHEQUE_DATA", str(tmp_path_factory.mktemp("data")))
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

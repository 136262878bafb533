"""The integrity check at the start: SQLite's `quick_check`, in a thread of its own.

It reads the whole database, which takes about two seconds for each gigabyte from a good disk, and
much longer from a slow one. Opening waits for it a few seconds; a larger database is opened
meanwhile, and if it turns out to be damaged, nothing more is written.
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .errors import DatabaseDamaged, error_name, reason
from .folder import DATABASE, size_of, wal_files

PATIENCE = 4.0  # seconds that opening waits for the check
LARGE = 64 * 2**20  # bytes of a database whose check would hold up the start
PATIENCE_IF_LARGE = 0.3
HEADING = "*** in database main ***"
INSTRUCTIONS = 100_000  # of SQLite's virtual machine, between two looks at whether to stop


class IntegrityCheck:
    """`quick_check` of one database, begun at once."""

    def __init__(self, path: Path) -> None:
        self.problem: str | None = None  # what is wrong, as far as it is known
        self._path = path
        self._tell: Callable[[str], None] | None = None
        self._stopping = False
        self._telling = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="integrity check", daemon=True)
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the check, so many seconds at most; whether it is done."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def on_problem(self, tell: Callable[[str], None]) -> None:
        """Call a function with the problem, now or when it is found."""
        with self._telling:
            self._tell = tell
            if self.problem is not None:
                tell(self.problem)

    def stop(self) -> None:
        """Give the check up, as far as it is not done."""
        self._stopping = True
        self._thread.join()

    def _run(self) -> None:
        found = problem_of(self._path, lambda: self._stopping)
        with self._telling:
            self.problem = found
            if found is not None and self._tell is not None:
                self._tell(found)


def patience_for(path: Path) -> float:
    """How long opening waits: a small database is checked at once, and nobody waits for a large."""
    return PATIENCE if size_of(path) < LARGE else PATIENCE_IF_LARGE


def check_log_has_database(folder: Path) -> None:
    """DatabaseDamaged for a log without its database: SQLite would delete it."""
    path = folder / DATABASE
    log = wal_files(path)[0]
    if size_of(log) and not size_of(path):
        raise DatabaseDamaged(folder, f"{path.name} is not there, but {log.name} is")


def problem_of(
    path: Path, stopping: Callable[[], bool] = lambda: False, check: str = "quick_check"
) -> str | None:
    """The first thing that is wrong with a database; None if nothing is, or the check was stopped.

    A disk that cannot be read is a problem too; a database that is locked is not.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.set_progress_handler(lambda: int(stopping()), INSTRUCTIONS)
            found = connection.execute(f"PRAGMA {check}(1)").fetchall()
    except sqlite3.Error as problem:
        harmless = error_name(problem) in ("SQLITE_INTERRUPT", "SQLITE_BUSY", "SQLITE_CANTOPEN")
        return None if harmless else reason(problem)
    if found == [("ok",)]:
        return None
    return str(found[0][0]).removeprefix(HEADING).strip().partition("\n")[0]

"""The high-water mark: which commit was confirmed last, in a small file beside the database.

After a crash the last commits are only in SQLite's write-ahead log. If that file is removed, or an
older copy of the database is put in its place, SQLite opens what is left without a word. So every
transaction counts itself in the database, and after it has been committed its number is written
here. A database with a smaller number has lost commits.

The mark is not flushed to disk: that would double the cost of a commit. After a power cut it may be
older than the database, never newer, so it never reports a loss that did not happen.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select, update

from .errors import CommitsLost, DatabaseGone, StoreError
from .folder import PRIVATE_FILE
from .schema import counter

FILE = "matches.commits"
SIZE = 160  # bytes, always: it is overwritten in place


@dataclass(frozen=True)
class Mark:
    """A database, by its random name, and a number of commits."""

    database: str
    commits: int
    when: str = ""

    @property
    def when_text(self) -> str:
        """The time of the last commit, as people read it."""
        return datetime.fromisoformat(self.when).astimezone().strftime("%Y-%m-%d %H:%M:%S")


class Watermark:
    """Counts commits in the database, and in the open file of the mark.

    Where that file cannot be written, playing goes on, and a loss would not be noticed.
    """

    def __init__(self, folder: Path, found: Mark) -> None:
        self._database = found.database
        self._commits = found.commits
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(folder / FILE, os.O_CREAT | os.O_RDWR, PRIVATE_FILE)
        self._write()

    def count(self, connection: Connection) -> None:
        """Count the transaction in the database, before it is committed."""
        connection.execute(update(counter).values(commits=self._commits + 1))

    def confirm(self) -> None:
        """The transaction is on disk."""
        self._commits += 1
        self._write()

    def _write(self) -> None:
        if self._file is None:
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        text = json.dumps({"database": self._database, "commits": self._commits, "when": now})
        with suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, text.ljust(SIZE - 1).encode() + b"\n")

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def count_in(connection: Connection) -> Mark:
    """What a database says of itself."""
    return Mark(*connection.execute(select(counter.c.database, counter.c.commits)).one())


def compare(folder: Path, left: Mark | None, found: Mark) -> StoreError | None:
    """What is missing from the database that was found, by the mark that was left; else None."""
    if left is None or left.commits == 0:
        return None
    if left.database != found.database:
        return DatabaseGone(folder, left.when_text)
    if left.commits > found.commits:
        return CommitsLost(folder, left.commits - found.commits, left.when_text)
    return None


def read_mark(folder: Path) -> Mark | None:
    """The mark that the last process has left; None if there is none that can be read."""
    try:
        kept = json.loads((folder / FILE).read_bytes())
        mark = Mark(str(kept["database"]), int(kept["commits"]), str(kept["when"]))
        datetime.fromisoformat(mark.when)
    except (OSError, ValueError, TypeError, LookupError):
        return None
    return mark

"""SQLite as the store's database: the files are watched, and commits leave a mark beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine

from .backend import BatchStatements, Rows
from .database import checkpoint
from .errors import StoreFailed
from .file_watch import FileWatch
from .watermark import Watermark


def as_json(rows: Rows) -> tuple[str]:
    """All rows in one JSON text: with `executemany`, Python's lock would change hands at each."""
    return (msgspec.json.encode(rows).decode(),)


STATEMENTS = BatchStatements(
    lengthen=(
        "UPDATE matches SET version = value ->> 1, result = value ->> 2, updated = value ->> 3"
        " FROM json_each(?)"
        " WHERE number = value ->> 0 AND version = value ->> 4 AND result IS NULL"
    ),
    keep="UPDATE matches SET private = value ->> 1 FROM json_each(?) WHERE number = value ->> 0",
    insert=(
        "INSERT INTO events (match, number, line, command)"
        " SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)"
    ),
    show=(
        "INSERT INTO shown (match, version, events, kind, seconds, calls, due)"
        " SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,"
        " (julianday('now') - 2440587.5) * 86400.0 + (value ->> 6) FROM json_each(?)"
    ),
    parameters=as_json,
)


class SqliteBackend:
    """The database of a data folder."""

    statements = STATEMENTS
    node = None  # one process owns the folder

    def __init__(self, folder: Path, engine: Engine, watermark: Watermark, files: FileWatch):
        self.place = folder
        self._engine = engine
        self._watermark = watermark
        self._files = files
        self._replaced: StoreFailed | None = None

    def transaction(self, waiting: Callable[[], bool]) -> AbstractContextManager[Connection]:
        """SQLite always knows whether a commit has failed."""
        return self._engine.begin()

    def seal(self, connection: Connection, match_ids: Callable[[], Iterable[str]]) -> None:
        self._watermark.count(connection)

    def confirm(self) -> None:
        """The files may be replaced while they are written, and then the changes are confirmed only
        if they could still be saved."""
        if self._replaced is not None and not self._files.database_is_there:
            raise self._replaced
        self._watermark.confirm()

    def problem(self) -> StoreFailed | None:
        """An error if the database's files are not those that were opened.

        A log that was removed is still open here: what is in it is copied into the database.
        """
        if self._replaced is None:
            replaced = self._files.replaced
            if replaced is not None:
                saved = checkpoint(self._engine)
                self._replaced = self._files.error(replaced, saved=saved)
        return self._replaced

    def failed(self) -> None:
        checkpoint(self._engine)  # the write-ahead log may be what fills a full disk

    def close(self) -> None:
        self._watermark.close()
        self._engine.dispose()

"""What the store needs of a kind of database, beside the statements that all of them understand.

There are two: SQLite in a file of the data folder (`sqlite_backend`), and a PostgreSQL server
(`postgres`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection

from .errors import StoreFailed

Rows = Sequence[tuple[Any, ...]]
Place = Path | str  # where matches are, as errors name it: a folder, or an address without password


class BatchStatements(NamedTuple):
    """The statements that write what a commit appends, each for any number of rows."""

    lengthen: str  # rows of (match, version, result, updated, version before)
    keep: str  # rows of (match, private)
    insert: str  # rows of (match, number, line, id of the command)
    show: str  # rows of (match, version, events, kind, seconds, calls, seconds until it is due)
    parameters: Callable[[Rows], tuple[Any, ...]]  # how rows are handed over


class Backend(Protocol):
    """A database that one writer has open."""

    @property
    def place(self) -> Place: ...

    @property
    def statements(self) -> BatchStatements: ...

    @property
    def node(self) -> str | None:
        """The name under which this process owns matches; None where nobody else can."""

    def transaction(self, waiting: Callable[[], bool]) -> AbstractContextManager[Connection]:
        """A transaction. When it is left, it is committed; if it raises, nothing was written.

        While it is not known which of the two is true, `waiting` is called again and again, until
        it says that nobody waits any more.
        """

    def seal(self, connection: Connection, match_ids: Callable[[], Iterable[str]]) -> None:
        """The last statement of a transaction, by which it is known later. These matches have
        changed: others are told."""

    def confirm(self) -> None:
        """A sealed transaction was committed; StoreFailed if it is nevertheless lost."""

    def problem(self) -> StoreFailed | None:
        """Why nothing may be written any more; asked before each commit, and now and then."""

    def failed(self) -> None:
        """A transaction has failed: make room, if that helps."""

    def close(self) -> None: ...

"""The changes of one transaction. Appended events, which are nearly all that is ever written, are
collected and written with three statements, however many matches they belong to. Each kind of
database has its own (`backend.BatchStatements`).

The rows of matches that are being played are kept in memory, since this is the only writer. They
are trusted no further than the database agrees: each row is updated on condition that its version
is still the one that was known (compare-and-swap).
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from . import changes
from .backend import BatchStatements, Rows
from .changes import Append, Change, MatchRow, check_append, find_match
from .errors import NoMatch, StoreError

MOST_KNOWN = 20_000  # rows kept in memory, about 200 bytes each


class Lengthened(NamedTuple):
    """A match that has become longer: its row before this batch, and its version and result now."""

    before: int
    version: int
    result: str | None


class RowsChanged(Exception):
    """The database has other rows than those that were known: somebody else has changed it."""


class KnownRows:
    """The rows of matches as they are after the last commit; empty after one that failed."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}

    def get(self, match_id: str) -> MatchRow | None:
        return self._rows.get(match_id)

    def put(self, match_id: str, row: MatchRow) -> None:
        if len(self._rows) >= MOST_KNOWN:
            self._rows.clear()
        self._rows[match_id] = row

    def forget(self, match_id: str | None = None) -> None:
        """Forget one row, or all of them."""
        if match_id is None:
            self._rows.clear()
        else:
            self._rows.pop(match_id, None)


class Batch:
    """Changes that are being made in one transaction, in order."""

    def __init__(
        self, connection: Connection, known: KnownRows, statements: BatchStatements
    ) -> None:
        self._connection = connection
        self._statements = statements
        self._known = known
        self._lengthened: dict[int, Lengthened] = {}  # by the match's number in the table
        self._private: dict[int, str] = {}  # likewise
        self._events: list[tuple[int, int, str]] = []

    def refusal(self, change: Change) -> StoreError | None:
        """Make a change; the reason why it is refused, or None."""
        try:
            if isinstance(change, Append):
                self._append(change)
            else:
                self.flush()
                self._known.forget(getattr(change, "match_id", None))
                change.execute(self._connection)
        except StoreError as problem:
            return problem
        return None

    def _append(self, change: Append) -> None:
        row = self._known.get(change.match_id) or find_match(self._connection, change.match_id)
        if row is None:
            raise NoMatch(change.match_id)
        check_append(change, row)
        number, version = row.number, row.version + len(change.event_texts)
        known = self._lengthened.get(number)
        before = row.version if known is None else known.before
        self._lengthened[number] = Lengthened(before, version, change.result)
        self._events += [
            (number, place, text)
            for place, text in enumerate(change.event_texts, change.first_number)
        ]
        if change.private is not None:
            self._private[number] = change.private
        self._known.put(change.match_id, MatchRow(number, version, change.result))

    def flush(self) -> None:
        """Write what was collected; RowsChanged if the database is not as it was known."""
        now = changes.timestamp() if self._lengthened else ""
        lengthened = [
            (number, row.version, row.result, now, row.before)
            for number, row in self._lengthened.items()
        ]
        if self._write(self._statements.lengthen, lengthened) != len(lengthened):
            raise RowsChanged
        self._write(self._statements.insert, self._events)
        self._write(self._statements.keep, list(self._private.items()))
        self._lengthened, self._private, self._events = {}, {}, []

    def _write(self, statement: str, rows: Rows) -> int:
        if not rows:
            return 0
        parameters = self._statements.parameters(rows)
        return self._connection.exec_driver_sql(statement, parameters).rowcount

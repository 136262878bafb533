"""The changes of one transaction. Appended events, which are nearly all that is ever written, are
collected and written with a few statements, however many matches they belong to. Each kind of
database has its own (`backend.BatchStatements`).

The rows of matches that are being played are kept in memory, since this process owns them. They are
trusted no further than the database agrees: each row is updated on condition that its version is
still the one that was known, and its owner this process (compare-and-swap). If one is not, all of
them are read again and locked, so that only the changes to that one are refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from . import changes
from .backend import BatchStatements, Rows
from .changes import FIND, LOCK, Append, Change, MatchRow, check_append, find_own
from .errors import StoreError
from .schema import events

EventRow = tuple[int, int, str, str | None]  # match, number, line, id of the command
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
        self,
        connection: Connection,
        known: KnownRows,
        statements: BatchStatements,
        *,
        careful: bool = False,
    ) -> None:
        """`careful`: rows are locked when they are read, and ids of commands are looked up."""
        self._connection = connection
        self._careful = careful
        self._statements = statements
        self._known = known
        self._lengthened: dict[int, Lengthened] = {}  # by the match's number in the table
        self._private: dict[int, str] = {}  # likewise
        self._events: list[EventRow] = []
        self._shown: list[tuple[Any, ...]] = []

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
        row = self._known.get(change.match_id)
        if row is None:
            lock = LOCK if self._careful else FIND
            row = find_own(self._connection, change.match_id, lock)
        check_append(change, row)
        number, version = row.number, row.version + len(change.event_texts)
        known = self._lengthened.get(number)
        before = row.version if known is None else known.before
        self._lengthened[number] = Lengthened(before, version, change.result)
        self._events += [
            (number, place, text, None)
            for place, text in enumerate(change.event_texts, change.first_number)
        ]
        if change.command is not None and change.event_texts:
            self._events[-1] = (*self._events[-1][:3], change.command)
        self._shown += [(number, *step) for step in change.shown]
        if change.private is not None:
            self._private[number] = change.private
        self._known.put(change.match_id, MatchRow(number, version, change.result, row.owner))

    def flush(self) -> None:
        """Write what was collected; RowsChanged if the database is not as it was known."""
        now = changes.timestamp() if self._lengthened else ""
        lengthened = [
            (number, row.version, row.result, now, row.before)
            for number, row in self._lengthened.items()
        ]
        if self._write(self._statements.lengthen, lengthened) != len(lengthened):
            raise RowsChanged
        if self._careful:
            self._events = [self._with_new_id(event) for event in self._events]
        self._write(self._statements.insert, self._events)
        self._write(self._statements.keep, list(self._private.items()))
        self._write(self._statements.show, self._shown)
        self._lengthened, self._private, self._events, self._shown = {}, {}, [], []

    def _with_new_id(self, event: EventRow) -> EventRow:
        """The event; without its command's id if that was used before: it names the first."""
        match, number, line, command = event
        if command is None:
            return event
        used = select(events.c.number).where(events.c.match == match, events.c.command == command)
        known = self._connection.execute(used).first() is not None
        return (match, number, line, None if known else command)

    def _write(self, statement: str, rows: Rows) -> int:
        if not rows:
            return 0
        parameters = self._statements.parameters(rows)
        return self._connection.exec_driver_sql(statement, parameters).rowcount

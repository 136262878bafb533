"""The changes of one transaction. Appended events, which are nearly all that is ever written, are
collected and written with a few `executemany`, however many matches they belong to.

The rows of matches that are being played are kept in memory, since this is the only writer. They
are trusted no further than the database agrees: each row is updated on condition that its version
is still the one that was known (compare-and-swap).
"""

from __future__ import annotations

from sqlalchemy import Connection, Executable, bindparam, insert, update

from . import changes
from .changes import Append, Change, MatchRow, check_append, find_match
from .errors import NoMatch, StoreError
from .schema import events, matches

MOST_KNOWN = 20_000  # rows kept in memory, about 200 bytes each

LENGTHEN = (
    update(matches)
    .where(matches.c.number == bindparam("match_number"))
    .where(matches.c.version == bindparam("version_before"))
    .where(matches.c.result.is_(None))
    .values(version=bindparam("version"), result=bindparam("result"), updated=bindparam("updated"))
)
KEEP = (
    update(matches)
    .where(matches.c.number == bindparam("match_number"))
    .values(private=bindparam("private"))
)
INSERT = insert(events)

Values = dict[str, object]


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

    def __init__(self, connection: Connection, known: KnownRows) -> None:
        self._connection = connection
        self._known = known
        self._lengthened: dict[int, Values] = {}  # by the match's number in the table
        self._private: dict[int, Values] = {}
        self._events: list[Values] = []

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
        before = self._lengthened.get(number)
        self._lengthened[number] = {
            "match_number": number,
            "version_before": row.version if before is None else before["version_before"],
            "version": version,
            "result": change.result,
        }
        self._events += [
            {"match": number, "number": place, "line": text}
            for place, text in enumerate(change.event_texts, change.first_number)
        ]
        if change.private is not None:
            self._private[number] = {"match_number": number, "private": change.private}
        self._known.put(change.match_id, MatchRow(number, version, change.result))

    def flush(self) -> None:
        """Write what was collected; RowsChanged if the database is not as it was known."""
        now = changes.timestamp() if self._lengthened else None
        for values in self._lengthened.values():
            values["updated"] = now
        changed = self._write(LENGTHEN, list(self._lengthened.values()))
        if changed != len(self._lengthened):
            raise RowsChanged
        self._write(INSERT, self._events)
        self._write(KEEP, list(self._private.values()))
        self._lengthened, self._private, self._events = {}, {}, []

    def _write(self, statement: Executable, rows: list[Values]) -> int:
        return self._connection.execute(statement, rows).rowcount if rows else 0

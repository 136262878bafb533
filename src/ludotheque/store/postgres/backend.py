"""PostgreSQL as the store's database: one session writes, and is made anew when it was cut.

A commit whose answer was lost has happened or not. That is found out before anybody is answered:
every transaction counts itself in the database, and a new session reads the number. It has the
lock, so the old session is over, and the number is final.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from ..backend import BatchStatements, Rows
from ..errors import (
    CommitUnknown,
    DatabaseChanged,
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreUnreachable,
    is_lost_connection,
)
from ..watermark import count_in
from .address import shown
from .session import bring_up_to_date, close_session, open_session

PAUSE = 0.25  # seconds between two attempts to reach the server
IDLE = 5.0  # seconds after which it is asked whether the session is still there
COUNT = "UPDATE counter SET commits = commits + 1 RETURNING commits"


def as_columns(rows: Rows) -> tuple[list[object], ...]:
    """The rows as one array for each column."""
    return tuple(map(list, zip(*rows, strict=True)))


STATEMENTS = BatchStatements(
    lengthen=(
        "UPDATE matches SET version = new.version, result = new.result, updated = new.updated"
        " FROM unnest(%s::integer[], %s::integer[], %s::text[], %s::text[], %s::integer[])"
        " AS new (number, version, result, updated, before)"
        " WHERE matches.number = new.number AND matches.version = new.before"
        " AND matches.result IS NULL"
    ),
    keep=(
        "UPDATE matches SET private = new.private"
        " FROM unnest(%s::integer[], %s::text[]) AS new (number, private)"
        " WHERE matches.number = new.number"
    ),
    insert=(
        "INSERT INTO events (match, number, line)"
        " SELECT * FROM unnest(%s::integer[], %s::integer[], %s::text[])"
    ),
    parameters=as_columns,
)


class PostgresBackend:
    """A database that this process owns."""

    statements = STATEMENTS

    def __init__(self, url: URL, tell: Callable[[StoreError], None] | None = None) -> None:
        """StoreBusy, StoreNewer, or an error of the database, if it cannot be opened."""
        self.place = shown(url)
        self._url = url
        self._tell = tell  # called once for each time that the server is out of reach
        self._told = False
        self._session: Connection | None = open_session(url)
        self._used = time.monotonic()
        self._try_again = 0.0
        try:
            found = bring_up_to_date(self._session, url)
        except BaseException:
            self._drop()
            raise
        self._database, self._commits = found.database, found.commits
        self._counted = False
        self._changed: StoreFailed | None = None

    @contextmanager
    def transaction(self, waiting: Callable[[], bool]) -> Iterator[Connection]:
        session = self._connected()
        self._counted = False
        try:
            transaction = session.begin()
            yield session
        except BaseException as problem:
            self._undo(session)
            if isinstance(problem, Exception) and is_lost_connection(problem):
                raise StoreUnreachable(self.place, problem) from problem
            raise
        try:
            transaction.commit()
        except SQLAlchemyError as problem:
            self._drop()
            self._find_out(problem, waiting)

    def count(self, connection: Connection) -> None:
        found = connection.exec_driver_sql(COUNT).scalar_one()
        if found != self._commits + 1:
            self._changed = DatabaseChanged(self.place)
            raise self._changed
        self._counted = True

    def confirm(self) -> None:
        self._commits += 1
        self._used = time.monotonic()

    def problem(self) -> StoreFailed | None:
        """While nothing is written, too, a lost session is made anew: another process might take
        the database meanwhile."""
        with suppress(StoreFailed):
            if time.monotonic() - self._used > IDLE:
                self._ping(self._connected())
        return self._changed

    def failed(self) -> None:
        """Nothing helps here."""

    def close(self) -> None:
        if self._session is not None:
            close_session(self._session)
            self._session = None

    def _connected(self) -> Connection:
        """The session; a new one if it was lost. StoreUnreachable if there can be none now."""
        if self._session is None or self._session.invalidated or self._session.closed:
            self._reconnect(self._commits)
        assert self._session is not None
        return self._session

    def _ping(self, session: Connection) -> None:
        """Notice a session that was lost since it was used."""
        try:
            session.exec_driver_sql("SELECT 1")
            session.rollback()
            self._used = time.monotonic()
        except SQLAlchemyError:
            self._reconnect(self._commits)

    def _reconnect(self, *expected: int) -> int:
        """A new session, and how many commits it sees; one of these numbers is expected."""
        self._drop()
        if self._changed is not None:
            raise self._changed
        if time.monotonic() < self._try_again:
            raise StoreUnreachable(self.place)
        try:
            session = open_session(self._url, patience=0)
            found = count_in(session)
            session.rollback()
        except (SQLAlchemyError, StoreBusy) as problem:
            self._try_again = time.monotonic() + PAUSE
            unreachable = StoreUnreachable(self.place, problem)
            self._tell_once(unreachable)
            raise unreachable from problem
        self._session, self._told, self._used = session, False, time.monotonic()
        if found.database != self._database or found.commits not in expected:
            self._changed = DatabaseChanged(self.place)
            self._drop()
            raise self._changed
        return found.commits

    def _find_out(self, problem: Exception, waiting: Callable[[], bool]) -> None:
        """Return if the transaction was committed; StoreUnreachable if it was not."""
        while True:
            try:
                found = self._reconnect(self._commits, self._commits + 1)
            except StoreUnreachable:
                if not waiting():
                    raise CommitUnknown(self.place) from problem
                time.sleep(PAUSE / 5)
                continue
            if found == self._commits or not self._counted:
                raise StoreUnreachable(self.place, problem) from problem
            return

    def _undo(self, session: Connection) -> None:
        """Roll back. If that fails, the session is of no more use, and its end rolls back."""
        try:
            session.rollback()
        except SQLAlchemyError:
            self._drop()
        else:
            if session.invalidated:
                self._drop()

    def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                session.invalidate()
            with suppress(SQLAlchemyError):
                session.close()

    def _tell_once(self, problem: StoreError) -> None:
        if not self._told and self._tell is not None:
            self._told = True
            self._tell(problem)

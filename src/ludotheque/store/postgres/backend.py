"""PostgreSQL as the store's database: one session of this process writes, and is made anew when it
was cut.

A commit whose answer was lost has happened or not. That is found out before anybody is answered:
every transaction counts itself in this process's own row of `writers`, as its last statement, and a
new session reads the number. It locks the row, so it waits until the old transaction has ended one
way or the other. (PostgreSQL's transaction ids would not do: a crash may give one out twice.)
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

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
from .address import shown
from .session import close_session, end_process, name_of, open_session, server_process

PAUSE = 0.25  # seconds between two attempts to reach the server
IDLE = 5.0  # seconds after which it is asked whether the session is still there
ENTER = (
    "INSERT INTO writers (node, commits, opened) VALUES"
    " (%s, 0, extract(epoch FROM clock_timestamp())::double precision)"
)
LEAVE = "DELETE FROM writers WHERE node = %s"
SEAL = "UPDATE writers SET commits = %s WHERE node = %s RETURNING 1"
CONFIRMED = "SELECT commits FROM writers WHERE node = %s"
COMMITS = f"{CONFIRMED} FOR UPDATE"
CHANNEL = "ludotheque"  # of the notifications that matches have changed
MOST_NOTIFIED = 7_900  # bytes of one notification; PostgreSQL takes 8,000
NODE_BYTES = 8


def as_columns(rows: Rows) -> tuple[list[object], ...]:
    """The rows as one array for each column."""
    return tuple(map(list, zip(*rows, strict=True)))


STATEMENTS = BatchStatements(
    lengthen=(
        "UPDATE matches SET version = new.version, result = new.result, updated = new.updated"
        " FROM unnest(%s::integer[], %s::integer[], %s::text[], %s::text[], %s::integer[])"
        " AS new (number, version, result, updated, before)"
        " WHERE matches.number = new.number AND matches.version = new.before"
        " AND matches.result IS NULL AND matches.owner = current_setting('ludotheque.node')"
    ),
    keep=(
        "UPDATE matches SET private = new.private"
        " FROM unnest(%s::integer[], %s::text[]) AS new (number, private)"
        " WHERE matches.number = new.number"
    ),
    insert=(
        "INSERT INTO events (match, number, line, command)"
        " SELECT * FROM unnest(%s::integer[], %s::integer[], %s::text[], %s::text[])"
    ),
    show=(
        "INSERT INTO shown (match, version, events, kind, seconds, calls, due)"
        " SELECT match, version, events, kind, seconds, calls,"
        " extract(epoch FROM clock_timestamp())::double precision + delay"
        " FROM unnest(%s::integer[], %s::integer[], %s::integer[], %s::text[],"
        " %s::double precision[], %s::text[], %s::double precision[])"
        " AS new (match, version, events, kind, seconds, calls, delay)"
    ),
    parameters=as_columns,
)


class PostgresBackend:
    """A database to which this process writes, beside others."""

    statements = STATEMENTS

    def __init__(
        self,
        url: URL,
        tell: Callable[[StoreError], None] | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """StoreBusy, StoreNewer, or an error of the database, if it cannot be opened.

        `alone`: nobody else may have it open.
        """
        self.place = shown(url)
        self.node: str = secrets.token_hex(NODE_BYTES)
        self._url = url
        self._tell = tell  # called once for each time that the server is out of reach
        self._told = False
        self._alone = alone
        self._session: Connection | None = open_session(url, node=self.node, alone=alone)
        self._used = time.monotonic()
        self._try_again = 0.0
        try:
            self._database = name_of(self._session)
            self._process = server_process(self._session)
            self._session.exec_driver_sql(ENTER, (self.node,))
            self._session.commit()
        except BaseException:
            self._drop()
            raise
        self._commits = 0
        self._sealed = False  # the transaction has counted itself
        self._changed: StoreFailed | None = None

    @contextmanager
    def transaction(self, waiting: Callable[[], bool]) -> Iterator[Connection]:
        session = self._connected()
        self._sealed = False
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

    def seal(self, connection: Connection, match_ids: Callable[[], Iterable[str]]) -> None:
        """Count the transaction; with its commit every node is told which matches changed."""
        texts = notifications(self.node, match_ids())
        told = "".join(", pg_notify(%s, %s)" for _ in texts)
        values: list[Any] = [value for text in texts for value in (CHANNEL, text)]
        values = [self._commits + 1, self.node, *values]
        connection.exec_driver_sql(f"{SEAL}{told}", tuple(values)).one()
        self._sealed = True

    def confirm(self) -> None:
        self._commits += 1
        self._used = time.monotonic()

    def problem(self) -> StoreFailed | None:
        """While nothing is written, too, a lost session is made anew."""
        with suppress(StoreFailed):
            if time.monotonic() - self._used > IDLE:
                self._ping(self._connected())
        return self._changed

    def failed(self) -> None:
        """Nothing helps here."""

    def close(self) -> None:
        if self._session is not None:
            with suppress(SQLAlchemyError):
                self._session.exec_driver_sql(LEAVE, (self.node,))
                self._session.commit()
            close_session(self._session)
            self._session = None

    def _connected(self) -> Connection:
        """The session; a new one if it was lost. StoreUnreachable if there can be none now."""
        session = self._session
        if session is None or session.invalidated or session.closed:
            return self._reconnect()
        return session

    def _ping(self, session: Connection) -> None:
        """Notice a session that was lost since it was used."""
        try:
            session.exec_driver_sql("SELECT 1")
            session.rollback()
            self._used = time.monotonic()
        except SQLAlchemyError:
            self._reconnect()

    def _reconnect(self) -> Connection:
        """A new session. What is left of the old one is ended, with the rows that it has locked."""
        self._drop()
        if self._changed is not None:
            raise self._changed
        if time.monotonic() < self._try_again:
            raise StoreUnreachable(self.place)
        try:
            session = open_session(self._url, patience=0, node=self.node, alone=self._alone)
            is_same = name_of(session) == self._database and self._has_confirmed(session)
            end_process(session, self._process)
            self._process = server_process(session)
        except (SQLAlchemyError, StoreBusy) as problem:
            self._try_again = time.monotonic() + PAUSE
            unreachable = StoreUnreachable(self.place, problem)
            self._tell_once(unreachable)
            raise unreachable from problem
        self._session, self._told, self._used = session, False, time.monotonic()
        if not is_same:
            self._changed = DatabaseChanged(self.place)
            self._drop()
            raise self._changed
        return session

    def _has_confirmed(self, session: Connection) -> bool:
        """Whether all transactions are there that were confirmed; an older copy lacks some."""
        found = session.exec_driver_sql(CONFIRMED, (self.node,)).scalar()
        session.rollback()
        return found is not None and found >= self._commits

    def _find_out(self, problem: Exception, waiting: Callable[[], bool]) -> None:
        """Return if the transaction was committed; StoreUnreachable if it was not."""
        while True:
            found = self._counted()
            if found == self._commits + 1 and self._sealed:
                return
            if found is not None:
                raise StoreUnreachable(self.place, problem) from problem
            if not waiting():
                raise CommitUnknown(self.place) from problem
            time.sleep(PAUSE / 5)

    def _counted(self) -> int | None:
        """How many transactions of this process were committed; None while that is not known."""
        try:
            session = self._connected()
            found: int = session.exec_driver_sql(COMMITS, (self.node,)).scalar_one()
            session.rollback()
        except StoreUnreachable:
            return None
        except SQLAlchemyError:
            self._drop()
            return None
        return found

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


def notifications(node: str, match_ids: Iterable[str]) -> list[str]:
    """What nodes are told of a commit: who has written, and the ids of matches; no more than fits
    into a notification, so that there is seldom more than one."""
    texts: list[str] = []
    line, length = [node], len(node)
    for match_id in match_ids:
        size = 1 + len(match_id.encode())
        if len(node) + size > MOST_NOTIFIED:
            continue  # no server gives such ids
        if length + size > MOST_NOTIFIED and len(line) > 1:
            texts.append(" ".join(line))
            line, length = [node], len(node)
        line.append(match_id)
        length += size
    return [*texts, " ".join(line)] if len(line) > 1 else texts

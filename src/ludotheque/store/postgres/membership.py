"""A process as one of the nodes of a database: it says that it is alive, and hears what changes.

One thread with a session of its own does both: a sign of life every second, and LISTEN in between.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from sqlalchemy import URL, Connection, Engine, NullPool
from sqlalchemy.exc import SQLAlchemyError

from ..leases import BEAT, FORGOTTEN, IS_ALIVE, NOW
from .address import make_engine
from .backend import CHANNEL

PAUSE = 0.2  # seconds between two looks at whether to stop
SAY_ALIVE = (
    f"INSERT INTO nodes (node, address, seen) VALUES (%s, %s, {NOW})"
    " ON CONFLICT (node) DO UPDATE SET address = excluded.address, seen = excluded.seen"
)
FORGET_DEAD = f"DELETE FROM nodes WHERE seen < {NOW} - {FORGOTTEN}"
LEAVE = "DELETE FROM nodes WHERE node = %s"
#: Whoever was at this address before has crashed: nobody need wait for the end of its lease.
FOLLOW_ON = "DELETE FROM nodes WHERE address = %s AND node <> %s"
ALIVE = f"SELECT node, address FROM nodes WHERE {IS_ALIVE}"


class Neighbours(Protocol):
    """What is told of the other nodes, on the thread of the membership."""

    def changed(self, node: str, match_ids: list[str]) -> None:
        """A node has changed these matches."""

    def alive_now(self, nodes: Mapping[str, str]) -> None:
        """These nodes are alive, with their addresses; called with every sign of life."""

    def resumed(self) -> None:
        """Something may have been missed: the session was made anew, or a sign of life was late."""


class Membership:
    """The thread that keeps this process among the nodes."""

    def __init__(
        self, url: URL, node: str, address: str, neighbours: Neighbours, late: float
    ) -> None:
        """`late`: seconds without a sign of life after which others may have taken matches over.

        It is a node when this returns; SQLAlchemyError if the database cannot be reached.
        """
        self._engine: Engine = make_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._node, self._address, self._neighbours = node, address, neighbours
        self._late = late
        self._last = time.monotonic()
        self._missed = self._caught_up = 0  # how often something may have been missed
        self._stopping = threading.Event()
        session = self._connect()
        session.exec_driver_sql(FORGET_DEAD)
        session.exec_driver_sql(FOLLOW_ON, (address, node))
        self._beat(session)
        self._thread = threading.Thread(
            target=self._run, args=(session,), name="membership", daemon=True
        )
        self._thread.start()

    @property
    def missed(self) -> int:
        """How often something may have been missed."""
        return self._missed

    def caught_up(self, missed: int) -> None:
        """Everything is known that may have been missed so many times."""
        self._caught_up = max(self._caught_up, missed)

    @property
    def is_late(self) -> bool:
        """Whether others may have taken matches over, and this node does not know it."""
        is_silent = time.monotonic() - self._last > self._late
        return is_silent or self._caught_up < self._missed

    def close(self) -> None:
        """Leave: the others may take over at once what this node has owned."""
        self._stopping.set()
        self._thread.join()
        with suppress(SQLAlchemyError), self._engine.connect() as session:
            session.exec_driver_sql(LEAVE, (self._node,))
        self._engine.dispose()

    def _connect(self) -> Connection:
        session = self._engine.connect()
        try:
            session.exec_driver_sql(f"LISTEN {CHANNEL}")
        except BaseException:
            drop(session)
            raise
        return session

    def _run(self, session: Connection | None) -> None:
        while not self._stopping.is_set():
            try:
                if session is None:
                    session = self._connect()
                    self._missed += 1
                    self._beat(session)
                    self._neighbours.resumed()
                self._listen(session)
                self._beat(session)
            except Exception:  # the server is away: matches say so themselves
                if session is not None:
                    drop(session)
                session = None
                self._stopping.wait(PAUSE)
        if session is not None:
            drop(session)

    def _beat(self, session: Connection) -> None:
        now = time.monotonic()  # before it is written, however late the answer comes
        session.exec_driver_sql(SAY_ALIVE, (self._node, self._address))
        alive = session.exec_driver_sql(ALIVE)
        was_late = now - self._last > self._late
        self._missed += was_late  # first: it is late until it has caught up
        self._last = now
        self._neighbours.alive_now({row.node: row.address for row in alive})
        if was_late:
            self._neighbours.resumed()

    def _listen(self, session: Connection) -> None:
        """Hear notifications until the next sign of life is due."""
        driver = session.connection.driver_connection
        end = time.monotonic() + BEAT
        while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
            for notice in driver.notifies(timeout=min(left, PAUSE)):  # type: ignore[union-attr]
                self._hear(notice.payload)

    def _hear(self, text: str) -> None:
        node, *match_ids = text.split(" ")
        self._neighbours.changed(node, match_ids)


def drop(session: Connection) -> None:
    with suppress(SQLAlchemyError):
        session.invalidate()
    with suppress(SQLAlchemyError):
        session.close()

"""The session that writes.

Every process that writes holds one advisory lock together with the others (shared). Whoever
migrates the database, or copies a whole house into it, holds it alone.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import URL, Connection, select
from sqlalchemy.exc import DBAPIError

from ...core.errors import BadOption
from ..changes import NODE
from ..errors import StoreBusy, StoreNewer
from ..migrations import MIGRATIONS, run_migrations
from ..schema import counter
from .address import open_writer, shown

LOCK = int.from_bytes(b"ludothek") >> 1  # any number of ours
PATIENCE = 2.0  # seconds for the session of a process that was just killed to end
PAUSE = 0.05
#: A commit returns after it is on disk; the server notices soon when this process has vanished, or
#: was stopped within a transaction.
SETTINGS = (
    "synchronous_commit = on",
    "idle_in_transaction_session_timeout = '5s'",
    "tcp_keepalives_idle = 10",
    "tcp_keepalives_interval = 5",
    "tcp_keepalives_count = 3",
)
VERSION = "SELECT version FROM schema_version"
#: Which server process serves the session: its number alone is used again.
BACKEND = "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END_BACKEND = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid = %s AND backend_start::text = %s"
)


class ServerProcess(NamedTuple):
    """The process of the database's server that serves a session."""

    pid: int
    start: str


def open_session(
    url: URL, patience: float = PATIENCE, *, node: str = "", alone: bool = False
) -> Connection:
    """Connect and take the lock; StoreBusy if another process prevents it for so many seconds.

    `node` is the name under which the session owns matches.
    """
    connection = open_writer(url).connect()
    try:
        for setting in SETTINGS:
            connection.exec_driver_sql(f"SET {setting}")
        connection.exec_driver_sql("SELECT set_config('ludotheque.node', %s, false)", (node,))
        connection.info[NODE] = node
        check_encoding(connection, url)
        connection.commit()
        migrate(connection, url, patience)
        take_lock(connection, url, patience, alone=alone)
        connection.commit()
    except BaseException:
        connection.invalidate()
        connection.close()
        raise
    return connection


def check_encoding(connection: Connection, url: URL) -> None:
    found = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if found != "UTF8":
        raise BadOption(
            "the database {place} has the encoding {found}; it must be UTF8",
            place=shown(url),
            found=found,
        )


def take_lock(connection: Connection, url: URL, patience: float, *, alone: bool) -> None:
    end = time.monotonic() + patience
    while not try_lock(connection, alone=alone):
        if time.monotonic() >= end:
            raise StoreBusy(shown(url))
        time.sleep(PAUSE)


def try_lock(connection: Connection, *, alone: bool) -> bool:
    function = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    found: bool = connection.exec_driver_sql(f"SELECT {function}({LOCK})").scalar_one()
    return found


def version_of(connection: Connection) -> int:
    """The version of the database's schema; 0 if it has none yet."""
    there = connection.exec_driver_sql("SELECT to_regclass('schema_version')").scalar_one()
    return 0 if there is None else connection.exec_driver_sql(VERSION).scalar_one()


def known_version(connection: Connection, url: URL) -> int:
    """The version of a database's schema; StoreNewer if this program does not know it."""
    found, known = version_of(connection), len(MIGRATIONS)
    if not 0 <= found <= known:
        raise StoreNewer(shown(url), found, known)
    return found


def migrate(connection: Connection, url: URL, patience: float) -> None:
    """Migrate the database if it is of an earlier version, while nobody else has it open.

    Of several processes that start together one does it, and the others wait.
    """
    end = time.monotonic() + patience
    while known_version(connection, url) < len(MIGRATIONS):
        if try_lock(connection, alone=True):
            connection.commit()
            run_missing(connection, url)
            connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
        elif time.monotonic() >= end:
            raise StoreBusy(shown(url))
        else:
            connection.commit()
            time.sleep(PAUSE)
    connection.commit()


def run_missing(connection: Connection, url: URL) -> None:
    """All missing migrations in one transaction."""
    with connection.begin():
        found = known_version(connection, url)
        if found == 0:
            connection.exec_driver_sql("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            connection.exec_driver_sql("INSERT INTO schema_version VALUES (0)")
        run_migrations(connection, found)
        connection.exec_driver_sql(f"UPDATE schema_version SET version = {len(MIGRATIONS)}")


def name_of(connection: Connection) -> str:
    """The random name that the database got when it was made."""
    name: str = connection.execute(select(counter.c.database)).scalar_one()
    connection.rollback()
    return name


def server_process(connection: Connection) -> ServerProcess:
    found = ServerProcess(*connection.exec_driver_sql(BACKEND).one())
    connection.rollback()
    return found


def end_process(connection: Connection, old: ServerProcess) -> None:
    """End an earlier session of ours that may not have noticed yet that it was cut."""
    connection.exec_driver_sql(END_BACKEND, tuple(old))
    connection.rollback()


def close_session(connection: Connection) -> None:
    """End the session, and with it the lock."""
    try:
        connection.close()
    except DBAPIError:
        connection.invalidate()

"""The one session that writes. It owns the database by an advisory lock.

PostgreSQL releases the lock when the session is over, and only after its last transaction has ended
one way or the other. So whoever has the lock sees everything that was ever committed.
"""

from __future__ import annotations

import time

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from ...core.errors import BadOption
from ..errors import StoreBusy, StoreNewer
from ..migrations import MIGRATIONS, run_migrations
from ..watermark import Mark, count_in
from .address import open_writer, shown

LOCK = int.from_bytes(b"ludothek") >> 1  # any number of ours
PATIENCE = 2.0  # seconds for the session of a process that was just killed to end
PAUSE = 0.05
#: A commit returns after it is on disk; the server notices soon when this process has vanished.
SETTINGS = (
    "synchronous_commit = on",
    "tcp_keepalives_idle = 10",
    "tcp_keepalives_interval = 5",
    "tcp_keepalives_count = 3",
)
VERSION = "SELECT version FROM schema_version"


def open_session(url: URL, patience: float = PATIENCE) -> Connection:
    """Connect and take the lock; StoreBusy if another process has it after so many seconds."""
    connection = open_writer(url).connect()
    try:
        for setting in SETTINGS:
            connection.exec_driver_sql(f"SET {setting}")
        check_encoding(connection, url)
        take_lock(connection, url, patience)
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


def take_lock(connection: Connection, url: URL, patience: float) -> None:
    end = time.monotonic() + patience
    while not connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({LOCK})").scalar_one():
        if time.monotonic() >= end:
            raise StoreBusy(shown(url))
        time.sleep(PAUSE)


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


def bring_up_to_date(connection: Connection, url: URL) -> Mark:
    """Migrate the database, all steps in one transaction; what it says of itself."""
    with connection.begin():
        found = known_version(connection, url)
        if found == 0:
            connection.exec_driver_sql("CREATE TABLE schema_version (version INTEGER NOT NULL)")
            connection.exec_driver_sql("INSERT INTO schema_version VALUES (0)")
        if found < len(MIGRATIONS):
            run_migrations(connection, found)
            connection.exec_driver_sql(f"UPDATE schema_version SET version = {len(MIGRATIONS)}")
        return count_in(connection)


def close_session(connection: Connection) -> None:
    """End the session, and with it the lock."""
    try:
        connection.close()
    except DBAPIError:
        connection.invalidate()

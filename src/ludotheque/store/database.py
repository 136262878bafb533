"""SQLite, configured so that commits are durable and reading never waits for writing.

Everything specific to SQLite is here and in `migrations`.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

PATIENCE = 5.0  # seconds to wait for the lock of another process, such as a backup

SAFE = ("synchronous = FULL", "fullfsync = ON")  # a commit returns after it is on disk


def open_writer(path: Path) -> Engine:
    """An engine for writing: every transaction takes the write lock when it begins."""
    return engine(path, "BEGIN IMMEDIATE", "journal_mode = WAL", "foreign_keys = ON", *SAFE)


def open_for_migration(path: Path) -> Engine:
    """An engine without foreign keys: rebuilding a table would delete what refers to it."""
    return engine(path, "BEGIN IMMEDIATE", "journal_mode = WAL", "foreign_keys = OFF", *SAFE)


def open_reader(path: Path) -> Engine:
    """An engine for reading: each transaction sees one snapshot of the database."""
    return engine(path, "BEGIN", "query_only = ON")


def open_readonly(path: Path) -> Engine:
    """An engine that changes nothing, not even by recovering the log of a crashed process."""
    return engine(path, "BEGIN", mode="ro")


def engine(path: Path, begin: str, *pragmas: str, mode: str = "rw") -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}",  # `rw` does not create a missing database
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,  # autocommit: `begin_transaction` sends BEGIN
            check_same_thread=False,
        )
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
        return connection

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    made = create_engine("sqlite://", creator=connect, poolclass=QueuePool, max_overflow=-1)
    event.listen(made, "begin", begin_transaction)
    return made


def checkpoint(writing: Engine) -> bool:
    """Copy the write-ahead log into the database and truncate it; whether all of it was copied."""
    with suppress(SQLAlchemyError, sqlite3.Error), closing(writing.raw_connection()) as raw:
        busy, _, _ = raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False

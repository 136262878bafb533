"""Schema migrations: one function per version.

Migration n (from 1) turns version n - 1 into version n. A released migration is never changed:
further changes are new functions at the end of MIGRATIONS. All migrations that a database needs run
in one transaction; a file of SQLite is backed up beside itself before that. The words in which
kinds of databases differ are in `ddl`.
"""

import filecmp
import itertools
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine

from ..core.atomic import replace_durably
from .database import open_for_migration, open_readonly
from .ddl import words_of
from .errors import StoreNewer
from .folder import PRIVATE_FILE

Migration = Callable[[Connection], None]


def first_schema(connection: Connection) -> None:
    """Version 1."""
    words = words_of(connection)
    connection.exec_driver_sql(f"""
        CREATE TABLE matches (
            number {words.counted} NOT NULL,
            id {words.text} NOT NULL UNIQUE,
            game {words.text} NOT NULL,
            header {words.text} NOT NULL,
            version INTEGER NOT NULL,
            result {words.text},
            created {words.text} NOT NULL,
            updated {words.text} NOT NULL
        )""")
    connection.exec_driver_sql(
        "CREATE INDEX matches_in_progress ON matches (number) WHERE result IS NULL"
    )
    connection.exec_driver_sql(f"""
        CREATE TABLE events (
            match INTEGER NOT NULL,
            number INTEGER NOT NULL,
            line {words.text} NOT NULL,
            PRIMARY KEY (match, number),
            FOREIGN KEY (match) REFERENCES matches (number) ON DELETE CASCADE
        ){words.by_key}""")


def add_private_data(connection: Connection) -> None:
    """Version 2: private data of matches, and the devices that belong to them."""
    words = words_of(connection)
    connection.exec_driver_sql(f"ALTER TABLE matches ADD COLUMN private {words.text}")
    connection.exec_driver_sql(f"""
        CREATE TABLE devices (
            device {words.text} NOT NULL,
            match INTEGER NOT NULL,
            PRIMARY KEY (device, match),
            FOREIGN KEY (match) REFERENCES matches (number) ON DELETE CASCADE
        ){words.by_key}""")
    connection.exec_driver_sql("CREATE INDEX devices_of_match ON devices (match)")


def count_commits(connection: Connection) -> None:
    """Version 3: a random name of the database, and how many transactions it has seen."""
    words = words_of(connection)
    connection.exec_driver_sql(
        f"CREATE TABLE counter (database {words.text} NOT NULL PRIMARY KEY, "
        f"commits {words.large} NOT NULL)"
    )
    connection.exec_driver_sql(f"INSERT INTO counter VALUES ({words.random_name}, 0)")


def add_successors(connection: Connection) -> None:
    """Version 4: which device's name has replaced which."""
    words = words_of(connection)
    connection.exec_driver_sql(f"""
        CREATE TABLE successors (
            device {words.text} NOT NULL,
            previous {words.text} NOT NULL,
            PRIMARY KEY (device)
        ){words.by_key}""")


def add_nodes(connection: Connection) -> None:
    """Version 5: the nodes that share a database and what each of them plays; the ids of commands;
    what was shown of matches with reaction windows."""
    words = words_of(connection)
    connection.exec_driver_sql(f"ALTER TABLE matches ADD COLUMN owner {words.text}")
    connection.exec_driver_sql(f"ALTER TABLE events ADD COLUMN command {words.text}")
    connection.exec_driver_sql(
        "CREATE UNIQUE INDEX events_of_command ON events (match, command) WHERE command IS NOT NULL"
    )
    connection.exec_driver_sql(f"""
        CREATE TABLE nodes (
            node {words.text} NOT NULL PRIMARY KEY,
            address {words.text} NOT NULL,
            seen {words.real} NOT NULL
        )""")
    connection.exec_driver_sql(f"""
        CREATE TABLE writers (
            node {words.text} NOT NULL PRIMARY KEY,
            commits {words.large} NOT NULL,
            opened {words.real} NOT NULL
        )""")
    connection.exec_driver_sql(f"""
        CREATE TABLE shown (
            match INTEGER NOT NULL,
            version INTEGER NOT NULL,
            events INTEGER NOT NULL,
            kind {words.text} NOT NULL,
            seconds {words.real},
            calls {words.text},
            due {words.real} NOT NULL,
            PRIMARY KEY (match, version),
            FOREIGN KEY (match) REFERENCES matches (number) ON DELETE CASCADE
        ){words.by_key}""")
    connection.exec_driver_sql(
        f"ALTER TABLE counter ADD COLUMN secret {words.text} NOT NULL DEFAULT ''"
    )
    connection.exec_driver_sql(
        f"UPDATE counter SET secret = {words.random_name} || {words.random_name}"
    )


MIGRATIONS: tuple[Migration, ...] = (
    first_schema,
    add_private_data,
    count_commits,
    add_successors,
    add_nodes,
)


def bring_up_to_date(path: Path) -> None:
    """Migrate the database, if it is of an earlier version; StoreNewer if it is of a later one."""
    found = known_version(path)
    if found == len(MIGRATIONS):
        return
    engine = open_for_migration(path)
    try:
        if found > 0:
            back_up(engine, path, found)
        with engine.begin() as connection:
            migrate(connection, found)
    finally:
        engine.dispose()


def run_migrations(connection: Connection, found: int) -> None:
    """Those that a database of this version needs, of any kind."""
    for migration in MIGRATIONS[found:]:
        migration(connection)


def migrate(connection: Connection, found: int) -> None:
    run_migrations(connection, found)
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise sqlite3.IntegrityError("a migration has left events without their match")
    connection.exec_driver_sql(f"PRAGMA user_version = {len(MIGRATIONS)}")


def known_version(path: Path) -> int:
    """The version of a database's schema; StoreNewer if this program does not know it."""
    found, known = version_of(path), len(MIGRATIONS)
    if not 0 <= found <= known:
        raise StoreNewer(path.parent, found, known)
    return found


def version_of(path: Path) -> int:
    """The version of a database's schema; 0 for one that has none yet."""
    engine = open_readonly(path)
    try:
        with engine.connect() as connection:
            version: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            return version
    finally:
        engine.dispose()


def back_up(engine: Engine, path: Path, version: int) -> Path:
    """Copy the database to a file beside it. An earlier copy is never overwritten."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        copy(engine, part)
        target = free_path(path, version, part)
        replace_durably(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def copy(engine: Engine, part: Path) -> None:
    """Copy with SQLite's backup API, which includes the write-ahead log."""
    with engine.connect() as connection, closing(sqlite3.connect(part)) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)


def free_path(path: Path, version: int, part: Path) -> Path:
    """A free path, or that of an identical copy, so that repeated failures do not fill the disk."""
    for number in itertools.count(1):
        end = "" if number == 1 else f".{number}"
        place = path.with_name(f"{path.stem}.version-{version}{end}{path.suffix}")
        if not place.exists() or filecmp.cmp(place, part, shallow=False):
            return place
    raise AssertionError("unreachable")

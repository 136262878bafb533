"""From any earlier schema to today's, with a copy of what was there before."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, inspect

from ludotheque.store import migrations
from ludotheque.store.errors import StoreFailed, StoreNewer
from ludotheque.store.folder import DATABASE
from ludotheque.store.migrations import MIGRATIONS, first_schema
from ludotheque.store.schema import metadata
from ludotheque.store.store import Store

from .played_matches import HEADER, draws

TODAY = len(MIGRATIONS)
BACKUP = f"matches.version-{TODAY}.sqlite"


def next_schema(connection: Connection) -> None:
    """Made up: a place for every match, in a table built anew, which events refer to."""
    for statement in (
        "DROP INDEX matches_in_progress",
        "CREATE TABLE moved (number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "
        "id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, header TEXT NOT NULL, "
        "version INTEGER NOT NULL, result TEXT, created TEXT NOT NULL, updated TEXT NOT NULL, "
        "private TEXT, owner TEXT, place TEXT NOT NULL DEFAULT 'the kitchen')",
        "INSERT INTO moved (number, id, game, header, version, result, created, updated, private) "
        "SELECT number, id, game, header, version, result, created, updated, private FROM matches",
        "DROP TABLE matches",
        "ALTER TABLE moved RENAME TO matches",
        "CREATE INDEX matches_in_progress ON matches (number) WHERE result IS NULL",
    ):
        connection.exec_driver_sql(statement)


def failing(connection: Connection) -> None:
    next_schema(connection)
    connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")


def orphaning(connection: Connection) -> None:
    connection.exec_driver_sql("DELETE FROM matches")


def older_schema(connection: Connection) -> None:
    """Made up: what a version before today's could have looked like."""
    connection.exec_driver_sql("CREATE TABLE games (id TEXT PRIMARY KEY, header TEXT)")
    connection.exec_driver_sql("CREATE TABLE happened (id TEXT, number INTEGER, line TEXT)")


def from_older_schema(connection: Connection) -> None:
    first_schema(connection)
    for statement in (
        "INSERT INTO matches (id, game, header, version, created, updated) "
        "SELECT id, 'levelx', header, (SELECT count(*) FROM happened WHERE happened.id = games.id),"
        " '2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00+00:00' FROM games",
        "INSERT INTO events (match, number, line) "
        "SELECT matches.number, happened.number, happened.line "
        "FROM happened JOIN matches USING (id)",
        "DROP TABLE games",
        "DROP TABLE happened",
    ):
        connection.exec_driver_sql(statement)


def know(monkeypatch: pytest.MonkeyPatch, *known: migrations.Migration) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", known)


def asked(path: Path, statement: str) -> Any:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return connection.execute(statement).fetchall()


@pytest.fixture
def of_today(folder: Path) -> Path:
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1, 2)).result()
        store.create("n", HEADER, draws(3)).result()
    return folder


def test_a_fresh_database_has_todays_version(of_today: Path) -> None:
    assert asked(of_today / DATABASE, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert asked(of_today / DATABASE, "PRAGMA journal_mode") == [("wal",)]


def test_the_migrations_make_the_tables_that_the_statements_know(of_today: Path) -> None:
    declared = create_engine("sqlite://")
    metadata.create_all(declared)
    made = create_engine(f"sqlite:///{of_today / DATABASE}")
    assert described(made) == described(declared)
    made.dispose()
    declared.dispose()


def described(engine: Engine) -> dict[str, object]:
    found = inspect(engine)
    return {
        name: (
            [{**column, "type": str(column["type"])} for column in found.get_columns(name)],
            found.get_pk_constraint(name)["constrained_columns"],
            [
                (key["constrained_columns"], key["referred_table"], key["options"])
                for key in found.get_foreign_keys(name)
            ],
            [unique["column_names"] for unique in found.get_unique_constraints(name)],
            [
                (index["name"], index["column_names"], *map(str, index["dialect_options"].values()))
                for index in found.get_indexes(name)
            ],
            options(engine, name),
        )
        for name in found.get_table_names()
    }


def options(engine: Engine, table: str) -> list[bool]:
    with engine.connect() as connection:
        made: str = connection.exec_driver_sql(
            "SELECT sql FROM sqlite_master WHERE name = ?", (table,)
        ).scalar_one()
    return ["AUTOINCREMENT" in made, "WITHOUT ROWID" in made]


def test_an_earlier_database_is_brought_up_to_date(
    of_today: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know(monkeypatch, *MIGRATIONS, next_schema)
    with Store.open(of_today) as store:
        assert store.load("m").events == draws(1, 2)
        assert store.load("n").events == draws(3)
        store.append("n", 2, draws(4)).result()
        store.create("o", HEADER, []).result()
    path = of_today / DATABASE
    assert asked(path, "PRAGMA user_version") == [(TODAY + 1,)]
    assert asked(path, "SELECT id, place FROM matches WHERE id = 'm'") == [("m", "the kitchen")]


def test_a_match_kept_before_there_were_private_things_goes_on(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as earlier:
        know(earlier, first_schema)
        folder.mkdir()
        (folder / DATABASE).touch()
        migrations.bring_up_to_date(folder / DATABASE)
        asked(
            folder / DATABASE,
            "INSERT INTO matches (id, game, header, version, created, updated) VALUES "
            f"('m', 'levelx', '{json.dumps(HEADER)}', 0, "
            "'2020-01-01T00:00:00+00:00', '2020-01-01T00:00:00+00:00')",
        )
    with Store.open(folder) as store:
        assert store.load("m").private is None
        store.append("m", 1, draws(1)).result()
        store.update_private("m", {"secret": 1}, ["phone"]).result()
        assert store.load("m").private == {"secret": 1}


def test_before_a_migration_the_database_is_copied(
    of_today: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asked(of_today / DATABASE, "SELECT * FROM events")
    know(monkeypatch, *MIGRATIONS, next_schema)
    Store.open(of_today).close()
    Store.open(of_today).close()
    copies = [path for path in of_today.iterdir() if "version" in path.name]
    assert [path.name for path in copies] == [BACKUP]
    assert copies[0].stat().st_mode & 0o777 == 0o600
    assert asked(copies[0], "PRAGMA user_version") == [(TODAY,)]
    assert asked(copies[0], "SELECT * FROM events") == before
    assert "place" not in asked(copies[0], "SELECT sql FROM sqlite_master WHERE name='matches'")[0]


def test_the_copy_can_be_put_back(of_today: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as later:
        know(later, *MIGRATIONS, next_schema)
        Store.open(of_today).close()
    shutil.copy(of_today / BACKUP, of_today / DATABASE)
    with Store.open(of_today) as store:
        assert store.load("m").events == draws(1, 2)
        store.append("m", 3, draws(5)).result()


def test_what_a_crash_has_left_in_the_log_is_in_the_copy_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashed = tmp_path / "crashed"
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1, 2)).result()
        shutil.copytree(folder, crashed)
    know(monkeypatch, *MIGRATIONS, next_schema)
    with Store.open(crashed) as store:
        assert store.load("m").events == draws(1, 2)
    assert asked(crashed / BACKUP, "SELECT count(*) FROM events") == [(2,)]


def test_an_earlier_copy_is_never_overwritten(
    of_today: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (of_today / BACKUP).write_text("precious")
    know(monkeypatch, *MIGRATIONS, next_schema)
    Store.open(of_today).close()
    assert (of_today / BACKUP).read_text() == "precious"
    second = of_today / f"matches.version-{TODAY}.2.sqlite"
    assert asked(second, "SELECT count(*) FROM events") == [(3,)]


@pytest.mark.parametrize("wrong", [failing, orphaning])
def test_a_migration_that_fails_changes_nothing(
    of_today: Path, monkeypatch: pytest.MonkeyPatch, wrong: migrations.Migration
) -> None:
    with monkeypatch.context() as later:
        know(later, *MIGRATIONS, next_schema, wrong)
        for _ in range(3):
            with pytest.raises(StoreFailed, match=r"no such table: nowhere|already|without"):
                Store.open(of_today)
    copies = [path.name for path in of_today.iterdir() if "version" in path.name]
    assert copies == [BACKUP]  # failing again and again fills no disk
    with Store.open(of_today) as store:
        assert store.load("m").events == draws(1, 2)


def test_a_database_of_an_older_shape_comes_all_the_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    old = create_engine(f"sqlite:///{folder / DATABASE}")
    with old.begin() as connection:
        older_schema(connection)
        connection.exec_driver_sql("PRAGMA user_version = 1")
        header = json.dumps({**HEADER, "names": ["A", "B"]})
        connection.exec_driver_sql("INSERT INTO games VALUES ('m', ?)", (header,))
        connection.exec_driver_sql("INSERT INTO happened VALUES ('m', 1, '{\"draw\": [6, 4]}')")
    old.dispose()
    know(monkeypatch, older_schema, from_older_schema, *MIGRATIONS[1:], next_schema)
    with Store.open(folder) as store:
        assert (store.load("m").events, store.load("m").names) == (draws(4), ["A", "B"])
        store.append("m", 2, draws(5)).result()
        assert store.load("m").events == draws(4, 5)
    assert asked(folder / DATABASE, "PRAGMA user_version") == [(len(MIGRATIONS) + 2,)]
    assert asked(folder / "matches.version-1.sqlite", "SELECT * FROM happened") == [
        ("m", 1, '{"draw": [6, 4]}')
    ]


@pytest.mark.parametrize("version", [TODAY + 1, 99, -1])
def test_a_database_of_a_later_version_is_refused_and_untouched(
    folder: Path, tmp_path: Path, version: int
) -> None:
    """Also where its last process was killed and left changes in the log."""
    crashed = tmp_path / "crashed"
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1, 2)).result()
        asked(folder / DATABASE, f"PRAGMA user_version = {version}")
        shutil.copytree(folder, crashed)
    for place in (folder, crashed):
        before = contents(place)
        with pytest.raises(StoreNewer) as caught:
            Store.open(place)
        assert str(caught.value) == (
            f"the matches in {place} were written by a later version of ludotheque "
            f"(schema {version}; this one knows {len(MIGRATIONS)}): nothing was changed"
        )
        assert contents(place) == before
        asked(place / DATABASE, f"PRAGMA user_version = {len(MIGRATIONS)}")
        with Store.open(place) as store:  # nothing keeps the folder busy
            assert store.load("m").events == draws(1, 2)


def contents(folder: Path) -> dict[str, bytes]:
    """All files that hold data: not the lock, not the index of the log, not an empty log."""
    files = [path for path in folder.iterdir() if path.suffix in (".sqlite", ".sqlite-wal")]
    return {path.name: path.read_bytes() for path in files if path.stat().st_size}

"""Settings of the SQLite connections, on which the store's guarantees depend."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from ludotheque.store.database import open_reader, open_writer
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store


@pytest.fixture
def path(folder: Path) -> Path:
    Store.open(folder).close()
    return folder / DATABASE


def setting(engine: Engine, name: str) -> object:
    with engine.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()


def test_a_commit_is_on_the_disk_before_it_returns(path: Path) -> None:
    engine = open_writer(path)
    full = 2
    assert (setting(engine, "journal_mode"), setting(engine, "synchronous")) == ("wal", full)
    assert (setting(engine, "fullfsync"), setting(engine, "foreign_keys")) == (1, 1)
    engine.dispose()


def test_readers_cannot_write(path: Path) -> None:
    engine = open_reader(path)
    with (
        pytest.raises(OperationalError, match="attempt to write a readonly database"),
        engine.begin() as connection,
    ):
        connection.exec_driver_sql("DELETE FROM matches")
    engine.dispose()


@pytest.mark.parametrize("make", [open_reader, open_writer])
def test_a_database_that_is_gone_is_not_made_anew(
    path: Path, make: Callable[[Path], Engine]
) -> None:
    path.unlink()
    engine = make(path)
    with pytest.raises(OperationalError, match="unable to open database file"):
        engine.connect()
    assert not path.exists()

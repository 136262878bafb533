"""Backups are complete while somebody writes; restoring checks first, and loses nothing."""

import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from ludotheque.core.errors import BadOption
from ludotheque.store.backup import BadBackup, back_up, check_backup, restore
from ludotheque.store.errors import DatabaseDamaged, StoreBusy
from ludotheque.store.folder import DATABASE
from ludotheque.store.migrations import MIGRATIONS
from ludotheque.store.store import Store

from ..cases import cases
from .played_matches import HEADER, draws
from .test_lost_files import overwrite


@pytest.fixture
def filled(folder: Path) -> Path:
    with Store.open(folder) as store:
        for number in range(20):
            store.create(f"m{number}", HEADER, draws(1, 2) * 10, {"seed": "secret"}).result()
    return folder


def ids(folder: Path) -> set[str]:
    with Store.open(folder) as store:
        assert store.warnings == []
        return {match.id for match in store.matches(limit=1000)}


def test_a_backup_holds_every_commit_and_can_be_read_by_its_user_only(folder: Path) -> None:
    """The store is open, so that the last commits are only in its log."""
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1), {"seed": "secret"}).result()
        path = back_up(folder)
        assert path.parent == folder / "backups"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert check_backup(path) == 1
        store.append("m", 2, draws(2)).result()  # the server has not noticed
    assert [each.name for each in path.parent.iterdir()] == [path.name]  # one file, no log


def test_a_backup_that_is_made_while_others_write_is_sound(folder: Path, tmp_path: Path) -> None:
    with Store.open(folder) as store:
        stop = threading.Event()

        def write() -> None:
            number = 0
            while not stop.is_set():
                store.create(f"m{number}", HEADER, draws(1, 2, 3)).result()
                number += 1

        writing = threading.Thread(target=write)
        writing.start()
        counts = [check_backup(back_up(folder, tmp_path / f"{each}.sqlite")) for each in range(5)]
        stop.set()
        writing.join()
    assert counts == sorted(counts)


def test_a_file_that_is_there_is_never_overwritten(filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.write_text("dear")
    with pytest.raises(BadOption, match="there is a file already"):
        back_up(filled, target)
    assert target.read_text() == "dear"


def test_a_folder_without_matches_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="there are no matches in"):
        back_up(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_makes_no_backup(filled: Path, tmp_path: Path) -> None:
    overwrite(filled / DATABASE, 4096)
    with pytest.raises(DatabaseDamaged):
        back_up(filled, tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()
    assert not list(tmp_path.glob(".*"))


def test_a_restored_backup_has_what_it_had_and_the_old_database_is_kept(filled: Path) -> None:
    backup = back_up(filled)
    with Store.open(filled) as store:
        store.delete("m1").result()
        store.create("later", HEADER, draws(1)).result()
    restored = restore(filled, backup)
    assert restored.matches == 20
    assert ids(filled) == {f"m{number}" for number in range(20)}
    assert restored.kept is not None
    assert check_backup(restored.kept) == 20  # m1 less, one more
    assert backup.exists()


def test_a_damaged_database_is_replaced_by_its_backup_and_kept_with_its_log(filled: Path) -> None:
    backup = back_up(filled)
    overwrite(filled / DATABASE, 4096)
    (filled / f"{DATABASE}-wal").write_bytes(b"a log")
    damaged = (filled / DATABASE).read_bytes()
    kept = restore(filled, backup).kept
    assert kept is not None
    assert kept.read_bytes() == damaged
    assert Path(f"{kept}-wal").read_bytes() == b"a log"
    assert len(ids(filled)) == 20


def test_a_backup_can_be_restored_where_nothing_was(filled: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert restore(new, back_up(filled)).kept is None
    assert len(ids(new)) == 20
    assert stat.S_IMODE((new / DATABASE).stat().st_mode) == 0o600


def test_nothing_is_restored_while_a_server_runs(filled: Path) -> None:
    backup = back_up(filled)
    with Store.open(filled) as store:
        with pytest.raises(StoreBusy, match="in use by another process"):
            restore(filled, backup)
        store.create("later", HEADER, draws(1)).result()
    assert "later" in ids(filled)


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def damaged(path: Path) -> None:
    overwrite(path, 4096)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


def from_the_future(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (title)")


@cases("spoil", [no_database, damaged, cut_short, from_the_future, of_another_program])
def test_a_file_that_is_no_good_backup_changes_nothing(
    spoil: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("restore") / "matches"
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1) * 300).result()
    backup = back_up(folder, folder.parent / "backup.sqlite")
    assert callable(spoil)
    spoil(backup)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(BadBackup, match=f"{backup} cannot be restored: "):
        restore(folder, backup)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_backup_of_an_older_version_is_restored_and_migrated(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        MIGRATIONS[0](connection)
        connection.exec_driver_sql("PRAGMA user_version = 1")
    engine.dispose()
    restore(tmp_path / "matches", old)
    assert ids(tmp_path / "matches") == set()


def test_a_copied_pair_of_files_can_be_restored(folder: Path, tmp_path: Path) -> None:
    """Somebody has copied the database and its log while a server ran."""
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
        for end in ("", "-wal"):
            shutil.copy(folder / f"{DATABASE}{end}", tmp_path / f"copy.sqlite{end}")
    assert restore(tmp_path / "new", tmp_path / "copy.sqlite").matches == 1

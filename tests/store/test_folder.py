"""The data folder: private to its owner, used by one process at a time, with clear errors."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.store import integrity
from ludotheque.store.errors import DatabaseDamaged, StoreBusy, StoreFailed
from ludotheque.store.folder import DATABASE, default_folder
from ludotheque.store.lock import LOCK
from ludotheque.store.store import Store
from ludotheque.store.watermark import FILE

from .played_matches import HEADER, draws
from .process import said


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def generous() -> Iterator[None]:
    """A user whose new files everybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


# Who may look


@pytest.mark.usefixtures("generous")
def test_nobody_else_can_look_into_the_folder_or_its_files(folder: Path) -> None:
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
        files = {path.name: rights(path) for path in folder.iterdir()}
    assert rights(folder) == 0o700
    names = {DATABASE, LOCK, FILE, f"{DATABASE}-wal", f"{DATABASE}-shm"}
    assert files == dict.fromkeys(names, 0o600)


def test_an_empty_folder_that_was_there_becomes_private(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    Store.open(folder).close()
    assert rights(folder) == 0o700


def test_a_folder_with_other_things_keeps_its_rights_but_the_matches_are_private(
    folder: Path,
) -> None:
    folder.mkdir()
    (folder / "holiday.jpg").touch()
    folder.chmod(0o755)
    Store.open(folder).close()
    assert rights(folder) == 0o755
    assert rights(folder / DATABASE) == rights(folder / LOCK) == 0o600


def test_a_database_that_others_could_read_is_closed_to_them(folder: Path) -> None:
    Store.open(folder).close()
    (folder / DATABASE).chmod(0o644)
    Store.open(folder).close()
    assert rights(folder / DATABASE) == 0o600


def test_a_name_with_signs_of_addresses_is_just_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "a?mode=memory#%20é" / "b"
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
    with Store.open(folder) as store:
        assert store.load("m").events == draws(1)
    assert (folder / DATABASE).stat().st_size > 0


def test_the_folder_follows_the_users_wish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    assert default_folder() == tmp_path / "matches"
    monkeypatch.delenv("LUDOTHEQUE_DATA")
    assert "ludotheque" in default_folder().parts


# One process


def test_a_folder_in_use_is_refused_by_its_name(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    with pytest.raises(StoreBusy) as caught:
        Store.open(store.folder)
    assert str(caught.value) == (
        f"the matches in {store.folder} are in use by another process; "
        "close it, or name another folder"
    )
    store.append("m", 2, draws(2)).result()


def test_another_process_cannot_open_it_until_it_is_closed(folder: Path) -> None:
    with Store.open(folder) as store:
        store.create("m", HEADER, []).result()
        busy = said("open_folders", folder)
    assert busy.startswith(f"StoreBusy: the matches in {folder} are in use")
    assert said("open_folders", folder) == "opened, 1 matches\n"


def test_two_folders_are_two_stores(tmp_path: Path) -> None:
    with Store.open(tmp_path / "a") as one, Store.open(tmp_path / "b") as other:
        one.create("m", HEADER, draws(1)).result()
        assert other.count() == 0


# No use


def test_a_folder_that_cannot_be_written_is_refused_in_plain_words(public: Path) -> None:
    """As an unprivileged user: a folder nobody can make, an empty one, and somebody's store."""
    parent, empty, used = public / "parent", public / "empty", public / "used"
    parent.mkdir()
    empty.mkdir()
    with Store.open(used) as store:
        store.create("m", HEADER, draws(1)).result()
    for folder in (parent, empty, used):
        folder.chmod(0o555)
    try:
        lines = said("open_folders", "--nobody", parent / "new", empty, used).splitlines()
    finally:
        for folder in (parent, empty, used):
            folder.chmod(0o755)
    assert lines == [
        f"StoreFailed: the matches in {folder} cannot be read or written: Permission denied"
        for folder in (parent / "new", empty, used)
    ]


def test_a_database_that_may_only_be_read_is_refused_in_plain_words(public: Path) -> None:
    folder = public / "matches"
    Store.open(folder).close()
    (folder / LOCK).chmod(0o666)
    folder.chmod(0o777)
    (folder / DATABASE).chmod(0o400)
    if os.geteuid() == 0:
        os.chown(folder / DATABASE, 65534, 65534)
    (line,) = said("open_folders", "--nobody", folder).splitlines()
    assert line == (
        f"StoreFailed: the matches in {folder} cannot be read or written: Permission denied"
    )


def test_a_file_in_the_place_of_the_folder_is_refused(folder: Path) -> None:
    folder.write_text("not a folder")
    with pytest.raises(StoreFailed, match="Not a directory"):
        Store.open(folder)
    assert folder.read_text() == "not a folder"


def test_a_file_that_is_no_database_is_refused_and_untouched(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE).write_text("Dear diary, " * 100)
    with pytest.raises(StoreFailed, match="file is not a database"):
        Store.open(folder)
    assert (folder / DATABASE).read_text() == "Dear diary, " * 100
    (folder / DATABASE).unlink()
    Store.open(folder).close()  # nothing keeps the folder busy


def test_a_damaged_database_is_refused_in_plain_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(folder) as store:
        for number in range(50):
            store.create(f"m{number}", HEADER, draws(1) * 20).result()
    data = bytearray((folder / DATABASE).read_bytes())
    half = len(data) // 8192 * 4096
    data[half:] = b"\xff" * (len(data) - half)
    (folder / DATABASE).write_bytes(data)
    with pytest.raises(DatabaseDamaged, match="is damaged"):
        Store.open(folder)
    monkeypatch.setattr(integrity, "problem_of", lambda *_: None)
    with Store.open(folder) as store:  # as if the check had overlooked it
        with pytest.raises(DatabaseDamaged, match="malformed"):
            store.load("m49")
        with pytest.raises(DatabaseDamaged, match="malformed"):
            store.append("m49", 21, draws(1)).result()
        assert len(store.warnings) == 1

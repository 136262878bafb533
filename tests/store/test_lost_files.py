"""Files of the database that are damaged, removed or replaced are noticed, and named as such.

Each test does what a careless or hostile user of the machine could do to the folder. On their own,
SQLite and the file system say nothing in any of these cases.
"""

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque.store import integrity, writer
from ludotheque.store.backup import back_up
from ludotheque.store.errors import CommitsLost, DatabaseDamaged, DatabaseGone, DatabaseReplaced
from ludotheque.store.folder import DATABASE, newest_backup
from ludotheque.store.store import Store
from ludotheque.store.watermark import FILE, read_mark

from .played_matches import HEADER, draws
from .process import ROOT, command

LOG = f"{DATABASE}-wal"


def fill(folder: Path, count: int = 50) -> None:
    with Store.open(folder) as store:
        for number in range(count):
            store.create(f"m{number}", HEADER, draws(1) * 20).result()


def overwrite(path: Path, first: int) -> None:
    """Damage a file from this byte on; its first page stays as it was."""
    data = bytearray(path.read_bytes())
    data[first:] = b"\xff" * (len(data) - first)
    path.write_bytes(data)


@pytest.fixture(scope="module")
def crashed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crashed") / "matches"
    process = subprocess.Popen(
        command("crash", folder), cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "confirmed\n"
        process.send_signal(signal.SIGKILL)
    assert (folder / LOG).stat().st_size
    return folder


@pytest.fixture
def crashed(crashed_once: Path, folder: Path) -> Path:
    """A folder whose process was killed: three confirmed commits are only in the log."""
    return shutil.copytree(crashed_once, folder)


# At the start


def test_a_damaged_database_is_named_with_its_backup_and_the_command(folder: Path) -> None:
    fill(folder)
    backup = back_up(folder)
    overwrite(folder / DATABASE, 4096)
    with pytest.raises(DatabaseDamaged) as raised:
        Store.open(folder)
    said = str(raised.value)
    assert f"the database {folder / DATABASE} is damaged (" in said
    assert f"ludotheque restore {backup} --data {folder}" in said
    Store.open(folder.parent / "another").close()  # only this folder is refused


def test_damage_that_no_request_would_meet_is_found_by_the_check(folder: Path) -> None:
    """One page of events, in the middle of the file."""
    fill(folder)
    path = folder / DATABASE
    data = bytearray(path.read_bytes())
    middle = len(data) // 4096 // 2 * 4096
    data[middle : middle + 4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises(DatabaseDamaged, match="has no backup of it"):
        Store.open(folder)


def test_a_large_database_is_checked_while_it_is_open(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the check takes too long it goes on in the background; damage then ends all writing."""
    fill(folder)
    overwrite(folder / DATABASE, (folder / DATABASE).stat().st_size - 4096)
    begin = start_slowly(monkeypatch)
    with Store.open(folder, patience=0) as store:
        store.create("new", HEADER, []).result()
        warned = Warned(store)
        begin.set()
        problem = warned.wait()
        assert isinstance(problem, DatabaseDamaged)
        assert store.warnings == [problem]
        with pytest.raises(DatabaseDamaged):
            store.create("newer", HEADER, []).result()


def test_a_check_that_is_not_done_does_not_keep_the_store_open(folder: Path) -> None:
    fill(folder, 1)
    stopping = threading.Event()

    def check(path: Path, stop: Callable[[], bool]) -> str | None:
        while not stop():
            stopping.wait(0.001)
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integrity, "problem_of", check)
        Store.open(folder, patience=0).close()


def start_slowly(patch: pytest.MonkeyPatch) -> threading.Event:
    """From now on a check begins when the event is set, as if the disk were slow."""
    begin, problem_of = threading.Event(), integrity.problem_of

    def check(path: Path, stop: Callable[[], bool]) -> str | None:
        assert begin.wait(60)
        return problem_of(path, stop)

    patch.setattr(integrity, "problem_of", check)
    return begin


def test_a_log_that_was_removed_after_a_crash_is_noticed(crashed: Path) -> None:
    (crashed / LOG).unlink()
    (crashed / f"{DATABASE}-shm").unlink(missing_ok=True)
    with Store.open(crashed) as store:
        (lost,) = store.warnings
        assert isinstance(lost, CommitsLost)
        assert f"the last 3 changes that were saved in {crashed}" in str(lost)
        store.create("new", HEADER, []).result()
    with Store.open(crashed) as store:
        assert store.warnings == []  # it is said once


def test_a_crash_alone_is_no_loss(crashed: Path) -> None:
    with Store.open(crashed) as store:
        assert store.warnings == []
        assert store.count() == 3


def test_an_older_copy_in_the_place_of_the_database_is_noticed(folder: Path) -> None:
    fill(folder, 2)
    shutil.copy(folder / DATABASE, folder / "copy")
    fill_more(folder, 3)
    shutil.copy(folder / "copy", folder / DATABASE)
    with Store.open(folder) as store:
        assert isinstance(store.warnings[0], CommitsLost)
        assert store.warnings[0].params["missing"] == 3


def fill_more(folder: Path, count: int) -> None:
    with Store.open(folder) as store:
        for number in range(count):
            store.create(f"more{number}", HEADER, []).result()


def test_another_database_or_none_is_noticed(folder: Path) -> None:
    fill(folder, 1)
    (folder / DATABASE).unlink()
    with Store.open(folder) as store:
        assert [type(each) for each in store.warnings] == [DatabaseGone]
    with Store.open(folder) as store:
        assert store.warnings == []


def test_a_log_whose_database_is_gone_is_kept(crashed: Path) -> None:
    """SQLite deletes it as soon as an empty database is made in the old one's place."""
    shutil.move(crashed / DATABASE, crashed / "elsewhere")
    with pytest.raises(DatabaseDamaged, match=f"{DATABASE} is not there, but {LOG} is"):
        Store.open(crashed)
    shutil.move(crashed / "elsewhere", crashed / DATABASE)
    with Store.open(crashed) as store:
        assert store.count() == 3


@pytest.mark.parametrize("left", [b"", b"{}", b"\x00" * 160, b'{"database": 1, "commits": "x"}'])
def test_a_mark_that_cannot_be_read_is_no_loss(folder: Path, left: bytes) -> None:
    fill(folder, 1)
    (folder / FILE).write_bytes(left)
    with Store.open(folder) as store:
        assert store.warnings == []
    kept = read_mark(folder)
    assert kept is not None
    assert kept.commits == 1


# While it is open


def test_a_log_that_is_removed_while_the_store_is_open_is_saved_and_nothing_more_written(
    folder: Path,
) -> None:
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
        (folder / LOG).unlink()
        with pytest.raises(DatabaseReplaced, match="Everything confirmed so far is in the data"):
            store.append("m", 2, draws(2)).result()
        assert [type(each) for each in store.warnings] == [DatabaseReplaced]
        shutil.copy(folder / DATABASE, folder.parent / "as a crash would leave it")
    with Store.open(folder) as store:
        assert store.load("m").events == draws(1)
        assert store.warnings == []


def test_a_database_that_is_replaced_while_the_store_is_open_is_noticed(folder: Path) -> None:
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
        os.replace(shutil.copy(folder / DATABASE, folder / "copy"), folder / DATABASE)
        for _ in range(2):
            with pytest.raises(DatabaseReplaced, match="gone when it stops"):
                store.append("m", 2, draws(2)).result()
        assert len(store.warnings) == 1


def test_files_are_watched_while_nothing_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WATCH_SECONDS", 0.01)
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1)).result()
        warned = Warned(store)
        (folder / LOG).unlink()
        assert isinstance(warned.wait(), DatabaseReplaced)


class Warned:
    """The first warning of a store."""

    def __init__(self, store: Store) -> None:
        self.found: list[Exception] = []
        self.event = threading.Event()
        store.on_warning = self

    def __call__(self, problem: Exception) -> None:
        self.found.append(problem)
        self.event.set()

    def wait(self) -> Exception:
        assert self.event.wait(60)
        return self.found[0]


def test_the_newest_backup_is_offered(folder: Path) -> None:
    fill(folder, 1)
    assert newest_backup(folder) is None
    old = folder / "matches.version-1.sqlite"
    shutil.copy(folder / DATABASE, old)
    os.utime(old, (1, 1))
    assert newest_backup(folder) == old
    made = back_up(folder)
    assert newest_backup(folder) == made

"""The writer thread: group commit of everything that waits, and a separate result for each."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from ludotheque.store import database
from ludotheque.store.errors import NoMatch, StoreConflict, StoreFailed
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store

from .played_matches import HEADER, draws


@contextmanager
def writing_kept_out(folder: Path) -> Iterator[None]:
    """Somebody else holds the database's write lock: nothing can be written meanwhile."""
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def commits_counted() -> Iterator[list[object]]:
    commits: list[object] = []

    def count(connection: object) -> None:
        commits.append(connection)

    event.listen(Engine, "commit", count)
    try:
        yield commits
    finally:
        event.remove(Engine, "commit", count)


def test_all_that_waits_is_written_in_one_commit(store: Store) -> None:
    with commits_counted() as commits:
        with writing_kept_out(store.folder):
            first = store.create("m0", HEADER, [])
            others = [store.create(f"m{number}", HEADER, draws(1)) for number in range(1, 200)]
        for future in (first, *others):
            future.result()
    assert len(commits) <= 2  # the first may have gone alone before the others came
    assert store.count() == 200


@contextmanager
def statements_counted() -> Iterator[list[str]]:
    statements: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", count)


def test_events_of_many_matches_are_written_by_as_many_statements_as_those_of_one(
    store: Store,
) -> None:
    names = [f"m{number}" for number in range(100)]
    for name in names:
        store.create(name, HEADER, draws(1)).result()
    for name in names:
        store.append(name, 2, draws(2)).result()  # from here on their rows are known
    with statements_counted() as statements:
        with writing_kept_out(store.folder):
            first = store.append("m0", 3, draws(3))
            others = [store.append(name, 3, draws(3, 4), {"kept": 1}) for name in names[1:]]
            others += [store.append("m1", 5, draws(5)), store.append("m0", 4, draws(0))]
        for future in (first, *others):
            future.result()
    assert len(statements) <= 12
    assert store.load("m0").events == draws(1, 2, 3, 0)
    assert store.load("m1").events == draws(1, 2, 3, 4, 5)
    assert all(store.load(name).private == {"kept": 1} for name in names[1:])
    assert {store.load(name).version for name in names[2:]} == {4}


def test_rows_that_somebody_else_has_changed_are_read_again(store: Store) -> None:
    for name in ("m", "n"):
        store.create(name, HEADER, draws(1)).result()
        store.append(name, 2, draws(2)).result()
    with closing(sqlite3.connect(store.folder / DATABASE)) as other, other:
        other.execute("DELETE FROM events WHERE number = 2 AND match = 1")
        other.execute("UPDATE matches SET version = 1 WHERE id = 'm'")
    with writing_kept_out(store.folder):
        stale, fine = store.append("m", 3, draws(3)), store.append("n", 3, draws(3))
    assert isinstance(stale.exception(), StoreConflict)
    fine.result()
    store.append("m", 2, draws(4)).result()
    assert store.load("m").events == draws(1, 4)
    assert store.load("n").events == draws(1, 2, 3)


def test_a_refused_change_fails_alone(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    with writing_kept_out(store.folder):
        store.append("m", 2, draws(2))
        early = store.append("m", 3, draws(3))
        stale = store.append("m", 3, draws(4))
        twice = store.create("m", HEADER, draws(5))
        nowhere = store.append("n", 1, draws(6))
        gone = store.delete("n")
        late = store.append("m", 4, draws(0, 1))
    assert isinstance(stale.exception(), StoreConflict)
    assert isinstance(twice.exception(), StoreConflict)
    assert isinstance(nowhere.exception(), NoMatch)
    assert isinstance(gone.exception(), NoMatch)
    assert early.result() is late.result() is None
    assert store.load("m").events == draws(1, 2, 3, 0, 1)


def test_changes_are_made_in_the_order_they_were_asked_for(store: Store) -> None:
    with writing_kept_out(store.folder):
        futures = [
            store.create("m", HEADER, []),
            store.append("m", 1, draws(1)),
            store.delete("m"),
            store.create("m", HEADER, draws(4)),
            store.append("m", 2, draws(2)),
        ]
    for future in futures:
        future.result()
    assert store.load("m").events == draws(4, 2)


def test_a_change_is_seen_by_nobody_before_it_is_answered(store: Store) -> None:
    with writing_kept_out(store.folder):
        future = store.create("m", HEADER, draws(1))
        assert store.count() == 0
        assert not future.done()
    future.result()
    assert store.count() == 1


def test_reading_does_not_wait_for_writing(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    with writing_kept_out(store.folder):
        future = store.append("m", 2, draws(2))
        assert store.load("m").events == draws(1)
        assert store.matches()[0].version == 1
        assert not future.done()
    future.result()


def test_a_reader_sees_one_snapshot_of_a_match(store: Store) -> None:
    store.create("m", HEADER, []).result()
    stop = threading.Event()
    torn = []

    def read() -> None:
        while not stop.is_set():
            match = store.load("m")
            if match.version != len(match.events):
                torn.append(match)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(1, 150, 3):
        store.append("m", number, draws(1, 2, 3)).result()
    stop.set()
    for reader in readers:
        reader.join()
    assert torn == []
    assert store.load("m").version == 150


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Store]:
    monkeypatch.setattr(database, "PATIENCE", 0.02)
    with Store.open(folder) as store:
        yield store


def test_what_cannot_be_written_is_not_there_and_can_be_written_later(impatient: Store) -> None:
    impatient.create("m", HEADER, draws(1)).result()
    with writing_kept_out(impatient.folder):
        futures = [
            impatient.append("m", 2, draws(2)),
            impatient.create("n", HEADER, []),
            impatient.create("m", HEADER, []),
        ]
        for future in futures:
            problem = future.exception()
            assert isinstance(problem, StoreFailed)
            assert str(problem) == (
                f"the matches in {impatient.folder} cannot be read or written: database is locked"
            )
    assert impatient.load("m").events == draws(1)
    assert impatient.count() == 1
    impatient.append("m", 2, draws(2)).result()
    assert impatient.load("m").events == draws(1, 2)


@contextmanager
def commits_failing() -> Iterator[None]:
    def fail(_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    event.listen(Engine, "commit", fail)
    try:
        yield
    finally:
        event.remove(Engine, "commit", fail)


def test_a_commit_that_fails_leaves_nothing_of_any_change_in_it(store: Store) -> None:
    store.create("m", HEADER, draws(1)).result()
    with commits_failing():
        futures = [store.append("m", 2, draws(2)), store.delete("m"), store.delete("n")]
        assert all(isinstance(future.exception(), StoreFailed) for future in futures)
    assert store.load("m").events == draws(1)
    store.append("m", 2, draws(3)).result()
    assert store.load("m").events == draws(1, 3)


def test_after_a_failure_the_log_gives_its_space_back(store: Store) -> None:
    """On a disk that is full of it, nothing could ever be written again otherwise."""
    log = store.folder / f"{DATABASE}-wal"
    store.create("m", HEADER, draws(1) * 500).result()
    assert log.stat().st_size
    with commits_failing():
        store.delete("m").exception()
        store.delete("m").exception()  # when this one is answered, the first one's log is done
    assert log.stat().st_size == 0
    assert store.load("m").version == 500


def test_closing_writes_what_waits(folder: Path) -> None:
    store = Store.open(folder)
    with writing_kept_out(folder):
        futures = [store.create(f"m{number}", HEADER, draws(1)) for number in range(50)]
        closer = threading.Thread(target=store.close)
        closer.start()
    closer.join()
    assert all(future.exception() is None for future in futures)
    with Store.open(folder) as again:
        assert again.count() == 50


def test_more_than_one_commit_can_hold_is_written_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.store.writer.MOST_IN_A_COMMIT", 3)
    store.create("m", HEADER, []).result()
    with writing_kept_out(store.folder):
        futures = [store.append("m", number, draws(number % 6)) for number in range(1, 21)]
    for future in futures:
        future.result()
    assert store.load("m").version == 20

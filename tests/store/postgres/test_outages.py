"""What happens to matches in PostgreSQL when sessions are cut and the server is restarted."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest

from ludotheque.store.errors import (
    CommitUnknown,
    DatabaseChanged,
    NotOwner,
    StoreError,
    StoreFailed,
    StoreUnreachable,
)
from ludotheque.store.postgres import backend
from ludotheque.store.postgres.session import open_session
from ludotheque.store.store import Store

from ..kill import Ledger, kill_once
from ..played_matches import HEADER, draws
from .cluster import Cluster

PATIENCE = 20.0


@pytest.fixture
def opened(folder: Path, address: str) -> Iterator[Store]:
    with Store.open(folder, database=address) as store:
        store.create("m", HEADER, draws(1)).result()
        yield store


def retried(act: Callable[[], Future[None]]) -> None:
    """Ask again until the database answers."""
    end = time.monotonic() + PATIENCE
    while isinstance(act().exception(PATIENCE), StoreUnreachable):
        assert time.monotonic() < end, "it was not reached again"
        time.sleep(0.02)


def lose_reply(monkeypatch: pytest.MonkeyPatch, *, arrives: bool) -> list[str]:
    """Cut the next connection that commits, after the server has committed, or before."""
    psycopg = pytest.importorskip("psycopg")
    commit, lost = psycopg.Connection.commit, list[str]()

    def cut(connection: Any) -> None:
        if lost or threading.current_thread().name != "store writer":
            commit(connection)
            return
        if arrives:
            commit(connection)
        lost.append("cut")
        connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(psycopg.Connection, "commit", cut)
    return lost


@pytest.mark.parametrize("arrives", [True, False])
def test_a_commit_whose_reply_is_lost_is_made_exactly_once(
    opened: Store, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    lost = lose_reply(monkeypatch, arrives=arrives)
    opened.append("m", 2, draws(2)).result(PATIENCE)
    assert lost
    assert opened.load("m").events == draws(1, 2)
    opened.append("m", 3, draws(3)).result(PATIENCE)
    assert opened.load("m").events == draws(1, 2, 3)


@pytest.mark.parametrize("arrives", [True, False])
def test_nobody_is_answered_before_it_is_known_how_a_commit_ended(
    opened: Store, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    lost, down = lose_reply(monkeypatch, arrives=arrives), threading.Event()

    def fail_first(*arguments: Any, **more: Any) -> Any:
        assert down.wait(PATIENCE)
        return open_session(*arguments, **more)

    monkeypatch.setattr(backend, "open_session", fail_first)
    unknown = opened.append("m", 2, draws(2))
    while not lost:
        time.sleep(0.01)
    cluster.stop("immediate")
    down.set()
    try:
        refused = opened.append("m", 3, draws(3))
        problem = refused.exception(PATIENCE)
        assert isinstance(problem, StoreUnreachable)
        assert problem.harmless
        assert not wait([unknown], 0.3).done
    finally:
        cluster.start()
    assert unknown.exception(PATIENCE) is None
    assert opened.load("m").events == draws(1, 2)


def test_a_store_that_is_closed_before_that_says_that_it_does_not_know(
    folder: Path, address: str, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(folder, database=address)
    store.create("m", HEADER, draws(1)).result()
    lost = lose_reply(monkeypatch, arrives=True)
    cluster_is_down: list[bool] = []

    def stop_first(*arguments: Any, **more: Any) -> Any:
        if not cluster_is_down:
            cluster.stop("immediate")
            cluster_is_down.append(True)
        return open_session(*arguments, **more)

    monkeypatch.setattr(backend, "open_session", stop_first)
    unknown = store.append("m", 2, draws(2))
    while not (lost and cluster_is_down):
        time.sleep(0.01)
    store.close()
    cluster.start()
    problem = unknown.exception(PATIENCE)
    assert isinstance(problem, CommitUnknown)
    assert not isinstance(problem, StoreFailed)  # which would say that nothing was written


def test_a_cut_session_is_made_anew_without_a_word(
    opened: Store, cluster: Cluster, address: str
) -> None:
    cluster.cut_sessions(address)
    assert opened.load("m").events == draws(1)
    opened.append("m", 2, draws(2)).result(PATIENCE)
    assert opened.load("m").events == draws(1, 2)


def test_while_the_server_is_down_changes_are_refused_and_afterwards_made(
    opened: Store, cluster: Cluster
) -> None:
    told: list[StoreError] = []
    opened.on_warning = told.append
    cluster.stop("immediate")
    try:
        for _ in range(3):
            problem = opened.append("m", 2, draws(2)).exception(PATIENCE)
            assert isinstance(problem, StoreUnreachable)
            assert problem.harmless
            time.sleep(0.3)
        with pytest.raises(StoreUnreachable):
            opened.load("m")
        assert [type(each) for each in told] == [StoreUnreachable]
        assert opened.warnings == []
    finally:
        cluster.start()
    retried(lambda: opened.append("m", 2, draws(3)))
    assert opened.load("m").events == draws(1, 3)


def test_what_another_process_has_written_meanwhile_is_not_written_over(
    opened: Store, folder: Path, cluster: Cluster, address: str
) -> None:
    opened.create("n", HEADER, draws(1)).result()
    cluster.cut_sessions(address)
    with Store.open(folder, database=address) as other:
        other.claim("m").result()
        other.append("m", 2, draws(2)).result()
    refused, made = opened.append("m", 2, draws(3)), opened.append("n", 2, draws(3))
    assert isinstance(refused.exception(PATIENCE), NotOwner)
    assert made.exception(PATIENCE) is None
    assert opened.load("m").events == draws(1, 2)


def test_nothing_is_written_to_another_database_that_has_come_in_its_place(
    opened: Store, cluster: Cluster, address: str
) -> None:
    cluster.sql(address, "UPDATE counter SET database = 'another'")
    cluster.cut_sessions(address)
    for _ in range(2):
        problem = opened.append("m", 2, draws(3)).exception(PATIENCE)
        assert isinstance(problem, DatabaseChanged)
    assert opened.load("m").events == draws(1)
    assert [type(each) for each in opened.warnings] == [DatabaseChanged]


def test_nothing_is_written_to_an_older_copy_that_has_come_in_its_place(
    opened: Store, cluster: Cluster, address: str
) -> None:
    """As when a standby takes over that lacks the last commits."""
    opened.append("m", 2, draws(2)).result()
    cluster.sql(address, "UPDATE writers SET commits = commits - 1")
    cluster.cut_sessions(address)
    for _ in range(2):
        problem = opened.append("m", 3, draws(3)).exception(PATIENCE)
        assert isinstance(problem, DatabaseChanged)
    assert opened.load("m").events == draws(1, 2)


def test_processes_killed_and_servers_crashed_lose_nothing_that_was_answered_for(
    folder: Path, cluster: Cluster, address: str
) -> None:
    ledger, chance = Ledger(), random.Random(0)

    def crash() -> None:
        time.sleep(0.4 + chance.random() / 2)
        cluster.stop("immediate")
        time.sleep(chance.random() / 5)
        cluster.start()

    for _ in range(2):
        kill_once(folder, ledger, chance, address, answers=3)
        kill_once(folder, ledger, chance, address, crash, answers=3)
    assert ledger.answers > 10
    assert ledger.ended or ledger.kept

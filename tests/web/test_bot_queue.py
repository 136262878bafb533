"""Nobody's robots keep everybody else's from playing: a fair queue, watchers, budgets, limits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots import make_bot
from ludotheque.bots.budget import FEWEST, affordable, search_budget
from ludotheque.bots.search_player import RankedMove, SearchPlayer
from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.store.store import Store
from ludotheque.table.match import Seat
from ludotheque.web.config import Config
from ludotheque.web.live import match as live_match
from ludotheque.web.live import running
from ludotheque.web.live.bot_pool import SMALLEST_BUDGET, BotPool, budget_for
from ludotheque.web.live.fair_queue import FairQueue
from ludotheque.web.live.followed_match import WATCHED_SECONDS
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.registry import MatchRegistry
from ludotheque.web.live.workers import client

from .api_client import after_waiting, begin, command, problem, seen, send, setup, told
from .server import PATIENCE, Server


def test_addresses_take_turns_then_devices_then_matches() -> None:
    queue: FairQueue[str] = FairQueue()
    for path in ("A p 1", "A p 1", "A p 2", "A q 3", "B r 4", "B r 4", "C s 5"):
        queue.put(tuple(path.split()), path)
    order = [queue.pop() for _ in range(len(queue))]
    assert order == ["A p 1", "B r 4", "C s 5", "A q 3", "B r 4", "A p 2", "A p 1"]
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.pop()


def test_searches_become_shorter_when_many_wait_and_never_vanish() -> None:
    assert budget_for(0, 1) == budget_for(2, 1) == budget_for(8, 4) == 1.0
    assert budget_for(4, 1) == 0.5
    assert budget_for(10_000, 1) == SMALLEST_BUDGET
    assert affordable(2500) == 2500
    with search_budget(0.1):
        assert affordable(2500) == 250
        assert affordable(100) == FEWEST
        assert affordable(10) == 10
    assert affordable(2500) == 2500


def test_a_master_thinks_less_while_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []

    def search(
        self: SearchPlayer, view: Any, mode: str, iterations: int, *_: Any, **__: Any
    ) -> Any:
        used.append(iterations)
        return [RankedMove("", 0.5, iterations)]

    monkeypatch.setattr(SearchPlayer, "_search", search)
    state = find("levelx").start(2, {"first": 0})
    while state.draw_size is not None:
        state.draw(0)
    view = state.view(0)

    async def think() -> None:
        pool, gate = BotPool(1), threading.Event()
        master = make_bot("maître", 0)
        blocked = asyncio.create_task(pool.think(gate.wait, PATIENCE))
        await asyncio.sleep(0)
        crowd = [asyncio.create_task(pool.think(master.choose, view)) for _ in range(20)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(blocked, *crowd)
        pool.close()

    asyncio.run(think())
    assert used[0] < used[-1] / 5  # nineteen waited behind the first, nobody behind the last
    assert used == sorted(used)


class Permits:
    """Robots that move when they are let, one decision after the other."""

    def __init__(self) -> None:
        self.left = threading.Semaphore(0)
        self.asked = threading.Semaphore(0)

    def choose(self, player: object, state: State, seat: int) -> str:
        self.asked.release()
        assert self.left.acquire(timeout=PATIENCE)
        return state.moves()[0]


@contextmanager
def permitted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Permits]:
    permits = Permits()
    monkeypatch.setattr(live_match, "choose", permits.choose)
    try:
        yield permits
    finally:
        for _ in range(10_000):
            permits.left.release()


def test_many_matches_of_one_address_do_not_starve_anybody_elses_robots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: eight matches full of masters, and then one person with one robot."""
    with Server(tmp_path, bot_threads=1) as server, permitted(monkeypatch) as permits:
        greedy = server.new_client(local=False)
        for _ in range(8):
            begin(greedy, "maître", "maître", "maître", "maître")
        pool = server.registry.bot_pool._threads
        while pool.total < 8:
            threading.Event().wait(0.002)
        mine = begin(server.client, "maître", None)
        while pool.total < 9:
            threading.Event().wait(0.002)
        mine = seen(server.client, mine)
        assert mine["waits_for"] == "move"
        for _ in range(3):  # the one that thinks already, one more of the greedy one's, and mine
            permits.left.release()
        assert after_waiting(server.client, mine)["version"] > mine["version"]


class Stream:
    """Somebody who follows a match."""

    def update(self) -> None:
        pass


def test_robots_wait_while_nobody_watches_and_go_on_when_somebody_does(tmp_path: Path) -> None:
    async def play() -> None:
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path, bot_pauses=False))
            seats = [Seat("Ada", "random"), Seat("Blaise", "random")]
            live = await registry.create("levelx", seats)
            assert isinstance(live, LiveMatch)
            live.last_asked -= WATCHED_SECONDS  # before its robots have begun
            assert live._bot_task is not None
            await live._bot_task
            assert live.match.result is None
            assert not live.is_busy  # it may be unloaded
            before = live.match.version
            live.wake_bots(pauses=False)
            await live._bot_task
            assert live.match.version == before
            stream = Stream()
            live.follow(stream)
            live.wake_bots(pauses=False)
            while live.match.version < before + 10:
                await asyncio.sleep(0)
            live.unfollow(stream)
            await live._bot_task
            paused = live.match.version
            assert (await registry.find(live.id)) is live  # a poll
            while live.match.version == paused:
                await asyncio.sleep(0)
            await registry.close()

    asyncio.run(play())


def test_a_device_and_an_address_have_only_so_many_matches_in_progress(tmp_path: Path) -> None:
    with Server(tmp_path, running_per_device=2, running_per_address=3) as server:
        guest = server.new_client(local=False)
        first, _ = begin(guest), begin(guest)
        said = problem(guest.post("/api/matches", json=setup()), 422)
        assert said["code"] == "too_many_running"
        assert said["message"].startswith("2 ")
        told(send(guest, first, command(first, "resign")))
        begin(guest)
        others = [server.new_client(local=False) for _ in range(2)]
        begin(others[0])
        said = problem(others[1].post("/api/matches", json=setup()), 422)  # without any cookie
        assert said["message"].startswith("3 ")
        for _ in range(4):
            begin(server.client)  # the people at this machine
        assert others[1].get("/new/levelx").status_code == 200


def test_addresses_whose_matches_are_over_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LEAST_NOTED", 10)

    async def begin_everywhere() -> None:
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path))
            seats, still = [Seat("Ada"), Seat("Blaise")], set[str]()
            for number in range(25):
                client.set(f"192.0.2.{number}")
                live = await registry.create("levelx", seats)
                if number % 5:
                    await registry.delete(live.id)
                else:
                    still.add(live.id)
            noted = registry.running._begun_from
            assert still <= set().union(*noted.values())
            assert len(noted) < 5 + 10
            await registry.close()

    asyncio.run(begin_everywhere())

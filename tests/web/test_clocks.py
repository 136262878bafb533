"""A match by the clock: if a player takes too long, a bot makes one move for them."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.web.live.clock import Clock

from .api_client import SMALL_BOX, Data, act, begin, problem, seen
from .event_source import EventSource, eventually
from .friends import guest, invite, join, tokens_of
from .server import Server

SHORT = 30
MOMENT = 0.3


@pytest.fixture(autouse=True)
def short_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty seconds are over in a moment."""
    wind = Clock.start

    def wound(clock: Clock, seat: int, seconds: float, then: Callable[[], None]) -> None:
        wind(clock, seat, MOMENT if seconds == SHORT else seconds, then)

    monkeypatch.setattr(Clock, "start", wound)


def lines_of(server: Server, match: Data) -> list[Data]:
    text = server.client.get(f"/api/matches/{match['id']}/record").text
    return [json.loads(line) for line in text.splitlines()]


def test_when_the_time_is_over_a_stand_in_makes_this_one_move(server: Server) -> None:
    match = begin(server.client, clock=SHORT)
    eventually(lambda: seen(server.client, match)["seat"] == 1)
    header, *lines = lines_of(server, match)
    assert header["clock"] == SHORT
    first, *_ = (line for line in lines if "move" in line)
    assert first["by"] == "stand-in"
    assert server.awake(match["id"]).seating.stand_ins == {}


def test_a_match_by_the_clock_ends_though_nobody_looks(server: Server) -> None:
    match = begin(server.client, None, "random", clock=SHORT, edition=SMALL_BOX)
    for _ in range(2):
        version = server.registry.store.load(match["id"]).version
        eventually(lambda: server.registry.store.load(match["id"]).version > version)  # noqa: B023


def test_time_runs_again_in_a_server_that_was_closed(tmp_path: Path) -> None:
    """The full time, and without anybody asking for the match."""
    with Server(tmp_path / "matches") as server:
        match = begin(server.client, clock=SHORT)
    with Server(tmp_path / "matches") as server:
        eventually(lambda: server.registry.store.load(match["id"]).version > 0)


def test_everybody_sees_how_much_time_is_left(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    with EventSource(friend, match["id"], since=0) as source:
        frame = source.next()
        assert frame.event == "seats"
        assert frame.data["clock"]["seat"] == 0
        assert 50 < frame.data["clock"]["left"] <= 60
        act(maker, act(maker, seen(maker, match)))
        while frame.event != "seats" or frame.data["clock"]["seat"] == 0:
            frame = source.next()
        assert frame.data["clock"]["seat"] == 1


def test_who_leaves_and_comes_back_gains_no_time(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    live = server.awake(match["id"])
    live.clock.end -= 20  # they have thought for a while
    end = live.clock.end
    place = f"/match/{match['id']}"
    with slow_robots(server):
        maker.post(f"{place}/leave", data={"seat": "0"})
        assert not live.clock.runs
        maker.post(f"{place}/return", data={"seat": "0"})
    assert live.clock.seat == 0
    assert live.clock.end == pytest.approx(end, abs=1)


@contextmanager
def slow_robots(server: Server) -> Iterator[None]:
    """Robots take their time, as people do."""
    before, server.registry.config = server.registry.config, replace(server.config, bot_pauses=True)
    try:
        yield
    finally:
        server.registry.config = before


def test_who_comes_or_goes_gives_nobody_more_time(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    end = server.awake(match["id"]).clock.end
    friend.post(f"/match/{match['id']}/leave", data={"seat": "1", "level": "random"})
    assert server.awake(match["id"]).clock.end == end


def test_no_time_runs_for_robots_and_stand_ins(server: Server) -> None:
    match = begin(server.client, None, None, clock=60)
    live = server.awake(match["id"])
    assert live.clock.seat == 0
    act(server.client, act(server.client, match))
    assert live.clock.seat == 1
    act(server.client, seen(server.client, match), "resign", seat=0)
    assert not live.clock.runs


def test_a_clock_is_one_of_a_few(server: Server) -> None:
    seats = [{"name": "Ada"}, {"name": "Blaise"}]
    body = {"game": "levelx", "seats": seats, "clock": 61}
    assert "clock" in problem(server.client.post("/api/matches", json=body), 422)["message"]


def test_without_a_clock_nobody_is_hurried(server: Server) -> None:
    match = begin(server.client)
    assert not server.awake(match["id"]).clock.runs
    assert "clock" not in lines_of(server, match)[0]

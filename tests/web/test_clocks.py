"""A match by the clock: whoever takes too long has one move made for them, seen or unseen."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.web.clock import Clock

from .following import Follower, eventually
from .friends import guest, invite, join, tokens_of
from .playing import SMALL_BOX, Data, act, begin, problem, seen
from .serving import House

SHORT = 30
MOMENT = 0.3


@pytest.fixture(autouse=True)
def short_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty seconds are over in a moment."""
    wind = Clock.wind

    def wound(clock: Clock, seat: int, seconds: float, then: Callable[[], None]) -> None:
        wind(clock, seat, MOMENT if seconds == SHORT else seconds, then)

    monkeypatch.setattr(Clock, "wind", wound)


def lines_of(house: House, match: Data) -> list[Data]:
    text = house.client.get(f"/api/matches/{match['id']}/record").text
    return [json.loads(line) for line in text.splitlines()]


def test_when_the_time_is_over_a_stand_in_makes_this_one_move(house: House) -> None:
    match = begin(house.client, clock=SHORT)
    eventually(lambda: seen(house.client, match)["seat"] == 1)
    header, *lines = lines_of(house, match)
    assert header["clock"] == SHORT
    first, *_ = (line for line in lines if "move" in line)
    assert first["by"] == "stand-in"
    assert house.awake(match["id"]).seating.stand_ins == {}


def test_a_match_by_the_clock_ends_though_nobody_looks(house: House) -> None:
    match = begin(house.client, None, "random", clock=SHORT, edition=SMALL_BOX)
    for _ in range(2):
        version = house.tables.store.load(match["id"]).version
        eventually(lambda: house.tables.store.load(match["id"]).version > version)  # noqa: B023


def test_time_runs_again_in_a_house_that_was_closed(tmp_path: Path) -> None:
    """The full time, and without anybody asking for the match."""
    with House(tmp_path / "matches") as house:
        match = begin(house.client, clock=SHORT)
    with House(tmp_path / "matches") as house:
        eventually(lambda: house.tables.store.load(match["id"]).version > 0)


def test_everybody_sees_how_much_time_is_left(house: House) -> None:
    maker, friend = guest(house), guest(house)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    with Follower(friend, match["id"], since=0) as follower:
        frame = follower.next()
        assert frame.event == "seats"
        assert frame.data["clock"]["seat"] == 0
        assert 50 < frame.data["clock"]["left"] <= 60
        act(maker, act(maker, seen(maker, match)))
        while frame.event != "seats" or frame.data["clock"]["seat"] == 0:
            frame = follower.next()
        assert frame.data["clock"]["seat"] == 1


def test_who_leaves_and_comes_back_gains_no_time(house: House) -> None:
    maker, friend = guest(house), guest(house)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    live = house.awake(match["id"])
    live.clock.end -= 20  # they have thought for a while
    end = live.clock.end
    place = f"/match/{match['id']}"
    with slow_robots(house):
        maker.post(f"{place}/leave", data={"seat": "0"})
        assert not live.clock.runs
        maker.post(f"{place}/return", data={"seat": "0"})
    assert live.clock.seat == 0
    assert live.clock.end == pytest.approx(end, abs=1)


@contextmanager
def slow_robots(house: House) -> Iterator[None]:
    """Robots take their time, as people do."""
    before, house.tables.config = house.tables.config, replace(house.config, bot_pauses=True)
    try:
        yield
    finally:
        house.tables.config = before


def test_who_comes_or_goes_gives_nobody_more_time(house: House) -> None:
    maker, friend = guest(house), guest(house)
    match = invite(maker, False, True, clock=60)
    join(friend, match, tokens_of(match)[1])
    end = house.awake(match["id"]).clock.end
    friend.post(f"/match/{match['id']}/leave", data={"seat": "1", "level": "random"})
    assert house.awake(match["id"]).clock.end == end


def test_no_time_runs_for_robots_and_stand_ins(house: House) -> None:
    match = begin(house.client, None, None, clock=60)
    live = house.awake(match["id"])
    assert live.clock.seat == 0
    act(house.client, act(house.client, match))
    assert live.clock.seat == 1
    act(house.client, seen(house.client, match), "resign", seat=0)
    assert not live.clock.runs


def test_a_clock_is_one_of_a_few(house: House) -> None:
    seats = [{"name": "Ada"}, {"name": "Blaise"}]
    body = {"game": "levelx", "seats": seats, "clock": 61}
    assert "clock" in problem(house.client.post("/api/matches", json=body), 422)["message"]


def test_without_a_clock_nobody_is_hurried(house: House) -> None:
    match = begin(house.client)
    assert not house.awake(match["id"]).clock.runs
    assert "clock" not in lines_of(house, match)[0]

"""Attacks on who is there: streams that take others' places, a network that is cut, sleep."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.web.access.stream_slots import Follower, NoSlot, StreamSlots
from ludotheque.web.config import Config
from ludotheque.web.live import presence, registry

from ..api_client import Data, act, begin, seen, told
from ..event_source import EventSource, eventually
from ..friends import gathering, invite, join, token_of, tokens_of
from ..server import PATIENCE, Server
from .raw import RawClient

SPECTATORS = 3
STREAMS_HERE = 4
DEVICE = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server") / "matches"
    with Server(
        folder,
        most_streams=SPECTATORS,
        streams_per_address=STREAMS_HERE,
        streams_per_device=DEVICE,
    ) as opened:
        yield opened


@pytest.fixture(autouse=True)
def quiet(server: Server) -> Iterator[None]:
    yield
    eventually(lambda: len(server.app.state.stream_slots) == 0)


def guest_at(server: Server, address: str, **more: Any) -> httpx.Client:
    return server.new_client(local=False, headers={"x-forwarded-for": address}, **more)


def friends_at(server: Server, address: str) -> tuple[httpx.Client, httpx.Client, Data]:
    """Two players behind one address: seat 0's device, seat 1's, and their match."""
    one, other = guest_at(server, address), guest_at(server, address)
    match = invite(one, False, True)
    join(other, match, tokens_of(match)[1])
    return one, other, match


def spectator(server: Server, match: Data, address: str) -> httpx.Client:
    client = guest_at(server, address)
    answer = client.post(f"/watch/{match['id']}", data={"token": token_of(match["watch"])})
    assert answer.status_code == 303
    return client


def status(client: httpx.Client, match: Data) -> int:
    with EventSource(client, match["id"], since=0) as source:
        return source.answer.status_code


def present(client: httpx.Client, match: Data) -> list[bool]:
    return [seat["present"] for seat in gathering(client, match)["seats"]]


# ---- Slots ---------------------------------------------------------------------------------------


def test_spectators_never_take_a_players_place(server: Server) -> None:
    one, other, match = friends_at(server, "203.0.113.1")
    with ExitStack() as open_:
        for number in range(SPECTATORS):
            # From the players' own address: that must not help either.
            watcher = spectator(server, match, "203.0.113.1")
            followed = open_.enter_context(EventSource(watcher, match["id"], since=0))
            assert followed.answer.status_code == 200, number
        refused = spectator(server, match, "203.0.113.2")
        with EventSource(refused, match["id"], since=0) as source:
            assert source.answer.status_code == 429
            assert source.answer.headers["retry-after"] == "10"
        for player in (one, other):
            assert status(player, match) == 200
        assert present(one, match) == [True, True]
        assert one.post(f"/match/{match['id']}/stand-in", data={"seat": "1"}).status_code == 409


def test_one_address_does_not_take_all_places_of_spectators(server: Server) -> None:
    matches = [friends_at(server, "203.0.113.3") for _ in range(2)]
    with ExitStack() as open_:
        for _, _, match in (matches[0], matches[0], matches[1], matches[1]):
            watcher = spectator(server, match, "203.0.113.4")
            source = open_.enter_context(EventSource(watcher, match["id"], since=0))
            assert source.answer.status_code == 200
        for address, expected in (("203.0.113.4", 429), ("203.0.113.5", 200)):
            assert status(spectator(server, match, address), match) == expected
        assert status(matches[0][0], matches[0][2]) == 200


def test_one_address_does_not_take_all_places_of_players(server: Server) -> None:
    """Whoever makes matches is a player in all of them."""
    with ExitStack() as open_:
        for _ in range(STREAMS_HERE):
            client = guest_at(server, "203.0.113.6")
            match = begin(client)
            open_.enter_context(EventSource(client, match["id"], since=0))
        client = guest_at(server, "203.0.113.6")
        assert status(client, begin(client)) == 429
        assert status(server.client, begin(server.client)) == 200
        neighbour = guest_at(server, "203.0.113.7")
        assert status(neighbour, begin(neighbour)) == 200


def test_a_device_that_opens_more_streams_gives_up_its_own_oldest(server: Server) -> None:
    one, other, match = friends_at(server, "203.0.113.8")
    with ExitStack() as open_:
        theirs = open_.enter_context(EventSource(other, match["id"], since=0))
        own = [
            open_.enter_context(EventSource(one, match["id"], since=0)) for _ in range(DEVICE + 1)
        ]
        assert events_until(own[0], "rest")
        act(one, seen(one, match))
        for source in (theirs, *own[1:]):
            assert events_until(source, "message")


def events_until(source: EventSource, name: str) -> bool:
    """Whether an event of this kind comes before the end."""
    while (frame := source.frame()) is not None:
        if frame.event == name:
            return True
    return False


def test_where_too_many_wait_the_next_is_answered_at_once(server: Server) -> None:
    follower = guest_at(server, "203.0.113.9")
    match = begin(follower)
    query = {"since": match["version"], "wait": 30}
    address = f"/api/matches/{match['id']}"
    cookies = dict(follower.cookies)

    def wait() -> None:
        guest_at(server, "203.0.113.9", cookies=cookies).get(address, params=query)

    waiting = [threading.Thread(target=wait) for _ in range(STREAMS_HERE)]
    for thread in waiting:
        thread.start()
    live = server.awake(match["id"])
    eventually(lambda: live.waiters == STREAMS_HERE)
    assert told(follower.get(address, params=query)) == match
    act(follower, match)
    for thread in waiting:
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Full:
    """A server with places for eight, two of them the local user's."""

    def __init__(self) -> None:
        self.slots = StreamSlots(Config(Path(), local_connections=2), 8)

    def taken(self, count: int, **who: Any) -> int:
        """How many of so many askers get a place, each in a match and from an address apart."""
        follower = Follower("", None, "", plays=True, is_local=False)
        found = 0
        for number in range(count):
            with suppress(NoSlot):
                self.slots.take(replace(follower, match=str(number), address=str(number), **who))
                found += 1
        return found


def test_where_a_server_is_full_the_local_user_still_has_a_place() -> None:
    full = Full()
    assert full.taken(20, plays=False) == 4  # spectators never take more than half
    assert full.taken(20) == 2
    assert full.taken(20, is_local=True) == 2


# ---- Presence ------------------------------------------------------------------------------------


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which presence is judged."""

    class Clock:
        monotonic = staticmethod(lambda: clock[0])

    clock = [float(round(time.monotonic()))]  # whole seconds, which add up exactly
    monkeypatch.setattr(presence, "time", Clock)
    return clock


def follow(server: Server, client: httpx.Client, match: Data, address: str) -> RawClient:
    """A player's stream, over a socket that the test reads, or does not."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return RawClient(server).send(
        f"GET /match/{match['id']}/live?since=0 HTTP/1.1\nHost: {{host}}\nCookie: {cookies}\n"
        f"X-Forwarded-For: {address}\n\n"
    )


def beat_of(stream: RawClient) -> str:
    stream.until(b"event: beat\ndata: ")
    beat: str = json.loads(stream.until(b"\n\n"))["beat"]
    return beat


def answer(client: httpx.Client, match: Data, beat: str) -> httpx.Response:
    return client.post(f"/match/{match['id']}/here", headers={"x-beat": beat})


def test_a_player_whose_network_is_cut_is_away_though_the_connection_stays_open(
    server: Server, now: list[float]
) -> None:
    """Nothing is closed here: the socket simply answers no longer."""
    one, other, match = friends_at(server, "203.0.113.10")
    act(one, act(one, seen(one, match)))  # now it is seat 1's turn
    stand_in = (f"/match/{match['id']}/stand-in", {"seat": "1"})
    with follow(server, other, match, "203.0.113.10") as cut:
        beat = beat_of(cut)
        now[0] += 20
        assert answer(other, match, beat).status_code == 204
        now[0] += 20
        seen(one, match)
        assert present(one, match) == [True, True]
        now[0] += 6  # twenty-six seconds after the last answer
        assert present(one, match) == [True, False]
        assert one.post(stand_in[0], data=stand_in[1]).status_code == 409
        now[0] += 4
        assert server.awake(match["id"]).followers == 1
        assert one.post(stand_in[0], data=stand_in[1]).status_code == 303
        eventually(lambda: seen(one, match)["seat"] == 0)


def test_those_who_follow_hear_by_themselves_that_somebody_was_cut_off(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No request has to come: the server looks when the next player could have become absent."""
    monkeypatch.setattr(presence, "PRESENCE_SECONDS", 0.3)
    one, other, match = friends_at(server, "203.0.113.16")
    with (
        follow(server, other, match, "203.0.113.16") as cut,
        EventSource(one, match["id"], since=0) as source,
    ):
        beat_of(cut)
        seats = [True, True]
        while seats[1]:
            frame = source.next()
            seats = [seat["present"] for seat in frame.data.get("seats", ())] or seats


def test_who_comes_back_is_there_at_once(server: Server, now: list[float]) -> None:
    one, other, match = friends_at(server, "203.0.113.11")
    with follow(server, other, match, "203.0.113.11") as stream:
        beat = beat_of(stream)
        now[0] += 100
        assert present(one, match) == [False, False]
        with EventSource(one, match["id"], since=0) as source:
            while source.next().event != "seats":
                pass
            answer(other, match, beat)
            assert source.next().data["seats"][1] == {
                "present": True,
                "stand_in": None,
                "away": False,
                "resigned": False,
            }


def test_a_program_that_polls_is_there_as_long_as_it_does(server: Server, now: list[float]) -> None:
    one, other, match = friends_at(server, "203.0.113.12")
    for _ in range(5):
        now[0] += presence.LONGEST_POLL
        seen(other, match)
        assert present(one, match)[1]
        # Nobody else's requests count for the player.
        seen(one, match)
    now[0] += presence.PRESENCE_SECONDS
    seen(one, match)
    assert present(one, match) == [True, False]


def test_a_players_poll_ends_in_time_for_the_next_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.web.commands.play.LONGEST_POLL", 0.01)
    _, other, match = friends_at(server, "203.0.113.13")
    stands = seen(other, match)
    query = {"since": stands["version"], "wait": 30}
    assert told(other.get(f"/api/matches/{match['id']}", params=query)) == stands


def test_a_stranger_cannot_answer_for_a_player(server: Server, now: list[float]) -> None:
    one, other, match = friends_at(server, "203.0.113.14")
    stranger = guest_at(server, "203.0.113.15")
    watcher = spectator(server, match, "203.0.113.15")
    with follow(server, other, match, "203.0.113.14") as stream:
        beat_of(stream)
        now[0] += presence.PRESENCE_SECONDS
        assert answer(stranger, match, "x").status_code == 404
        assert answer(watcher, match, "x").status_code == 204
        assert present(one, match) == [False, False]


def test_a_flood_from_the_same_address_does_not_make_a_player_absent(
    server: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("paced") / "matches"
    with Server(folder, commands_per_second=0.001, commands_at_once=5) as paced:
        one = guest_at(paced, "203.0.113.1")
        match = invite(one, False, True)
        other = guest_at(paced, "203.0.113.2")
        join(other, match, tokens_of(match)[1])
        flood = guest_at(paced, "203.0.113.2")
        while flood.post("/settings").status_code != 429:
            pass
        with follow(paced, other, match, "203.0.113.2") as stream:
            beat = beat_of(stream)
            for path in ("/settings", f"/match/{match['id']}/do"):
                assert other.post(path, headers={"x-beat": beat}).status_code == 429
            assert answer(other, match, beat).status_code == 204
            # One beat excuses one request.
            assert answer(other, match, beat).status_code == 429
        assert paced.client.post("/settings").status_code == 303


# ---- Sleep ---------------------------------------------------------------------------------------


def test_who_waits_for_a_match_keeps_it_awake(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, the match was put to sleep, loaded again, and the first copy never changed."""
    monkeypatch.setattr(registry, "MOST_LOADED", 2)
    match = begin(server.client)
    query = {"since": match["version"], "wait": 30}
    answers: list[Data] = []

    def wait() -> None:
        waiting = server.new_client()
        answers.append(told(waiting.get(f"/api/matches/{match['id']}", params=query)))

    thread = threading.Thread(target=wait)
    live = server.awake(match["id"])
    thread.start()
    eventually(lambda: live.waiters == 1)
    for _ in range(4):
        begin(server.client)
    assert server.awake(match["id"]) is live
    moved = act(server.client, match)
    thread.join(PATIENCE)
    assert answers == [moved]

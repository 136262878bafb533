"""Presence, stand-in bots and leaving a match."""

import asyncio
import json
import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.games import find
from ludotheque.table.resignations import STAND_IN
from ludotheque.table.verification import verify
from ludotheque.web.commands import social
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.presence import (
    AWAY_SECONDS,
    BEAT_SECONDS,
    LONGEST_POLL,
    PRESENCE_SECONDS,
    RECENT_SECONDS,
    Emotes,
    Presence,
)

from .api_client import SMALL_BOX, Data, act, after_waiting, begin, problem, seen
from .event_source import EventSource, eventually
from .friends import gathering, guest, invite, join, tokens_of, two_friends
from .server import PATIENCE, Server
from .socket_client import SocketClient


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set."""
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


def test_who_has_given_a_sign_of_life_is_there_for_a_while(now: list[float]) -> None:
    presence = Presence()
    assert not presence.is_present(0)
    assert presence.see({0, 1})
    now[0] += PRESENCE_SECONDS - 1
    assert not presence.see({0})
    now[0] += 2
    assert presence.is_present(0)
    assert not presence.is_present(1)
    assert presence.absence(1) == PRESENCE_SECONDS + 1
    assert presence.see({1})


def test_a_cut_network_is_noticed_and_a_bot_may_play_within_thirty_seconds() -> None:
    """A page answers every beat at once, a program asks again when its poll is answered."""
    assert BEAT_SECONDS * 3 <= PRESENCE_SECONDS < AWAY_SECONDS <= 30
    assert LONGEST_POLL < PRESENCE_SECONDS


def test_it_is_known_when_the_next_player_becomes_absent_or_away(now: list[float]) -> None:
    presence = Presence()
    assert presence.next_change([0, 1]) == PRESENCE_SECONDS
    now[0] += 2
    presence.see({1})
    assert presence.next_change([0, 1]) == PRESENCE_SECONDS - 2
    assert presence.next_change([1]) == PRESENCE_SECONDS
    now[0] += PRESENCE_SECONDS
    assert presence.next_change([0, 1]) == AWAY_SECONDS - PRESENCE_SECONDS - 2
    now[0] += AWAY_SECONDS
    assert presence.next_change([0, 1]) == math.inf


def test_absence_counts_from_when_anybody_could_be_seen(now: list[float]) -> None:
    presence = Presence()
    now[0] += 70
    assert presence.absence(3) == 70
    presence.see({3})
    assert presence.absence(3) == 0


def test_a_seat_is_heard_every_two_seconds(now: list[float]) -> None:
    reactions = Emotes()
    assert reactions.send(0, "bravo")
    assert not reactions.send(0, "ouch")
    assert reactions.send(1, "ouch")
    now[0] += 2
    assert reactions.send(0, "phew")
    first, *later = reactions.after(0)
    assert [each.what for each in reactions.after(first.number)] == ["ouch", "phew"]
    assert [each.what for each in later] == ["ouch", "phew"]


def test_who_has_missed_an_emote_hears_of_it_only_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As at another node, which has begun to follow the match after it."""
    seconds = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: seconds[0])
    emotes = Emotes()
    assert emotes.send(0, "bravo")
    seconds[0] += RECENT_SECONDS / 2
    assert [each.what for each in emotes.recent] == ["bravo"]
    seconds[0] += RECENT_SECONDS
    assert emotes.recent == []
    assert [each.what for each in emotes.after(0)] == ["bravo"]


def next_news(source: EventSource) -> Data:
    frame = source.next()
    while frame.event != "seats":
        frame = source.next()
    return frame.data


def test_those_who_follow_are_told_who_comes(server: Server) -> None:
    one, other, match = two_friends(server)
    with EventSource(one, match["id"], since=0) as source:
        news = next_news(source)
        assert [seat["present"] for seat in news["seats"]] == [True, False]
        with EventSource(other, match["id"], since=0):
            news = next_news(source)
            assert [seat["present"] for seat in news["seats"]] == [True, True]


def test_at_one_screen_nobody_needs_to_be_told_who_is_there(server: Server) -> None:
    match = begin(server.client)
    with EventSource(server.new_client(), match["id"], since=0) as source:
        act(server.client, match)
        assert source.next().event == "message"


def test_a_program_that_asks_is_there(server: Server) -> None:
    _, other, match = two_friends(server)
    seen(other, match)
    assert gathering(other, match)["seats"][1]["present"]


# ---- Leaving and coming back ---------------------------------------------------------------------


def leave(client: httpx.Client, match: Data, seat: int, level: str = "random") -> httpx.Response:
    fields = {"seat": str(seat), "level": level}
    return client.post(f"/match/{match['id']}/leave", data=fields)


def test_a_robot_plays_for_who_has_left_and_the_record_says_so(server: Server) -> None:
    one, other, match = two_friends(server, edition=SMALL_BOX)
    assert leave(other, match, 1).status_code == 303
    chance = random.Random(1)
    stands = seen(one, match)
    while stands["waits_for"] != "end":
        if stands["seat"] == 1:
            stands = after_waiting(one, stands)
            continue
        move = {"move": chance.choice(stands["moves"])} if stands["moves"] else {}
        stands = act(one, stands, **move)
    text = one.get(f"/api/matches/{match['id']}/record").text
    moves = [line for line in map(json.loads, text.splitlines()) if "move" in line]
    assert {line.get("by") for line in moves if line["seat"] == 1} == {"stand-in"}
    assert {line.get("by") for line in moves if line["seat"] == 0} == {None}
    report = verify(text, find)
    assert report.verdict == "proven"
    assert report.stand_ins == sum(line["seat"] == 1 for line in moves)


def test_the_level_of_a_stand_in_may_be_named_without_its_accent(server: Server) -> None:
    _, other, match = two_friends(server)
    assert leave(other, match, 1, "maitre").status_code == 303
    assert server.awake(match["id"]).seating.stand_ins == {1: "maître"}


def test_the_log_names_the_stand_in(server: Server) -> None:
    one, other, match = two_friends(server)
    leave(other, match, 1)
    moved = act(one, act(one, seen(one, match)))
    eventually(lambda: seen(one, match)["version"] >= moved["version"] + 5)
    with SocketClient(server, match["id"], one) as socket:
        told = [frame.get("said") or "" for frame in socket.until(moved["version"] + 5)]
    assert any("(remplaçant)" in sentence for sentence in told)


def test_who_acts_again_is_back(server: Server) -> None:
    one, other, match = two_friends(server)
    leave(other, match, 1)
    assert server.awake(match["id"]).seating.stand_ins == {1: "random"}
    stands = seen(other, match)
    problem(other.post(f"/api/matches/{match['id']}/commands", json=resigning(stands, 0)), 403)
    assert server.awake(match["id"]).seating.stand_ins == {1: "random"}
    other.post(f"/api/matches/{match['id']}/commands", json=resigning(stands, 1))
    assert server.awake(match["id"]).seating.stand_ins == {}
    assert seen(one, match)["result"]["seat"] == 1


def resigning(match: Data, seat: int) -> Data:
    return {"kind": "resign", "seat": seat, "version": match["version"]}


def test_who_is_back_says_so(server: Server) -> None:
    one, other, match = two_friends(server)
    leave(other, match, 1)
    address = f"/match/{match['id']}/return"
    assert one.post(address, data={"seat": "1"}).status_code == 403
    assert other.post(address, data={"seat": "1"}).status_code == 303
    moved = act(one, act(one, seen(one, match)))
    time.sleep(0.1)
    stands = seen(other, match)
    assert (stands["seat"], stands["version"]) == (1, moved["version"])


class Slow:
    """A robot that thinks for as long as a test wants it to."""

    def __init__(self) -> None:
        self.thinks, self.may_move = threading.Event(), threading.Event()

    async def think(self, choose: Callable[..., str], *arguments: Any) -> str:
        self.thinks.set()
        while not self.may_move.is_set():
            await asyncio.sleep(0.002)
        return choose(*arguments)


def test_who_is_back_plays_though_the_robot_has_begun_to_think(server: Server) -> None:
    one, other, match = two_friends(server)
    act(one, act(one, seen(one, match)))
    rolled = act(other, seen(other, match))
    live, slow = server.awake(match["id"]), Slow()
    with patched_think(live, slow):
        leave(other, match, 1)
        assert slow.thinks.wait(PATIENCE)
        other.post(f"/match/{match['id']}/return", data={"seat": "1"})
        slow.may_move.set()
        eventually(lambda: live._bot_task is not None and live._bot_task.done())
        stands = seen(other, match)
    assert (stands["seat"], stands["version"]) == (1, rolled["version"])
    act(other, stands)


@contextmanager
def patched_think(live: LiveMatch, slow: Slow) -> Iterator[None]:
    """All robots of the match think slowly."""
    before, live.think = live.think, slow.think
    try:
        yield
    finally:
        live.think = before


def test_the_others_cannot_choose_who_plays_for_somebody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would choose the weakest."""
    one, other, match = two_friends(server)
    act(one, act(one, seen(one, match)))
    slow = Slow()
    monkeypatch.setattr(social, "AWAY_SECONDS", 0.0)
    address, fields = f"/match/{match['id']}/stand-in", {"seat": "1", "level": "random"}
    with patched_think(server.awake(match["id"]), slow):
        leave(other, match, 1, "expert")
        assert one.post(address, data=fields).status_code == 409
        assert server.awake(match["id"]).seating.stand_ins == {1: "expert"}
        other.post(f"/match/{match['id']}/return", data={"seat": "1"})
        assert one.post(address, data=fields).status_code == 303
        assert server.awake(match["id"]).seating.stand_ins == {1: STAND_IN}
        slow.may_move.set()


def test_a_stand_in_survives_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        one, other, match = two_friends(server)
        leave(other, match, 1, "débutant")
        device = one.cookies["device"]
    with Server(tmp_path / "matches") as server:
        one = guest(server, cookies={"device": device})
        moved = act(one, act(one, seen(one, match)))
        eventually(lambda: seen(one, match)["seat"] == 0)
        assert seen(one, match)["version"] > moved["version"]


def test_nobody_can_send_somebody_away(server: Server) -> None:
    one, _, match = two_friends(server)
    assert leave(one, match, 1).status_code == 403
    assert leave(one, match, 0, "nobody").status_code == 422
    assert leave(one, match, 5).status_code == 422


def test_the_others_go_on_without_who_is_away_in_their_turn(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, match = two_friends(server)
    seen(other, match)
    address, fields = f"/match/{match['id']}/stand-in", {"seat": "1", "level": "random"}
    assert one.post(address, data=fields).status_code == 409  # it is not their turn
    moved = act(one, act(one, seen(one, match)))
    assert one.post(address, data=fields).status_code == 409  # they are there
    monkeypatch.setattr(social, "AWAY_SECONDS", 0.0)
    assert one.post(address, data=fields).status_code == 303
    eventually(lambda: seen(one, match)["seat"] == 0)
    assert seen(one, match)["version"] > moved["version"]
    assert one.post(address, data={**fields, "seat": "0"}).status_code in (303, 409)


def test_a_match_that_is_over_cannot_be_left(server: Server) -> None:
    _, other, match = two_friends(server)
    act(other, seen(other, match), "resign", seat=1)
    assert leave(other, match, 1).status_code == 409


def test_a_watched_match_is_played_on_by_a_stand_in(server: Server) -> None:
    """In Les Trotteurs with manual vigilance, too."""
    one, other = guest(server, cookies={"pace": "instant"}), guest(server)
    options = {"vigilance": "manual"}
    match = invite(one, False, True, game="trotteurs", options=options)
    join(other, match, tokens_of(match)[1])
    leave(one, match, 0, "maître")
    leave(other, match, 1, "random")
    eventually(lambda: seen(one, match)["waits_for"] == "end")
    report = verify(one.get(f"/api/matches/{match['id']}/record").text, find)
    assert report.verdict == "proven"
    assert report.stand_ins == report.moves


def test_a_rematch_is_announced_to_everybody(server: Server) -> None:
    one, other, match = two_friends(server)
    over = act(other, seen(other, match), "resign", seat=1)
    with EventSource(other, match["id"], since=over["version"]) as source:
        assert next_news(source)["rematch"] is None
        again = one.post(f"/match/{match['id']}/rematch").headers["location"]
        news = next_news(source)
        while news["rematch"] is None:
            news = next_news(source)
        assert again.endswith(news["rematch"])
    assert other.get(again).status_code == 200

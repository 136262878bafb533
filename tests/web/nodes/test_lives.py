"""What is more than moves, across nodes: lobbies, presence, emotes, clocks, reaction windows."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ludotheque.store.changes import Append, Change
from ludotheque.store.stored import News, Shown
from ludotheque.store.writer import Answered, Writer
from ludotheque.web.live.clock import Clock
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.nodes import nodes
from ludotheque.web.nodes.client import NodeClient, NodeSilent
from ludotheque.web.nodes.replicas import due_now

from .. import reaction_windows
from ..api_client import act, begin, command, seen, send, told
from ..event_source import eventually
from ..friends import guest, invite, join, tokens_of
from ..server import Server
from ..socket_client import SocketClient
from .conftest import House

SOME_SECONDS = 3.0


def at(server: Server, person: httpx.Client) -> httpx.Client:
    """The same device, at another node."""
    return server.new_client(local=False, cookies=dict(person.cookies), headers=person.headers)


def test_friends_meet_in_a_lobby_and_play_each_at_a_node_of_their_own(house: House) -> None:
    first, second = house.node(), house.node()
    ada, ben = guest(first), guest(second)
    made = invite(ada, False, True)
    assert told(at(second, ada).get(f"/api/matches/{made['id']}/gathering"))["links"]
    join(ben, made, tokens_of(made)[1])
    match = seen(ada, made)
    assert seen(ben, match)["version"] == match["version"]
    with (
        SocketClient(first, made["id"], ada) as adas,
        SocketClient(second, made["id"], ben) as bens,
    ):
        for socket in (adas, bens):
            while not all(each["present"] for each in socket.next("seats")["seats"]):
                pass
        said = ben.post(f"/match/{made['id']}/react", data={"seat": 1, "what": "bravo"})
        assert said.status_code == 204, said.text
        for socket in (adas, bens):
            assert socket.next("emote")["what"] == "bravo"
        for _ in range(6):
            player = (adas, bens)[match["seat"]]
            answer = player.do(command(match))
            assert answer["ok"], answer
            match = seen((ada, ben)[match["seat"]], match)
            assert match["version"] == answer["version"]
            if match["seat"] is not None:
                match = seen((ada, ben)[match["seat"]], match)
        assert adas.until(match["version"])
        assert bens.until(match["version"])


def test_a_node_that_has_just_come_is_not_taken_for_one_that_is_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node's list of who is alive is a second old, and its answer takes a moment."""
    first, second = house.node(), house.node()
    ada, ben = guest(first), guest(second)
    made = invite(ada, False, True)
    monkeypatch.setattr(nodes.Nodes, "_note_alive", lambda *_: None)
    monkeypatch.setattr(nodes, "LOOK_SECONDS", 0.0)
    second.app.state.nodes.alive = {}
    join(ben, made, tokens_of(made)[1])
    assert seen(ada, made)["version"] == seen(ben, made)["version"]


def test_a_node_that_does_not_answer_is_named_as_what_is_wrong(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = house.node(), house.node()
    made = invite(guest(first), False, True)

    async def silent(*_: object) -> None:
        raise NodeSilent

    monkeypatch.setattr(NodeClient, "pass_on", silent)
    ben, token = guest(second), tokens_of(made)[1]
    refused = ben.post(f"/api/matches/{made['id']}/join", json={"token": token})
    assert refused.status_code == 503
    assert "ne répond pas" in refused.json()["message"]


def test_reaction_windows_show_the_same_versions_at_every_node_and_after_a_takeover(
    house: House,
) -> None:
    second = house.node()
    first = Server(house.folder, opened := house.open_store())
    frames: dict[str, list[Any]] = {"here": [], "there": []}

    def throw(server: Server, match: Any, *sockets: tuple[str, SocketClient]) -> Any:
        match = seen(server.client, match)
        assert match["waits_for"] == "roll"
        told(send(server.client, match, command(match)))
        for name, socket in sockets:
            while True:
                frames[name].append(frame := socket.next())
                if frame["version"] > match["version"] and frame["waits_for"] == "roll":
                    break
        return seen(server.client, match)

    with opened:
        with first:
            match = reaction_windows.begin(first.client, rounds=9)
            there = SocketClient(second, match["id"])
            with SocketClient(first, match["id"]) as here:
                for server in (first, second):
                    match = throw(server, match, ("here", here), ("there", there))
            assert [each["version"] for each in frames["here"]] == [
                each["version"] for each in frames["there"]
            ]
        live = second.registry.loaded[match["id"]]
        eventually(lambda: live.owner is None)
    with there:
        match = throw(second, match, ("there", there))
        versions = [each["version"] for each in frames["there"]]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        assert versions[-1] == match["version"]


def test_a_step_is_due_when_a_later_one_is(house: House) -> None:
    """After a slow commit the first may have been shown before its time."""
    server = house.node()
    match = reaction_windows.begin(server.client, rounds=9)
    live = server.registry.loaded[match["id"]]
    assert isinstance(live, LiveMatch)

    def due(*ages: float) -> list[int]:
        steps = [Shown(number, 0, "move", None, None, age) for number, age in enumerate(ages, 1)]
        found = due_now(live, News("another", 0, None, [], tuple(steps)))
        assert len(found.shown) + found.not_due == len(ages)
        return [each.version for each in found.shown]

    assert due(0.5, 0.1) == [1, 2]
    assert due(0.1, -0.1) == [1]
    assert due(-0.1, 0.1, -0.2) == [1, 2]
    assert due(-0.2, -0.1) == []


def test_who_takes_a_match_over_before_its_first_throw_stores_all_that_was_shown(
    house: House,
) -> None:
    second = house.node()
    first = Server(house.folder, opened := house.open_store())
    with opened:
        with first:
            match = reaction_windows.begin(first.client, rounds=9)
            there = SocketClient(second, match["id"])
            there.until(match["version"])
        eventually(lambda: second.registry.loaded[match["id"]].owner is None)
    with there:
        told(send(second.client, match, command(match)))
        frames = [frame := there.next()]
        while frame["waits_for"] != "roll":
            frames.append(frame := there.next())
    stored = second.registry.store.load(match["id"]).shown
    assert [each.version for each in stored] == [0, *(each["version"] for each in frames)]
    assert [each.kind for each in stored[1:]] == [each["kind"] for each in frames]


def test_the_clock_of_a_node_that_leaves_is_run_by_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have come and gone before its first sign of life is heard."""
    monkeypatch.setattr(nodes, "PICK_UP_SECONDS", 0.5)
    second = house.node()
    with house.open_store() as opened, Server(house.folder, opened) as first:
        match = begin(first.client, clock=30)
        assert match["id"] not in second.registry.loaded

    def runs() -> bool:
        live = second.registry.loaded.get(match["id"])
        return isinstance(live, LiveMatch) and live.owner is None and live.clock.runs

    eventually(runs)


def test_the_clock_of_a_match_that_is_handed_over_goes_on(house: House) -> None:
    """Who comes to one node and then to the other has no more time for it."""
    first, second = house.node(), house.node()
    match = begin(first.client, clock=60)
    time.sleep(SOME_SECONDS)
    match = seen(second.client, match)
    for _ in range(nodes.TO_HAND_OVER):
        stale = {**command(match), "version": match["version"] + 1}
        assert send(second.client, match, stale).status_code == 409
    live = second.registry.loaded[match["id"]]
    assert isinstance(live, LiveMatch)
    eventually(lambda: live.owner is None and live.clock.runs)
    assert live.clock.end - second.loop.time() < 60 - SOME_SECONDS / 2


def test_every_command_of_people_robots_and_clocks_has_an_id_of_its_own(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wind, write, commands = Clock.start, Writer.write, list[Append]()

    def wound(clock: Clock, seat: int, _: float, then: Callable[[], None]) -> None:
        wind(clock, seat, 0.2, then)

    def noted(writer: Writer, change: Change, answer: Answered) -> None:
        if isinstance(change, Append):
            commands.append(change)
        write(writer, change, answer)

    def movers() -> set[object]:
        events = [json.loads(text) for each in commands for text in each.event_texts]
        return {(event["seat"], event.get("by")) for event in events if "move" in event}

    monkeypatch.setattr(Writer, "write", noted)
    server = house.node()
    match = begin(server.client, None, "random", clock=30)
    while match["seat"] == 0:
        match = act(server.client, match)
    monkeypatch.setattr(Clock, "start", wound)
    with SocketClient(server, match["id"]):
        eventually(lambda: movers() == {(0, None), (1, None), (0, "stand-in")})
    ids = [each.command for each in commands]
    assert None not in ids
    assert len(set(ids)) == len(ids)


def test_robots_play_for_somebody_who_watches_at_another_node(house: House) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client, None, "random")
    with SocketClient(second, match["id"]) as socket:
        while match["seat"] == 0:
            assert socket.do(command(match))["ok"]
            match = seen(second.client, match)
        while socket.next().get("seat") != 0:
            pass

"""How the matches of a device stand: one request for all of them, and one socket."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.web.live.match import LiveMatch
from ludotheque.web.pages import shelf
from ludotheque.web.transport.sinks import UNREADABLE

from .api_client import Data, act, begin, seen
from .event_source import eventually
from .friends import guest, invite, join, tokens_of, two_friends
from .server import Server
from .socket_client import SocketClient
from .test_damage import damage


def stands(client: httpx.Client, **query: Any) -> dict[str, Data]:
    """By the ids of the matches."""
    answer = client.get("/stands", params=query)
    assert answer.status_code == 200
    return {each.pop("id"): each for each in answer.json()["matches"]}


def forget(server: Server, match: Data) -> None:
    """Unload a match, as is done with the least recently used."""
    server.registry._loaded.pop(match["id"])


def test_one_request_tells_each_player_whose_turn_it_is_in_all_matches(server: Server) -> None:
    one, other, match = two_friends(server)
    alone = begin(one, None, None)
    first, second = stands(one), stands(other)
    assert first.keys() == {match["id"], alone["id"]}
    assert second.keys() == {match["id"]}
    assert first[match["id"]]["your_turn"]
    assert not second[match["id"]]["your_turn"]
    assert first[alone["id"]]["sentence"]
    assert stands(guest(server)) == {}


def test_a_match_that_is_over_or_not_the_caller_s_is_not_told_of(server: Server) -> None:
    client = guest(server)
    over = act(client, begin(client), "resign", seat=0)
    begin(guest(server))
    assert over["id"] not in stands(client)
    assert stands(client) == {}


def test_a_lobby_says_who_is_waited_for(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    gathers = stands(maker)[match["id"]]
    assert "Blaise" in gathers["sentence"]
    assert not gathers["your_turn"]
    join(friend, match, tokens_of(match)[1])
    assert "Ada" in stands(friend)[match["id"]]["sentence"]  # the match has begun


def test_asked_again_it_tells_of_what_is_in_memory_and_loads_nothing(server: Server) -> None:
    client = guest(server)
    loaded, unloaded = begin(client), begin(client)
    forget(server, unloaded)
    assert stands(client, again="true").keys() == {loaded["id"]}
    assert server.registry.in_memory(unloaded["id"]) is None
    assert stands(client).keys() == {loaded["id"], unloaded["id"]}


def test_a_request_loads_for_a_while_and_says_that_there_is_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = guest(server)
    matches = [begin(client) for _ in range(3)]
    for match in matches:
        forget(server, match)
    monkeypatch.setattr(shelf, "LOADING_SECONDS", -1)
    answer = client.get("/stands").json()
    assert answer == {"matches": [], "more": True}
    monkeypatch.undo()
    answer = client.get("/stands").json()
    assert (len(answer["matches"]), answer["more"]) == (3, False)


def test_a_damaged_match_does_not_hide_the_others(server: Server) -> None:
    client = guest(server)
    good, bad = begin(client), begin(client)
    forget(server, bad)
    damage(server.registry.store.folder, bad["id"], "private", "no JSON")
    assert client.get(f"/match/{bad['id']}").status_code == 500
    assert stands(client).keys() == {good["id"]}


def told_of_all(server: Server, client: httpx.Client, **headers: str) -> SocketClient:
    return SocketClient(server, "", client, path="/stands/socket", **headers)


def next_stands(socket: SocketClient) -> dict[str, Data]:
    return {each.pop("id"): each for each in socket.next("stands")["matches"]}


def test_a_socket_tells_of_all_matches_and_then_of_each_that_changes(server: Server) -> None:
    one, other, match = two_friends(server)
    alone = begin(one, None, None)
    with told_of_all(server, one) as first, told_of_all(server, other) as second:
        before = next_stands(first)
        assert before == stands(one)
        assert next_stands(second).keys() == {match["id"]}
        act(one, alone)
        after = next_stands(first)
        assert after.keys() == {alone["id"]}
        assert after[alone["id"]] == stands(one)[alone["id"]] != before[alone["id"]]
        match = act(one, act(one, seen(one, match)))
        told = next_stands(second)
        while not told[match["id"]]["your_turn"]:  # after the roll, and after the move
            told = next_stands(second)
        assert told == stands(other)


def test_a_socket_tells_of_a_match_that_has_to_be_loaded_when_somebody_plays(
    server: Server,
) -> None:
    one, other, match = two_friends(server)
    match = act(one, seen(one, match))
    forget(server, match)
    with told_of_all(server, other) as socket:
        act(one, match)
        assert next_stands(socket).keys() == {match["id"]}


def test_a_socket_tells_of_a_lobby_until_its_match_has_begun(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True)
    with told_of_all(server, maker) as socket:
        assert "Blaise" in next_stands(socket)[match["id"]]["sentence"]
        join(friend, match, tokens_of(match)[1])
        told = next_stands(socket)
        while not told[match["id"]]["your_turn"]:
            told = next_stands(socket)
        assert told == stands(maker)


def test_who_no_longer_has_a_seat_is_told_nothing_more_of_the_match(server: Server) -> None:
    one, other, match = two_friends(server)
    alone = begin(one, None, None)
    with told_of_all(server, other) as socket:
        next_stands(socket)
        live, foreign = (server.registry.in_memory(each["id"]) for each in (match, alone))
        assert isinstance(live, LiveMatch)
        assert foreign is not None
        live.seating = foreign.seating
        act(one, act(one, seen(one, match)))
        assert live.match.waits_for.seat == 1  # which the friend would be told
        assert stands(other) == {}
        with pytest.raises(TimeoutError):
            socket.socket.recv(timeout=0.5)


def test_the_socket_of_all_matches_is_refused_to_other_origins_and_takes_no_messages(
    server: Server,
) -> None:
    client = guest(server)
    with pytest.raises(InvalidStatus, match="403"):
        told_of_all(server, client, Origin="http://elsewhere.test")
    with told_of_all(server, client) as socket:
        socket.send({"id": 1})
        with pytest.raises(ConnectionClosed) as closed:
            socket.next("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == UNREADABLE


def test_a_device_has_a_few_such_sockets_and_the_oldest_makes_room(server: Server) -> None:
    client = guest(server)
    begin(client)
    with ExitStack() as opened:
        few = server.app.state.config.streams_per_device
        sockets = [opened.enter_context(told_of_all(server, client)) for _ in range(few + 1)]
        assert sockets[0].next("rest")
        begun = len(server.app.state.stream_slots)
    assert begun <= few
    eventually(lambda: not server.registry.standings._readers)

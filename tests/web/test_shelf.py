"""How the matches of a device stand: one request for all of them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from ludotheque.web.pages import shelf

from .api_client import Data, act, begin
from .friends import guest, invite, join, tokens_of, two_friends
from .server import Server
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

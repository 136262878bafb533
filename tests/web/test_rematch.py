"""A match has one rematch, however often, by whom and in which server it is asked for."""

from __future__ import annotations

from pathlib import Path

import httpx

from .api_client import Data, act, begin, seen
from .friends import guest, invite, join, tokens_of
from .server import Server, at_once


def rematch(client: httpx.Client, match: Data) -> str:
    answer = client.post(f"/match/{match['id']}/rematch")
    assert answer.status_code == 303
    place: str = answer.headers["location"]
    return place


def over(client: httpx.Client, *bots: str | None) -> Data:
    match = begin(client, *bots)
    return act(client, match, "resign")


def test_five_requests_make_one_rematch(server: Server) -> None:
    match = over(server.client)
    before = len(server.client.get("/api/matches").json())
    assert len({rematch(server.client, match) for _ in range(5)}) == 1
    assert len(server.client.get("/api/matches").json()) == before + 1


def test_five_requests_at_once_make_one_rematch(server: Server) -> None:
    match = over(server.client)
    before = len(server.client.get("/api/matches").json())
    address = f"/match/{match['id']}/rematch"
    answers = at_once(server, 5, lambda client: client.post(address))
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len(server.client.get("/api/matches").json()) == before + 1


def test_after_a_restart_and_after_its_end_it_is_the_same_rematch(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = over(server.client)
        first = rematch(server.client, match)
    with Server(tmp_path / "matches") as server:
        assert rematch(server.client, match) == first
        again = {"id": first.rpartition("/")[2]}
        act(server.client, seen(server.client, again), "resign")
        assert rematch(server.client, match) == first
        assert rematch(server.client, again) not in (first, f"/match/{match['id']}")


def test_friends_who_ask_from_their_own_devices_meet_in_one_rematch(server: Server) -> None:
    one, other = guest(server), guest(server)
    match = invite(one, False, True)
    join(other, match, tokens_of(match)[1])
    act(other, seen(other, match), "resign", seat=1)
    assert rematch(one, match) == rematch(other, match) == rematch(one, match)


def test_a_rematch_that_was_deleted_can_be_made_again(server: Server) -> None:
    match = over(server.client)
    again = rematch(server.client, match).rpartition("/")[2]
    assert server.client.delete(f"/api/matches/{again}").status_code == 204
    assert seen(server.client, {"id": rematch(server.client, match).rpartition("/")[2]})

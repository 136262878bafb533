"""A server that guests fill with matches: it stays open to others, and its owner is told."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from ludotheque.store.folder import DATABASE
from ludotheque.web.access.creation import CreationLimit, TooManyMatches

from .api_client import Data, act, begin, problem
from .friends import join, tokens_of
from .server import Server

MOST, RESERVE = 12, 4
LEVELX = {"game": "levelx", "seats": [{"name": "Ada"}, {"name": "Bob"}], "options": {"first": 0}}
LOBBY = {"game": "levelx", "seats": [{"name": "Ada"}, {"name": "Bob", "friend": True}]}
AGAINST_ROBOT = {**LEVELX, "seats": [{"name": "Ada"}, {"name": "R", "bot": "random"}]}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "matches", most_matches=MOST, local_matches=RESERVE) as opened:
        yield opened


def stranger(server: Server) -> httpx.Client:
    return server.new_client(local=False, headers={"accept-language": "en"})


def create(client: httpx.Client, what: Data = LEVELX) -> Data:
    answer = client.post("/api/matches", json=what)
    assert answer.status_code == 201, answer.text
    made: Data = answer.json()
    return made


def fill(server: Server, guest: httpx.Client, what: Data = LEVELX) -> list[str]:
    """Create matches until the server refuses; their ids."""
    made: list[str] = []
    for _ in range(MOST + 1):
        answer = guest.post("/api/matches", json=what)
        if answer.status_code != 201:
            assert problem(answer, 422)["code"] == "full"
            return made
        made.append(answer.json()["id"])
    raise AssertionError("the server was never full")


def age(server: Server, *ids: str, **ago: float) -> None:
    """Let matches have been left so long ago; nobody has them open."""
    then = (datetime.now(UTC) - timedelta(**ago)).isoformat(timespec="microseconds")
    with closing(sqlite3.connect(server.folder / DATABASE)) as connection, connection:
        for match_id in ids:
            connection.execute("UPDATE matches SET updated = ? WHERE id = ?", [then, match_id])
    for match_id in ids:
        server.registry._used.pop(match_id, None)


def expire(server: Server) -> int:
    """What the server does every hour."""
    capacity = server.registry.capacity
    work = capacity.expire(capacity.unplayed, capacity.idle, 1000)
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def kept(server: Server) -> set[str]:
    return {match.id for match in server.registry.store.matches(limit=1000)}


def test_guests_cannot_take_the_places_of_the_local_user(server: Server) -> None:
    made = fill(server, stranger(server))
    assert len(made) == MOST - RESERVE
    for _ in range(RESERVE):
        create(server.client)
    problem(server.client.post("/api/matches", json=LEVELX), 422)
    assert set(made) <= kept(server)


@pytest.mark.parametrize("what", [LEVELX, LOBBY, AGAINST_ROBOT])
def test_a_server_that_was_filled_has_room_again_after_an_hour(server: Server, what: Data) -> None:
    """Lobbies without friends, matches without a move: nobody wanted to play them."""
    made = fill(server, stranger(server), what)
    age(server, *made, minutes=61)
    new = create(stranger(server))["id"]
    assert kept(server) == {new}


def test_on_a_full_server_the_oldest_go_first_and_played_ones_stay_a_day(server: Server) -> None:
    guest = stranger(server)
    played = act(guest, act(guest, create(guest)))["id"]
    made = [played, *fill(server, guest)]
    age(server, *made, minutes=90)
    age(server, played, hours=23)
    assert create(guest)["id"] in kept(server)
    assert played in kept(server)
    age(server, *fill(server, guest), minutes=1)
    age(server, played, hours=25)
    assert create(guest)["id"] in kept(server)
    assert played not in kept(server)


def test_what_expires_without_need(server: Server) -> None:
    """After a day what nobody has moved in, after sixty what nobody has gone on with."""
    guest = stranger(server)
    fresh, unplayed, lobby, given_up = (
        create(guest)["id"],
        create(guest)["id"],
        create(guest, LOBBY)["id"],
        act(guest, create(guest), "resign", seat=0)["id"],
    )
    moved, idle, over = (act(guest, act(guest, create(guest))) for _ in range(3))
    act(guest, over, "resign", seat=over["seat"] or 0)
    ours = begin(server.client)["id"]
    age(server, fresh, hours=23)
    age(server, unplayed, lobby, given_up, hours=25)
    age(server, moved["id"], days=59)
    age(server, idle["id"], over["id"], ours, days=61)
    assert expire(server) == 4
    assert kept(server) == {fresh, moved["id"], over["id"], ours}
    assert guest.get(f"/api/matches/{idle['id']}").status_code == 404


def test_a_match_that_somebody_looks_at_stays(server: Server) -> None:
    guest = stranger(server)
    made, lobby = create(guest)["id"], create(guest, LOBBY)["id"]
    age(server, made, lobby, days=100)
    with guest.stream("GET", f"/match/{made}/live") as stream:
        lines = stream.iter_lines()  # which closes the stream when it is let go
        next(lines)
        server.registry._used.clear()
        assert guest.get(f"/match/{lobby}").status_code == 200
        assert server.awake(made).followers
        assert expire(server) == 0
    assert kept(server) == {made, lobby}


def test_who_sits_down_in_a_lobby_keeps_it(server: Server) -> None:
    guest = stranger(server)
    lobby = create(guest, LOBBY)
    age(server, lobby["id"], days=2)
    join(stranger(server), lobby, tokens_of(lobby)[1])
    server.registry._used.clear()
    assert expire(server) == 0


def test_one_address_creates_so_many_and_no_more(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", matches_at_once=5, matches_per_hour=1.0) as server:
        guest = stranger(server)
        for _ in range(5):
            create(guest)
        refused = problem(stranger(server).post("/api/matches", json=LEVELX), 429)
        assert refused["code"] == "too_many_matches"
        form = {"game": "levelx", "seats": "2", "name-0": "Ada", "name-1": "Bob"}
        page = guest.post("/matches", data=form)
        assert page.status_code in (422, 429)
        match = guest.get("/api/matches").json()[0]["id"]
        assert guest.post(f"/match/{match}/rematch").status_code == 429
        for _ in range(10):
            create(server.client)  # the local user has no such limit


def test_an_ipv6_network_is_one_address() -> None:
    limit = CreationLimit(1.0, 3)
    for number in range(3):
        limit.check(f"2001:db8::{number}")
    with pytest.raises(TooManyMatches):
        limit.check("2001:db8::ffff:1")
    limit.check("2001:db8:0:1::1")


def test_the_owner_is_told_that_the_house_is_nearly_full(tmp_path: Path) -> None:
    with Server(tmp_path / "matches", most_matches=4, local_matches=0) as server:
        owner = server.new_client(headers={"accept-language": "en"})
        begin(owner)
        assert "are kept" not in owner.get("/").text
        for _ in range(3):
            begin(owner)
        sentence = "4 matches of at most 4 are kept. To see which: ludotheque matches list"
        assert sentence in owner.get("/").text
        assert sentence not in stranger(server).get("/").text

"""Matches, links and cookies from before invitations were spent go on in this server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from ludotheque.store.folder import DATABASE
from ludotheque.table.tokens import new_token, token_hash
from ludotheque.web.access.devices import COOKIE, device_key

from .api_client import Data, act, begin, problem, seen
from .friends import gathering, guest, invite, join, tokens_of
from .server import Server

BEFORE = ("kind", "link", "holders", "stand_in", "own_seed", "name")  # what was stored of a seat


def as_before(folder: Path, match: Data, change: Callable[[list[Data]], None]) -> None:
    """Rewrite what is stored of a match as an older server has stored it."""
    with sqlite3.connect(folder / DATABASE) as database:
        chosen = "FROM matches WHERE id = ?", (match["id"],)
        ((text,),) = database.execute(f"SELECT private {chosen[0]}", chosen[1])
        private: dict[str, Any] = json.loads(text)
        places = [{key: each[key] for key in BEFORE} for each in private["seating"]["places"]]
        change(places)
        private["seating"] |= {"places": places}
        del private["seating"]["reassignments"]
        values = (json.dumps(private), match["id"])
        database.execute("UPDATE matches SET private = ? WHERE id = ?", values)
    database.close()


def known(server: Server, name: str) -> httpx.Client:
    """A browser that has the cookie of a device."""
    client = guest(server)
    client.cookies.set(COOKIE, name, domain="127.0.0.1", path="/")
    return client


def test_a_match_in_play_is_played_on_by_the_same_devices_and_programs(tmp_path: Path) -> None:
    folder, old = tmp_path / "matches", new_token()
    with Server(folder) as server:
        ada, blaise = guest(server), guest(server)
        match = invite(ada, False, True)
        join(blaise, match, tokens_of(match)[1])
        names = {"ada": ada.cookies["device"], "blaise": blaise.cookies["device"]}

    def change(places: list[Data]) -> None:
        places[1] |= {"link": token_hash(old), "holders": [device_key(names["blaise"])]}

    as_before(folder, match, change)
    with Server(folder) as server:
        ada, blaise = (known(server, name) for name in names.values())
        program = server.new_client(local=False, headers={"authorization": f"Bearer {old}"})
        act(ada, act(ada, seen(ada, match)))
        act(blaise, seen(blaise, match))
        act(program, seen(program, match))
        begin(blaise)  # a new name for the device, which keeps its seat
        assert blaise.cookies[COOKIE] != names["blaise"]
        assert seen(blaise, match)
        body = {"token": old}
        answer = ada.post(f"/api/matches/{match['id']}/join", json=body)
        assert problem(answer, 403)["code"] == "seat_taken"


def test_a_link_that_was_given_out_and_not_used_seats_the_first_who_brings_it(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        ada = guest(server)
        match = invite(ada, False, True, True)
        tokens, name = tokens_of(match), ada.cookies["device"]
    as_before(folder, match, lambda places: None)
    with Server(folder) as server:
        ada, blaise = known(server, name), guest(server)
        assert join(blaise, match, tokens[1])["seat"] == 1
        answer = ada.post(f"/api/matches/{match['id']}/join", json={"token": tokens[1]})
        assert problem(answer, 403)["code"] == "seat_taken"
        assert gathering(ada, match)["yours"] == [0]

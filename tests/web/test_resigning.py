"""Resigning: between two it ends the match, among three or more a robot plays on in the seat.

It is confirmed among three or more, and in one's own name.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from ludotheque.games import find
from ludotheque.table.verification import verify

from ..html import Page
from .api_client import Data, act, after_waiting, begin, command, problem, seen, send, told
from .friends import guest, invite, join, tokens_of
from .server import Server

FORM = {"accept": "text/html"}
SCRIPT = {"accept": "application/json"}


def three_friends(server: Server) -> tuple[list[httpx.Client], Data]:
    clients = [guest(server) for _ in range(3)]
    match = invite(clients[0], False, True, True)
    for seat, token in tokens_of(match).items():
        join(clients[seat], match, token)
    return clients, match


def test_among_three_a_program_has_to_confirm_it(server: Server) -> None:
    clients, match = three_friends(server)
    stands = seen(clients[1], match)
    body = {"kind": "resign", "seat": 1, "version": stands["version"]}
    for unconfirmed in (body, {**body, "confirm": False}):
        said = problem(send(clients[1], match, unconfirmed), 422)
        assert said["code"] == "unconfirmed"
        assert "confirm" in said["message"]
    assert seen(clients[1], match) == stands
    left = told(send(clients[1], match, {**body, "confirm": True}))
    assert left["result"] is None
    assert [seat["resigned"] for seat in left["seats"]] == [False, True, False]


@pytest.mark.parametrize("bots", [(None, None), (None, "random")])
def test_between_two_it_is_as_it_was(server: Server, bots: tuple[str | None, ...]) -> None:
    match = begin(server.client, *bots)
    body = {"kind": "resign", "seat": 0, "version": match["version"]}
    assert told(send(server.client, match, body))["waits_for"] == "end"


def test_among_three_a_form_asks_again_and_its_answer_resigns(server: Server) -> None:
    clients, match = three_friends(server)
    address = f"/match/{match['id']}/do"
    version = str(seen(clients[2], match)["version"])
    fields = {"kind": "resign", "seat": "2", "version": version}
    asked = clients[2].post(address, data=fields, headers=FORM)
    assert asked.status_code == 422
    assert seen(clients[2], match)["waits_for"] != "end"
    page = Page(asked.text)
    (form,) = [each for each in page.forms if each.fields.get("kind") == "resign"][:1]
    assert form.fields == {**fields, "sure": "true"}
    sure = clients[2].post(address, data=form.fields, headers=FORM)
    assert sure.status_code == 303
    assert seen(clients[0], match)["seats"][2]["resigned"]


def test_nobody_resigns_for_somebody_else(server: Server) -> None:
    """Neither does who made the match; nor do the people at the server's own machine."""
    clients, match = three_friends(server)
    version = seen(clients[0], match)["version"]
    for client in (clients[0], clients[2], server.client):
        body = {"kind": "resign", "seat": 1, "version": version, "confirm": True}
        assert problem(send(client, match, body), 403)["code"] == "not_your_seat"
    assert seen(clients[0], match)["waits_for"] != "end"


def test_the_seats_at_ones_own_device_are_ones_own(server: Server) -> None:
    match = begin(server.client, None, None, None)
    left = act(server.client, match, "resign", seat=2)
    assert [seat["resigned"] for seat in left["seats"]] == [False, False, True]


def test_an_old_or_late_resignation_is_refused_as_any_command(server: Server) -> None:
    match = begin(server.client, None, None, None)
    stale = {**command(match, "resign"), "version": match["version"] + 1}
    assert problem(send(server.client, match, stale), 409)["code"] == "stale"
    left = act(server.client, match, "resign", seat=1)
    again = {"kind": "resign", "seat": 1, "version": left["version"], "confirm": True}
    assert problem(send(server.client, match, again), 409)["code"] == "resigned"
    left = act(server.client, left, "resign", seat=2)
    over = act(server.client, left, "resign", seat=0)
    assert (over["result"]["ended"], over["result"]["winners"]) == ("resigned", [])
    late = {"kind": "resign", "seat": 0, "version": over["version"]}
    assert problem(send(server.client, match, late), 409)["code"] == "over"


def left_by(server: Server, seat: int, **more: object) -> tuple[list[httpx.Client], Data]:
    """A match of three friends, of whom one has resigned."""
    clients, match = three_friends(server)
    version = seen(clients[seat], match)["version"]
    body = {"kind": "resign", "seat": seat, "version": version, "confirm": True, **more}
    told(send(clients[seat], match, body))
    return clients, match


def test_a_robot_of_the_chosen_level_plays_on_and_marks_its_moves(server: Server) -> None:
    clients, match = left_by(server, 1, stand_in="débutant")
    live = server.awake(match["id"])
    assert live.seating.stand_ins == {1: "débutant"}
    now = seen(clients[0], match)
    while now["seat"] != 2:
        now = act(clients[0], now) if now["seat"] == 0 else after_waiting(clients[0], now)
    events = [line for line in live.match.events if line.get("seat") == 1]
    assert events[0] == {"seat": 1, "resigned": True}
    assert events[1]["by"] == "stand-in"
    assert now["result"] is None


def test_without_a_choice_the_usual_robot_plays_on(server: Server) -> None:
    _, match = left_by(server, 2)
    assert server.awake(match["id"]).seating.stand_ins == {2: "habitué"}


def test_there_is_no_other_robot_than_those_offered(server: Server) -> None:
    clients, match = three_friends(server)
    version = seen(clients[1], match)["version"]
    body = {"kind": "resign", "seat": 1, "version": version, "confirm": True}
    answer = send(clients[1], match, {**body, "stand_in": "Deep Blue"})
    assert answer.status_code == 422
    assert not seen(clients[1], match)["seats"][1]["resigned"]


def test_who_has_resigned_looks_on_and_does_nothing_more(server: Server) -> None:
    clients, match = left_by(server, 1)
    now = seen(clients[1], match)  # a spectator's view
    for kind in ("roll", "take-back", "resign"):
        body = {"kind": kind, "seat": 1, "version": now["version"], "confirm": True}
        assert problem(send(clients[1], match, body), 409)["code"] == "resigned"
    for route in ("leave", "return"):
        answer = clients[1].post(
            f"/match/{match['id']}/{route}", data={"seat": "1"}, headers=SCRIPT
        )
        assert answer.json()["code"] == "resigned"
    as_seat = clients[1].get(f"/api/matches/{match['id']}", params={"seat": 1})
    assert problem(as_seat, 409)["code"] == "resigned"
    page = clients[1].get(f"/match/{match['id']}", headers=FORM)
    assert page.status_code == 200
    assert 'id="resign"' not in page.text
    link = clients[1].post(f"/match/{match['id']}/invite", data={"seat": "1"}, headers=SCRIPT)
    assert link.status_code == 409


def test_the_robot_plays_on_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        match = begin(first.client, None, None, None)
        act(first.client, match, "resign", seat=1, stand_in="maitre")
    with Server(tmp_path) as second:
        now = seen(second.client, match)
        live = second.awake(match["id"])
        assert now["seats"][1]["resigned"]
        assert live.seating.stand_ins == {1: "maître"}
        now = act(second.client, now, "resign", seat=2)
        act(second.client, now, "resign", seat=0)
        record = second.client.get(f"/api/matches/{match['id']}/record").text
        assert verify(record, find).about("rules") == []


def test_at_the_end_everybody_may_ask_for_a_rematch(server: Server) -> None:
    clients, match = left_by(server, 1)
    for seat in (2, 0):
        version = seen(clients[seat], match)["version"]
        body = {"kind": "resign", "seat": seat, "version": version, "confirm": True}
        told(send(clients[seat], match, body))
    answer = clients[1].post(f"/match/{match['id']}/rematch", headers=FORM)
    assert answer.status_code == 303

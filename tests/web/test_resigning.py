"""Resigning ends a match for all: it is confirmed among three or more, and in one's own name."""

from __future__ import annotations

import httpx
import pytest

from ..html import Page
from .api_client import Data, act, begin, command, problem, seen, send, told
from .friends import guest, invite, join, tokens_of
from .server import Server

FORM = {"accept": "text/html"}


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
    over = told(send(clients[1], match, {**body, "confirm": True}))
    assert over["result"]["seat"] == 1


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
    assert seen(clients[0], match)["result"]["seat"] == 2


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
    over = act(server.client, match, "resign", seat=2)
    assert over["result"]["seat"] == 2


def test_an_old_or_late_resignation_is_refused_as_any_command(server: Server) -> None:
    match = begin(server.client, None, None, None)
    stale = {**command(match, "resign"), "version": match["version"] + 1}
    assert problem(send(server.client, match, stale), 409)["code"] == "stale"
    over = act(server.client, match, "resign")
    late = {"kind": "resign", "seat": 0, "version": over["version"]}
    assert problem(send(server.client, match, late), 409)["code"] == "over"

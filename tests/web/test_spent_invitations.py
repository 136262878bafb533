"""Attacks on a friend's seat with its invitation: by its maker, who has kept the link."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest

from ludotheque.table.seating import Seating

from ..html import Page
from .api_client import Data, act, command, problem, seen, send, told
from .event_source import EventSource, Frame
from .friends import gathering, guest, invite, join, token_of, tokens_of
from .server import Server, at_once

JSON = {"accept": "application/json"}
GAME = "coursededes"  # with secret cards


@dataclass
class Table:
    """A match of Ada, who has made it and kept the link, and of Blaise, who has used it."""

    server: Server
    ada: httpx.Client
    blaise: httpx.Client
    match: Data
    token: str

    @property
    def page(self) -> str:
        return f"/match/{self.match['id']}"

    @property
    def api(self) -> str:
        return f"/api/matches/{self.match['id']}"

    def kept(self) -> Seating:
        stored = self.server.registry.store.load(self.match["id"])
        assert stored.private is not None
        return Seating.of(stored.private["seating"])


def set_up(server: Server, game: str = GAME) -> Table:
    ada, blaise = guest(server), guest(server)
    match = invite(ada, False, True, game=game, options={})
    token = tokens_of(match)[1]
    fields = {"token": token, "name": "Blaise"}
    assert blaise.post(f"/join/{match['id']}", data=fields).status_code == 303
    return Table(server, ada, blaise, match, token)


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    return set_up(server)


def attackers(table: Table) -> Iterator[httpx.Client]:
    """The maker's own device, and one that nobody knows."""
    yield table.ada
    yield guest(table.server)


def test_the_maker_cannot_sit_down_with_the_spent_link(table: Table) -> None:
    before = table.kept()
    for client in attackers(table):
        page = client.post(f"/join/{table.match['id']}", data={"token": table.token})
        assert page.status_code == 403
        assert "quelqu’un est assis là" in " ".join(Page(page.text).words)
        api = client.post(f"{table.api}/join", json={"token": table.token})
        assert problem(api, 403)["code"] == "seat_taken"
        look = client.post(f"/join/{table.match['id']}/look", data={"token": table.token})
        assert problem(look, 403)["code"] == "seat_taken"
        for answer in (page, api, look):
            assert "set-cookie" not in answer.headers
    assert table.kept() == before


def test_the_spent_link_gives_neither_the_seats_view_nor_its_commands(table: Table) -> None:
    version = seen(table.ada, table.match)["version"]
    for client in attackers(table):
        answer = client.get(table.api, params={"seat": 1})
        assert answer.status_code in (403, 404)
        for kind in ("roll", "move", "resign"):
            body = {"kind": kind, "seat": 1, "version": version, "move": "-"}
            assert send(client, table.match, body).status_code in (403, 404)
        for path in ("alone", "leave", "return", "invite"):
            assert client.post(f"{table.page}/{path}", data={"seat": "1"}).status_code in (403, 404)
    hand = seen(table.blaise, table.match)["snapshot"]
    assert hand != seen(table.ada, table.match)["snapshot"]


def test_the_spent_link_as_a_bearer_opens_nothing(table: Table) -> None:
    for local in (False, True):
        bearer = {"authorization": f"Bearer {table.token}"}
        program = table.server.new_client(local=local, headers=bearer)
        for path in (
            table.api,
            f"{table.api}?seat=1",
            f"{table.api}/gathering",
            f"{table.api}/record",
            table.page,
            f"{table.page}/live",
            f"{table.page}/replay",
            f"{table.page}/stands",
        ):
            assert program.get(path).status_code == 404, path
        problem(send(program, table.match, {"kind": "resign", "seat": 1, "version": 1}), 404)


def test_the_same_device_comes_back_to_its_seat_with_its_link(table: Table) -> None:
    before, device = table.kept(), table.blaise.cookies["device"]
    answer = table.blaise.post(f"/join/{table.match['id']}", data={"token": table.token})
    assert (answer.status_code, answer.headers["location"]) == (303, table.page)
    joined = join(table.blaise, table.match, table.token)
    assert (joined["seat"], joined["secret"], joined["gathering"]["yours"]) == (1, None, [1])
    look = told(table.blaise.post(f"/join/{table.match['id']}/look", data={"token": table.token}))
    assert look["moves"] is None
    assert table.blaise.cookies["device"] == device
    assert table.kept() == before


def test_of_many_who_bring_one_link_at_once_one_sits_down(server: Server) -> None:
    match = invite(guest(server), False, True, True)
    address, token = f"/join/{match['id']}", tokens_of(match)[1]
    answers = at_once(server, 4, lambda client: client.post(address, data={"token": token}))
    assert sorted(answer.status_code for answer in answers) == [303, 403, 403, 403]


def test_an_answer_that_was_lost_can_be_asked_for_again(server: Server) -> None:
    """The form has a nonce, which nobody else has seen."""
    ada, lost, again = guest(server), guest(server), guest(server)
    match = invite(ada, False, True)
    address, token = f"/join/{match['id']}", tokens_of(match)[1]
    form = Page(lost.get(address).text).form(address).fields | {"token": token}
    assert lost.post(address, data=form).status_code == 303
    assert again.post(address, data=form | {"attempt": "a guess, of so many"}).status_code == 403
    assert again.post(address, data=form).status_code == 303
    assert gathering(again, match)["yours"] == [1]
    problem(lost.get(f"/api/matches/{match['id']}/gathering"), 404)


# A new invitation to a seat that is taken


def made_link(answer: httpx.Response) -> str:
    found = re.search(r'id="link" value="([^"]+)"', answer.text)
    assert found, answer.text
    return token_of(found[1])


def first(source: EventSource, wanted: Callable[[Frame], bool]) -> Frame:
    """The first event of a stream that is wanted."""
    while not wanted(found := source.next()):
        pass
    return found


def test_the_holder_moves_the_seat_and_nobody_need_be_told(server: Server) -> None:
    table, phone = set_up(server, "levelx"), guest(server)
    problem(table.ada.post(f"{table.page}/invite", data={"seat": "1"}, headers=JSON), 403)
    token = made_link(table.blaise.post(f"{table.page}/invite", data={"seat": "1"}))
    assert join(phone, table.match, token)["seat"] == 1
    assert seen(phone, table.match)["reassigned"] == []
    for client in (table.ada, table.blaise):
        answer = client.post(f"/join/{table.match['id']}", data={"token": token})
        assert answer.status_code == 403
    problem(table.blaise.get(table.api), 404)


def test_when_the_maker_reassigns_a_seat_everybody_is_told_and_its_holder_at_once(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, watcher = set_up(server, "levelx"), guest(server)
    token = made_link(table.ada.post(f"{table.page}/spectators"))
    assert watcher.post(f"/watch/{table.match['id']}", data={"token": token}).status_code == 303
    monkeypatch.setattr("ludotheque.web.commands.invitations.REASSIGNABLE_SECONDS", 0.0)
    with EventSource(table.blaise, table.match["id"]) as blaise:
        token = made_link(table.ada.post(f"{table.page}/invite", data={"seat": "1"}))
        offered = first(blaise, lambda news: bool(news.data.get("reassigned")))
        assert [(each["seat"], each["taken"]) for each in offered.data["reassigned"]] == [
            (1, False)
        ]
        join(guest(server), table.match, token)  # or the maker's other device
        moved = first(blaise, lambda news: news.event == "moved")
        assert moved.data == {"type": "moved", "reassigned": True}
    for client in (table.ada, watcher):
        (told_of,) = seen(client, table.match)["reassigned"]
        assert (told_of["seat"], told_of["taken"]) == (1, True)
        assert set(told_of) == {"seat", "at", "taken"}
        shown = Page(client.get(table.page).text).by_id("reassigned")
        assert "La place de Blaise a été donnée" in shown.text
        assert "hidden" not in shown.attributes
    said = table.blaise.get(table.page)
    assert said.status_code == 403
    assert "votre place a été donnée" in said.text
    assert problem(table.blaise.get(table.api), 403)["code"] == "seat_reassigned"
    body = command(seen(table.ada, table.match), "resign", seat=1)
    assert problem(send(table.blaise, table.match, body), 403)["code"] == "seat_reassigned"


def test_a_seat_that_is_freed_while_players_gather_is_told_of(server: Server) -> None:
    ada, blaise, camille = guest(server), guest(server), guest(server)
    match = invite(ada, False, True, True)
    tokens = tokens_of(match)
    join(blaise, match, tokens[1])
    join(camille, match, tokens[2], own_seed=True)
    assert ada.post(f"/match/{match['id']}/invite", data={"seat": "1"}).status_code == 303
    assert [each["seat"] for each in gathering(camille, match)["reassigned"]] == [1]
    assert "a été donnée" in camille.get(f"/match/{match['id']}").text
    assert problem(blaise.get(f"/api/matches/{match['id']}/gathering"), 403)["code"] == (
        "seat_reassigned"
    )


# Programs


def test_a_program_gets_a_secret_of_its_own_that_ends_with_its_seat(server: Server) -> None:
    ada, program = guest(server), guest(server)
    match = invite(ada, False, True)
    joined = join(program, match, tokens_of(match)[1])
    assert joined["secret"] != tokens_of(match)[1]
    bearer = server.new_client(local=False, headers={"authorization": f"Bearer {joined['secret']}"})
    stands = act(ada, seen(ada, match))
    act(ada, stands)
    act(bearer, seen(bearer, match))
    token = made_link(bearer.post(f"/match/{match['id']}/invite", data={"seat": "1"}))
    join(guest(server), match, token)
    problem(bearer.get(f"/api/matches/{match['id']}"), 404)

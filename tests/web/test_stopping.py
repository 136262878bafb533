"""Stopping a match for everybody, without a winner: who may, and what remains of it."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.games import find
from ludotheque.table.verification import verify

from .api_client import Data, act, begin, problem, seen, told
from .event_source import EventSource
from .friends import guest, invite, join, token_of, tokens_of, two_friends
from .sent_frames import first_frame
from .server import Server
from .simultaneous import simultaneously, statuses

PLAYERS = {"levelx": 2, "masterdes": 2, "trotteurs": 2, "dicerun": 3, "coursededes": 2}
LONG = {"trotteurs": {"rounds": 9}}  # a single game may be won at the first throw


def stop(client: httpx.Client, match: Data, **more: Any) -> httpx.Response:
    return client.post(f"/api/matches/{match['id']}/stop", **more)


def page(client: httpx.Client, match: Data, rest: str = "") -> str:
    answer = client.get(f"/match/{match['id']}{rest}")
    assert answer.status_code == 200
    return answer.text


def record(client: httpx.Client, match: Data) -> str:
    return client.get(f"/api/matches/{match['id']}/record").text


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_people_at_one_device_stop_their_match_and_nobody_wins(server: Server, name: str) -> None:
    match = begin(server.client, *[None] * PLAYERS[name], game=name, options={})
    over = told(stop(server.client, match))
    assert over["waits_for"] == "end"
    assert over["result"]["ended"] == "abandoned"
    assert over["result"]["winners"] == []
    last = json.loads(record(server.client, match).splitlines()[-1])
    assert last == over["result"]


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_the_dice_of_a_stopped_match_are_proven(server: Server, name: str) -> None:
    bots, options = ["random"] * (PLAYERS[name] - 1), LONG.get(name, {})
    match = begin(server.client, None, *bots, game=name, options=options)
    told(stop(server.client, match))
    text = record(server.client, match)
    assert json.loads(text.splitlines()[0])["fairness"]["server_seed"]
    assert verify(text, find).verdict == "proven"


def test_a_match_with_real_dice_is_stopped_too(client: httpx.Client) -> None:
    match = begin(client, dice="hand")
    assert told(stop(client, match))["result"]["ended"] == "abandoned"


def test_a_match_of_attention_is_stopped_while_everybody_looks(server: Server) -> None:
    options = {**LONG["trotteurs"], "vigilance": "manual"}
    match = begin(server.client, None, None, game="trotteurs", options=options)
    while (match := seen(server.client, match))["waits_for"] != "roll":
        pass
    act(server.client, match)
    over = told(stop(server.client, match))
    assert (over["waits_for"], over["result"]["ended"]) == ("end", "abandoned")
    assert seen(server.client, match) == over


def test_a_match_that_is_over_is_not_stopped(client: httpx.Client) -> None:
    match = begin(client)
    over = act(client, match, "resign")
    assert problem(stop(client, match), 409)["code"] == "over"
    assert seen(client, match) == over


def test_of_two_who_stop_at_once_one_is_told_that_it_is_over(server: Server) -> None:
    match = begin(server.client)
    answers = simultaneously(*[lambda: stop(server.client, match)] * 2)
    assert statuses(answers) == [200, 409]


def test_of_who_stops_and_who_resigns_at_once_one_is_first(server: Server) -> None:
    for _ in range(5):
        one, other, match = two_friends(server)
        resign = {"kind": "resign", "seat": 1, "version": seen(other, match)["version"]}
        address = f"/api/matches/{match['id']}/commands"
        answers = simultaneously(
            lambda: stop(one, match),  # noqa: B023
            lambda: other.post(address, json=resign),  # noqa: B023
        )
        assert statuses(answers) == [200, 409]
        first = next(answer for answer in answers if answer.status_code == 200)
        assert seen(one, match)["result"] == first.json()["result"]


def test_a_match_of_robots_is_stopped_by_who_made_it(server: Server) -> None:
    maker, other = guest(server), guest(server)
    match = begin(maker, "random", "random")
    problem(stop(other, match), 404)
    assert stop(maker, match).status_code in (200, 409)


# ---- Friends by link -----------------------------------------------------------------------------


def test_who_has_invited_stops_the_match_and_everybody_sees_it(server: Server) -> None:
    one, other, match = two_friends(server)
    watcher = guest(server)
    token = token_of(match["watch"])
    assert watcher.post(f"/watch/{match['id']}", data={"token": token}).status_code == 303
    told(stop(one, match))
    for client in (one, other, watcher):
        with EventSource(client, match["id"], since=0) as source:
            frame = source.next()
            assert frame.data["kind"] == "end"
            ending = frame.data["ending"]
            assert (ending["ended"], ending["makers"], ending["winners"]) == ("abandoned", [0], [])
            assert ending["rematch"] == (client is not watcher)
        replayed = first_frame(page(client, match, "/replay"))
        assert replayed["ending"]["rematch"] == (client is not watcher)


def test_who_was_invited_cannot_stop_the_match(server: Server) -> None:
    one, other = guest(server), guest(server)
    match = invite(one, False, True)
    secret = join(other, match, tokens_of(match)[1])["secret"]
    before = seen(one, match)
    assert problem(stop(other, match), 403)["code"] == "not_yours"
    assert other.post(f"/match/{match['id']}/stop").status_code == 403
    bearer = {"authorization": f"Bearer {secret}"}
    assert problem(stop(guest(server), match, headers=bearer), 403)["code"] == "not_yours"
    assert seen(one, match) == before
    assert 'id="stop"' in page(one, match)
    assert 'id="stop"' not in page(other, match)


def test_who_looks_on_cannot_stop_a_match_of_robots(server: Server) -> None:
    maker, watcher = guest(server), guest(server)
    match = begin(maker, "random", "random")
    shown = maker.post(f"/match/{match['id']}/spectators").text
    link = re.search(rf"/watch/{match['id']}#([\w-]+)", shown)
    assert link
    watcher.post(f"/watch/{match['id']}", data={"token": link[1]})
    assert problem(stop(watcher, match), 403)["code"] == "not_yours"


def test_a_stand_in_does_not_play_on_in_a_stopped_match(server: Server) -> None:
    one, other, match = two_friends(server)
    other.post(f"/match/{match['id']}/leave", data={"seat": "1", "level": "random"})
    act(one, act(one, seen(one, match)))
    stop(one, match)
    assert json.loads(record(one, match).splitlines()[-1])["ended"] == "abandoned"
    over = seen(one, match)
    other.post(f"/match/{match['id']}/return", data={"seat": "1"})
    assert seen(one, match) == over


def test_players_who_gather_are_sent_home_by_who_invited_them(server: Server) -> None:
    maker, friend = guest(server), guest(server)
    match = invite(maker, False, True, True)
    join(friend, match, tokens_of(match)[1])
    assert problem(stop(maker, match), 409)["code"] == "not_begun"
    assert friend.post(f"/match/{match['id']}/delete").status_code == 403
    assert maker.post(f"/match/{match['id']}/delete").status_code == 303
    assert friend.get(f"/match/{match['id']}").status_code == 404
    assert f"/match/{match['id']}" not in friend.get("/").text


# ---- The pages -----------------------------------------------------------------------------------


def test_the_menu_asks_twice_before_it_stops_a_match(client: httpx.Client) -> None:
    match = begin(client, None, "random")
    menu = page(client, match).partition('id="stop"')[2].partition("</details>")[0]
    assert "Arrêter la partie sans vainqueur" in menu.partition("<form")[0]
    assert f'action="/match/{match["id"]}/stop"' in menu
    answer = client.post(f"/match/{match['id']}/stop")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/match/{match['id']}")
    text = page(client, match)
    assert "personne ne gagne" in text
    assert 'id="stop"' not in text
    assert client.post(f"/match/{match['id']}/stop").status_code == 303  # a button pressed twice


def test_the_home_page_says_that_nobody_has_won(server: Server) -> None:
    maker = guest(server)
    match = begin(maker)
    stop(maker, match)
    row = maker.get("/").text.partition(f'href="/match/{match["id"]}/replay"')[2]
    assert "personne ne gagne" in row.partition("</li>")[0]
    for rest in ("/replay", "/dice"):
        page(maker, match, rest)


def test_a_stopped_match_stays_stopped_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "matches") as server:
        match = begin(server.client)
        match = act(server.client, match)
        over = told(stop(server.client, match))
        text = record(server.client, match)
    with Server(tmp_path / "matches") as server:
        assert seen(server.client, match) == over
        assert record(server.client, match) == text
        assert "personne ne gagne" in page(server.client, match)

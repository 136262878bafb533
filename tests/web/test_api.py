"""The JSON API: a program creates and plays matches; errors name what is wrong."""

from functools import partial

import httpx
import pytest

import ludotheque
from ludotheque.web.catalogue import names
from tests.cases import cases

from .api_client import (
    SMALL_BOX,
    TWO_PEOPLE,
    Data,
    act,
    begin,
    command,
    my_turn,
    problem,
    seen,
    send,
    setup,
    told,
)
from .server import Server, at_once


def test_the_games_say_what_they_need(client: httpx.Client) -> None:
    games = client.get("/api/games", headers={"accept-language": "en"}).json()
    assert [game["id"] for game in games] == names()
    levelx = told(client.get("/api/games/levelx", headers={"accept-language": "en"}))
    assert levelx in games
    assert levelx["title"] == "Level X"
    assert levelx["players"] == [2, 3, 4]
    assert levelx["edition"] == ludotheque.game("levelx").edition
    assert [(option["name"], option["default"]) for option in levelx["options"]] == [
        ("first", None)
    ]
    assert levelx["options"][0]["allowed"] == [None, 0, 1, 2, 3]


@pytest.mark.parametrize(("lang", "title"), [("fr", "Qui commence"), ("en", "Who begins")])
def test_a_game_is_described_in_the_language_asked_for(
    client: httpx.Client, lang: str, title: str
) -> None:
    levelx = told(client.get("/api/games/levelx", headers={"accept-language": lang}))
    assert levelx["options"][0]["title"] == title


def test_a_new_match_waits_for_its_first_roll(client: httpx.Client) -> None:
    match = begin(client, None, None, options={"first": 1})
    assert (match["version"], match["waits_for"], match["seat"]) == (0, "roll", 1)
    assert match["awaits"] == "draw"
    assert (match["moves"], match["taker_back"], match["result"]) == ([], None, None)
    assert match["options"] == {"first": 1}
    assert match["edition"] is None
    assert seen(client, match) == match


def test_the_lot_that_opens_a_match_is_drawn_with_it(client: httpx.Client) -> None:
    match = begin(client, options={})
    assert match["version"] == 1
    assert match["seat"] == match["snapshot"]["first"]


def test_a_match_with_every_setting(client: httpx.Client) -> None:
    match = begin(client, "random", None, "random", None, options={"first": 3}, edition=SMALL_BOX)
    assert [seat["bot"] for seat in match["seats"]] == ["random", None, "random", None]
    assert match["edition"] == SMALL_BOX
    assert match["seat"] == 3


def test_names_are_kept_as_given_but_for_spaces(client: httpx.Client) -> None:
    match = begin(client, seats=[{"name": "  Ada   L. "}, {"name": "Émile 🎲"}])
    assert [seat["name"] for seat in match["seats"]] == ["Ada L.", "Émile 🎲"]


def test_a_roll_then_a_move_then_the_next_seat(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    assert (rolled["version"], rolled["waits_for"], rolled["seat"]) == (4, "move", 0)
    assert rolled["moves"]
    moved = act(client, rolled)
    assert (moved["version"], moved["waits_for"], moved["seat"]) == (5, "roll", 1)
    assert moved["taker_back"] == 0


def test_a_move_is_taken_back_until_the_next_draw(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    moved = act(client, rolled)
    back = act(client, moved, "take-back", seat=0)
    assert back["version"] == moved["version"] + 1
    assert back["taker_back"] is None
    for key in ("snapshot", "moves", "waits_for", "seat", "seats"):
        assert back[key] == rolled[key]
    again = act(client, act(client, back))
    refused = problem(send(client, again, command(again, "take-back", seat=0)), 409)
    assert (refused["code"], refused["version"]) == ("cannot_take_back", again["version"])
    assert seen(client, again) == again


def test_a_bots_move_is_nobodys_to_take_back(client: httpx.Client) -> None:
    match = begin(client, "random", None)
    match = my_turn(client, match)
    assert match["seat"] == 1
    assert match["taker_back"] is None
    refused = problem(send(client, match, command(match, "take-back", seat=0)), 422)
    assert refused["code"] == "robot"
    assert seen(client, match) == match


def test_resigning_ends_the_match(client: httpx.Client) -> None:
    match = act(client, begin(client), "resign", seat=1)
    assert (match["waits_for"], match["seat"], match["moves"]) == ("end", None, [])
    assert match["result"] == {"points": [0, 0], "winners": [0], "ended": "resigned", "seat": 1}
    over = problem(send(client, match, command(match, "roll", seat=0)), 409)
    assert over["code"] == "over"
    assert seen(client, match) == match


# What is wrong is refused, named, and changes nothing


def wrong_matches() -> list[tuple[Data, int, str]]:
    """A body, the status it gets, and a word of what the refusal must name."""
    small = {**SMALL_BOX}
    return [
        (setup(game="chess"), 404, "levelx"),
        (setup(game="levelx/../levelx"), 404, "levelx"),
        (setup(seats=TWO_PEOPLE[:1]), 422, "2 to 4"),
        (setup(seats=[]), 422, "2 to 4"),
        (setup(seats=TWO_PEOPLE * 3), 422, "2 to 4"),
        (setup(seats=TWO_PEOPLE * 7), 422, "12"),
        (setup(options={"firts": 0}), 422, "first"),
        (setup(options={"first": 2}), 422, "null, 0, 1"),
        (setup(options={"first": True}), 422, "null, 0, 1"),
        (setup(options={"first": "0"}), 422, "null, 0, 1"),
        (setup(options=[]), 422, "options"),
        (setup(edition={**small, "name": 3}), 422, "name"),
        (setup(edition={**small, "chips": [1, 1]}), 422, "6 whole numbers from"),
        (setup(edition={**small, "tiles": [10**400]}), 422, "tiles"),
        (setup(edition={**small, "dice": 5}), 422, "chips_withheld"),
        (setup(edition={}), 422, "name"),
        (setup(edition="levelx"), 422, "edition"),
        (setup(seats=[{"name": ""}, {"name": "B"}]), 422, "name"),
        (setup(seats=[{"name": "   "}, {"name": "B"}]), 422, "1 to 30"),
        (setup(seats=[{"name": "a" * 31}, {"name": "B"}]), 422, "30"),
        (setup(seats=[{"name": "a\x00b"}, {"name": "B"}]), 422, "1 to 30"),
        (setup(seats=[{"name": "a\u202eb"}, {"name": "B"}]), 422, "1 to 30"),
        (setup(seats=[{"name": "A", "bot": "genius"}, {"name": "B"}]), 422, "random"),
        (setup(seats=[{"name": "A", "bot": 1}, {"name": "B"}]), 422, "bot"),
        (setup(seats=[{"name": "A", "colour": "red"}, {"name": "B"}]), 422, "colour"),
        ({"game": "levelx"}, 422, "seats"),
        (setup(first=0), 422, "first"),
    ]


@cases(("body", "status", "named"), wrong_matches())
def test_a_wrong_match_is_not_begun(
    client: httpx.Client, body: Data, status: int, named: str
) -> None:
    before = client.get("/api/matches").json()
    answer = client.post("/api/matches", json=body, headers={"accept-language": "en"})
    assert named in problem(answer, status)["message"]
    assert client.get("/api/matches").json() == before


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'"levelx"', b"\xff", b"[" * 30_000, b'{"game": ' + b"9" * 5000],
)
def test_what_is_not_a_match_at_all_is_refused(client: httpx.Client, content: bytes) -> None:
    answer = client.post(
        "/api/matches", content=content, headers={"content-type": "application/json"}
    )
    problem(answer, answer.status_code)
    assert answer.status_code in (400, 422)


def wrong_commands(match: Data) -> list[tuple[Data, int, str]]:
    """Commands for a match that waits for a move of seat 0, and a word of the refusal."""
    move = command(match)
    return [
        ({**move, "move": "9 9 9"}, 422, "LX-"),
        ({**move, "move": ""}, 422, "LX-"),
        ({**move, "move": f" {move['move']}"}, 422, "LX-"),
        ({**move, "move": None}, 422, "roll, move, take-back, retype, resign"),
        ({**move, "move": "5" * 201}, 422, "200"),
        ({**move, "move": 5}, 422, "move"),
        ({**move, "kind": "cheat"}, 422, "take-back"),
        ({**move, "kind": "roll"}, 409, "a move of seat 0 is awaited"),
        ({**move, "seat": 1}, 409, "a move of seat 0 is awaited"),
        ({**move, "seat": 2}, 422, "0 … 1"),
        ({**move, "seat": -1}, 422, "seat"),
        ({**move, "seat": True}, 422, "seat"),
        ({**move, "seat": "0"}, 422, "seat"),
        ({**move, "version": match["version"] - 1}, 409, f"version {match['version']}"),
        ({**move, "version": match["version"] + 1}, 409, f"version {match['version']}"),
        ({**move, "version": 10**30}, 422, "version"),
        ({**move, "version": 4.5}, 422, "version"),
        ({**move, "loudly": True}, 422, "loudly"),
        ({"kind": "move"}, 422, "version"),
    ]


def test_a_wrong_command_changes_nothing(client: httpx.Client) -> None:
    match = act(client, begin(client))
    for body, status, named in wrong_commands(match):
        said = problem(
            client.post(
                f"/api/matches/{match['id']}/commands",
                json=body,
                headers={"accept-language": "en"},
            ),
            status,
        )
        assert named in f"{said['message']} {said.get('rule')}", body
        if status == 409:
            assert said["version"] == match["version"]
    assert seen(client, match) == match


def test_an_illegal_move_names_its_rule(client: httpx.Client) -> None:
    match = act(client, begin(client))
    said = problem(send(client, match, command(match, move="4")), 422)
    assert said["rule"].startswith("LX-")
    assert said["code"]


def test_a_command_sent_twice_is_carried_out_once(client: httpx.Client) -> None:
    match = begin(client)
    body = command(match)
    rolled = told(send(client, match, body))
    for _ in range(3):
        refused = problem(send(client, match, body), 409)
        assert (refused["code"], refused["version"]) == ("stale", rolled["version"])
    assert seen(client, match) == rolled


def test_of_many_commands_for_one_version_exactly_one_is_carried_out(server: Server) -> None:
    match = begin(server.client)
    for _ in range(4):
        ask = partial(send, match=match, body=command(match))
        answers = at_once(server, 8, ask)
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [200] + [409] * 7
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        assert seen(server.client, match) == winner
        assert {a.json()["version"] for a in answers} == {winner["version"]}
        match = winner


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_plays_for_a_robot(client: httpx.Client, seat: int) -> None:
    bots: list[str | None] = [None, None]
    bots[seat] = "random"
    match = my_turn(client, begin(client, *bots))
    for kind in ("roll", "move", "resign", "take-back"):
        body = {"kind": kind, "seat": seat, "version": match["version"], "move": "-"}
        assert problem(send(client, match, body), 422)["code"] == "robot"
    assert seen(client, match) == match


# Addresses that lead nowhere


@cases("name", ["nosuchmatch", "x", "a" * 41, "é" * 8, "..%2f..%2fetc", "a%00bcdef"])
@cases("rest", ["", "/record"])
def test_a_match_that_is_not_there_is_not_found(client: httpx.Client, name: str, rest: str) -> None:
    problem(client.get(f"/api/matches/{name}{rest}"), 404)


def test_nothing_can_be_done_to_a_match_that_is_not_there(client: httpx.Client) -> None:
    body = {"kind": "roll", "seat": 0, "version": 0}
    problem(client.post("/api/matches/nosuchmatch/commands", json=body), 404)
    problem(client.delete("/api/matches/nosuchmatch"), 404)
    problem(client.get("/api/games/chess"), 404)
    problem(client.get("/api/nothing"), 404)


def test_a_method_that_is_not_offered_is_told_which_are(client: httpx.Client) -> None:
    answer = client.put("/api/games")
    problem(answer, 405)
    assert answer.headers["allow"] == "GET"

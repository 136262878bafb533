"""The JSON API: matches made, found, played, recorded and deleted by a program."""

import random
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludotheque
from ludotheque.bots import BOTS
from ludotheque.table.record import Record
from ludotheque.web import tables
from ludotheque.web.catalogue import names

from .following import Follower
from .playing import (
    SMALL_BOX,
    TWO_PEOPLE,
    Data,
    act,
    after_waiting,
    begin,
    command,
    my_turn,
    play_out,
    seen,
    send,
    setup,
    told,
)
from .serving import House, at_once

ROOT = Path(__file__).resolve().parents[2]
SEATS = [{"name": "Ada"}, {"name": "Blaise"}]


def problem(answer: httpx.Response, status: int) -> Data:
    """What a refusal says: always a code and a sentence."""
    said = told(answer, status)
    assert set(said) <= {"code", "message", "rule", "version"}
    assert said["code"]
    assert said["message"]
    return said


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
        (setup(seats=SEATS[:1]), 422, "2 to 4"),
        (setup(seats=[]), 422, "2 to 4"),
        (setup(seats=SEATS * 3), 422, "2 to 4"),
        (setup(seats=SEATS * 7), 422, "12"),
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


@pytest.mark.parametrize(("body", "status", "named"), wrong_matches())
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
        ({**move, "move": None}, 422, "roll, move, take-back, resign"),
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


def test_of_many_commands_for_one_version_exactly_one_is_carried_out(house: House) -> None:
    match = begin(house.client)
    for _ in range(4):
        ask = partial(send, match=match, body=command(match))
        answers = at_once(house, 8, ask)
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [200] + [409] * 7
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        assert seen(house.client, match) == winner
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


@pytest.mark.parametrize(
    "name", ["nosuchmatch", "x", "a" * 41, "é" * 8, "..%2f..%2fetc", "a%00bcdef"]
)
@pytest.mark.parametrize("rest", ["", "/record"])
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


# Waiting for news


def test_waiting_ends_when_something_happens(house: House) -> None:
    match = begin(house.client)
    news: list[Data] = []
    waiting = threading.Thread(target=lambda: news.append(after_waiting(house.new_client(), match)))
    waiting.start()
    rolled = act(house.client, match)
    waiting.join()
    assert news == [rolled]


def test_waiting_ends_when_its_time_is_over(client: httpx.Client) -> None:
    match = begin(client)
    assert after_waiting(client, match, 0.05) == match


def test_who_is_behind_does_not_wait(client: httpx.Client) -> None:
    match = act(client, begin(client))
    address = f"/api/matches/{match['id']}"
    assert told(client.get(address, params={"since": 3, "wait": 30})) == match
    assert told(client.get(address, params={"since": 99})) == match
    assert told(client.get(address, params={"wait": 30})) == match


@pytest.mark.parametrize(
    "query", ["since=-1", "since=x", "wait=31", "wait=-1", "wait=nan", "wait=inf", "since=1e3"]
)
def test_a_wrong_wait_is_refused(client: httpx.Client, query: str) -> None:
    problem(client.get(f"/api/matches/{begin(client)['id']}?{query}"), 422)


def test_waiting_for_a_match_that_is_deleted_ends_in_not_found(house: House) -> None:
    match = begin(house.client)
    answers: list[httpx.Response] = []
    address = f"/api/matches/{match['id']}"
    waiting = threading.Thread(
        target=lambda: answers.append(
            house.new_client().get(address, params={"since": 0, "wait": 20})
        )
    )
    waiting.start()
    assert house.client.delete(address).status_code == 204
    waiting.join()
    problem(answers[0], 404)


# Lists, records, deletion


def test_matches_are_listed_the_latest_first(client: httpx.Client) -> None:
    old, new = begin(client), begin(client)
    ended = act(client, begin(client), "resign")
    rows = client.get("/api/matches").json()
    assert [row["id"] for row in rows[:3]] == [ended["id"], new["id"], old["id"]]
    assert rows[0] == {
        "id": ended["id"],
        "game": "levelx",
        "names": ["Ada", "Blaise"],
        "created": rows[0]["created"],
        "ended": True,
    }
    assert client.get("/api/matches?limit=1&offset=1").json() == rows[1:2]
    assert ended["id"] not in [row["id"] for row in client.get("/api/matches?ended=false").json()]
    finished = client.get("/api/matches?ended=true").json()
    assert finished[0]["id"] == ended["id"]
    assert all(row["ended"] for row in finished)


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", "offset=-1", "ended=maybe"])
def test_a_wrong_list_is_refused(client: httpx.Client, query: str) -> None:
    problem(client.get(f"/api/matches?{query}"), 422)


def test_a_deleted_match_is_gone_everywhere(client: httpx.Client) -> None:
    match = begin(client)
    answer = client.delete(f"/api/matches/{match['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    problem(client.get(f"/api/matches/{match['id']}"), 404)
    problem(send(client, match, command(match)), 404)
    problem(client.delete(f"/api/matches/{match['id']}"), 404)
    assert client.get(f"/match/{match['id']}").status_code == 404
    assert match["id"] not in [row["id"] for row in client.get("/api/matches").json()]
    assert match["id"] not in client.get("/").text


def test_a_match_is_deleted_while_robots_play_it(client: httpx.Client) -> None:
    for _ in range(5):
        match = after_waiting(client, begin(client, "random", "random"))
        assert client.delete(f"/api/matches/{match['id']}").status_code == 204
        problem(client.get(f"/api/matches/{match['id']}"), 404)


def test_matches_that_nobody_looks_at_sleep_and_wake_up_as_they_were(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_AWAKE", 3)
    watched = begin(house.client)
    with Follower(house.new_client(), watched["id"]) as follower:
        assert follower.next().version == 0
        many = [act(house.client, act(house.client, begin(house.client))) for _ in range(8)]
        assert len(house.tables._awake) <= 4
        rolled = act(house.client, watched)
        assert follower.next().version == rolled["version"]
    for match in many:
        assert seen(house.client, match) == match
        assert act(house.client, match, "take-back", seat=0)["waits_for"] == "move"


def record_of(client: httpx.Client, match: Data) -> tuple[Record, httpx.Response]:
    answer = client.get(f"/api/matches/{match['id']}/record")
    assert answer.status_code == 200
    return Record.read(answer.text, ludotheque.game), answer


def test_a_record_can_be_had_at_any_time_and_is_a_record(client: httpx.Client) -> None:
    match = begin(client, edition=SMALL_BOX)
    for _ in range(5):
        match = act(client, match)
        record, answer = record_of(client, match)
        assert record.final_state().snapshot("public") == match["snapshot"]
        assert record.result is None
    assert answer.headers["content-type"].startswith("application/jsonl")
    name = f"levelx-{match['id']}.jsonl"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    page = client.get(f"/match/{match['id']}/record.jsonl")
    assert page.content == answer.content


def test_a_record_has_no_trace_of_what_was_taken_back(client: httpx.Client) -> None:
    rolled = act(client, begin(client))
    before = record_of(client, rolled)[0]
    back = act(client, act(client, rolled), "take-back", seat=0)
    after = record_of(client, back)[0]
    assert after.lines == before.lines


# Whole matches


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_whole_match_against_a_bot(client: httpx.Client, bot: str) -> None:
    match = play_out(client, begin(client, None, bot, edition=SMALL_BOX), random.Random(1))
    result = match["result"]
    assert result["ended"] == "played"
    assert match["awaits"] == "end"
    record, _ = record_of(client, match)
    assert record.result == result
    final = record.final_state()
    assert final.points == result["points"] == [seat["points"] for seat in match["seats"]]
    assert final.winners == result["winners"]
    assert record.more["names"] == ["Ada", "Blaise"]
    assert record.more["bots"] == [None, bot]


def test_bots_alone_play_a_match_to_its_end(client: httpx.Client) -> None:
    match = begin(client, "random", "random", "random", edition=SMALL_BOX)
    while match["waits_for"] != "end":
        match = after_waiting(client, match)
    assert match["result"]["ended"] == "played"
    record_of(client, match)


def test_people_play_a_match_to_its_end(client: httpx.Client) -> None:
    match = play_out(client, begin(client, edition=SMALL_BOX), random.Random(2))
    assert match["result"]["ended"] == "played"


def test_what_is_read_while_a_command_is_being_written_is_whole(house: House) -> None:
    """A version never comes with the position of another."""
    match = begin(house.client, "random", "random", edition=SMALL_BOX)
    found: dict[int, Any] = {}
    while match["waits_for"] != "end":
        match = seen(house.client, match)
        whole = {key: match[key] for key in ("snapshot", "moves", "seat", "waits_for")}
        assert found.setdefault(match["version"], whole) == whole
    record, _ = record_of(house.client, match)
    steps = {number: step.state for number, step in enumerate(record.replay(), 1)}
    for version, whole in found.items():
        if version in steps:
            assert whole["snapshot"] == steps[version].snapshot("public")


def test_the_example_client_plays_a_match_to_its_end(house: House) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "client.py"), house.address],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "'ended': 'played'" in done.stdout


def test_so_many_matches_are_kept_and_no_more(tmp_path: Path) -> None:
    with House(tmp_path / "matches", most_matches=2) as house:
        first = begin(house.client)
        begin(house.client)
        body = {"game": "levelx", "seats": TWO_PEOPLE}
        said = problem(house.client.post("/api/matches", json=body), 422)
        assert "2" in said["message"]
        house.client.delete(f"/api/matches/{first['id']}")
        begin(house.client)

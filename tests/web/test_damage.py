"""A match that is damaged on disk gives an error with a reason; everything else goes on."""

import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from ludotheque.store.folder import DATABASE
from ludotheque.table.manual_dice import dice_to_type

from .api_client import Data, act, begin, command, problem, seen, send, told
from .friends import guest, invite, join, tokens_of, two_friends
from .server import Server

Change = Callable[[Data], Any]


def private_of(folder: Path, match_id: str) -> Data:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        asked = "SELECT private FROM matches WHERE id = ?"
        kept: Data = json.loads(connection.execute(asked, [match_id]).fetchone()[0])
    return kept


def damage(folder: Path, match_id: str, column: str, value: Any) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", [value, match_id])


def seating_with(**more: Any) -> Change:
    return lambda kept: json.dumps({**kept, "seating": {**kept["seating"], **more}})


def fairness_with(**more: Any) -> Change:
    return lambda kept: json.dumps({**kept, "fairness": {**kept["fairness"], **more}})


DAMAGES: dict[str, Change] = {
    "no JSON": lambda _: "{",
    "another kind": lambda _: "[]",
    "no seating": lambda kept: json.dumps({**kept, "seating": None}),
    "no places": seating_with(places=[]),
    "odd places": seating_with(places=[{}, {}]),
    "more than is known": seating_with(colour="red"),
    "no seed": fairness_with(server_seed=None),
    "a torn seed": fairness_with(server_seed="abc"),
    "seeds for fewer seats": fairness_with(seat_commitments=[None], revealed=[None]),
}


def test_matches_with_damaged_private_things_are_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        one, damaged = guest(server), dict[str, list[Data]]()
        for which in DAMAGES:
            match = invite(one, False, True)
            join(guest(server), match, tokens_of(match)[1])
            gathers = invite(one, False, True, options={"first": None})
            damaged[which] = [seen(one, match), gathers]
        whole, device = begin(server.client), one.cookies["device"]
    for which, matches in damaged.items():
        for match in matches:
            damage(folder, match["id"], "private", DAMAGES[which](private_of(folder, match["id"])))
    with Server(folder) as server:
        one = guest(server, cookies={"device": device})
        for client in (one, server.client):
            for match in itertools.chain(*damaged.values()):
                assert problem(client.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"
            match, gathers = damaged["no JSON"]
            assert_refused(client, match)
            assert_refused(client, gathers)
            assert problem(send(client, match, command(match)), 500)["code"] == "damaged"
            assert client.get("/").status_code == 200
        assert act(server.client, whole)["version"] == 4
        assert_can_be_thrown_away(server, one, match)


def assert_refused(client: httpx.Client, match: Data) -> None:
    """By every route, with a sentence."""
    said = problem(client.get(f"/api/matches/{match['id']}"), 500)
    assert said["code"] == "damaged"
    problem(client.get(f"/api/matches/{match['id']}/gathering"), 500)
    for rest in ("", "/live", "/replay", "/record.jsonl", "/stands"):
        page = client.get(f"/match/{match['id']}{rest}")
        assert page.status_code == 500
        assert said["message"] in page.text


def assert_can_be_thrown_away(server: Server, stranger: httpx.Client, match: Data) -> None:
    """By the people at the machine; who made it cannot be known any more."""
    assert stranger.delete(f"/api/matches/{match['id']}").status_code == 500
    assert server.client.post(f"/match/{match['id']}/delete").status_code == 303
    problem(server.client.get(f"/api/matches/{match['id']}"), 404)


def test_a_gathering_whose_private_things_are_gone_does_not_begin_by_itself(
    tmp_path: Path,
) -> None:
    """Its first draws would be in memory and nowhere else."""
    folder = tmp_path / "matches"
    with Server(folder) as server:
        match = invite(guest(server), False, True, options={"first": None})
    damage(folder, match["id"], "private", None)
    with Server(folder) as server:
        assert problem(server.client.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"
        joined = {"token": tokens_of(match)[1]}
        address = f"/api/matches/{match['id']}/join"
        assert problem(guest(server).post(address, json=joined), 500)["code"] == "damaged"


def test_a_match_whose_private_data_is_gone_belongs_to_local_callers(tmp_path: Path) -> None:
    """As one that is older than links and fair dice."""
    folder = tmp_path / "matches"
    with Server(folder) as server:
        one, _, match = two_friends(server)
        stands = act(one, seen(one, match))
        device = one.cookies["device"]
    damage(folder, match["id"], "private", None)
    with Server(folder) as server:
        problem(guest(server, cookies={"device": device}).get(f"/api/matches/{match['id']}"), 404)
        again = seen(server.client, match)
        assert again == {**stands, "commitment": None}
        act(server.client, again)


def test_clocks_run_though_a_match_is_damaged(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        _, _, match = two_friends(server, clock=30)
        later = begin(server.client, clock=30)
        broken = begin(server.client, clock=30)
    damage(folder, broken["id"], "private", "{")
    with Server(folder) as server:
        for each in (match, later):
            told(server.client.get(f"/api/matches/{each['id']}"))
            assert server.awake(each["id"]).clock.runs


def test_a_match_of_a_game_that_is_gone_does_not_break_the_home_page(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        match = begin(server.client)
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        text = connection.execute("SELECT header FROM matches").fetchone()[0]
        header = json.dumps({**json.loads(text), "game": "chess"})
        connection.execute("UPDATE matches SET header = ?, game = 'chess'", [header])
    with Server(folder) as server:
        shelf = server.client.get("/")
        assert shelf.status_code == 200
        assert "chess" in shelf.text
        assert problem(server.client.get(f"/api/matches/{match['id']}"), 404)
        assert server.client.delete(f"/api/matches/{match['id']}").status_code in (204, 404)


def test_dice_that_were_seen_stay_seen_in_a_server_that_was_closed(tmp_path: Path) -> None:
    """A throw is typed in, and taken off the table: the move before it cannot be taken back."""
    folder = tmp_path / "matches"
    seats = [{"name": "Ada"}, {"name": "Blaise"}]
    body = {"game": "masterdes", "seats": seats, "dice": "hand", "options": {"level": "flash"}}
    with Server(folder) as server:
        client = server.client
        match = told(client.post("/api/matches", json=body), 201)
        throw = words_for(server, match, 1, 4, 4, 4, 2, 1, 3, 2)
        match = act(client, match, "roll", seat=0, throw=throw)
        match = act(client, match, move="first")
        match = act(client, match, move="throw:5,5")
        match = act(client, match, "roll", seat=0, throw=words_for(server, match, 5, 4))
        match = act(client, match, "retype", seat=0)
    with Server(folder) as server:
        assert seen(server.client, match) == match
        refused = send(server.client, match, command(match, "take-back", seat=0))
        assert problem(refused, 409)["code"] == "cannot_take_back"
        throw = words_for(server, match, 5, 5)
        assert act(server.client, match, "roll", seat=0, throw=throw)["waits_for"] == "move"


def words_for(server: Server, match: Data, *outcomes: int) -> str:
    """A throw as people type it."""
    live = server.awake(match["id"])
    dice = dice_to_type(live.match.state, live.names, live.game.language("fr"))
    texts = [die.draw.faces[k] for die, k in zip(dice, outcomes, strict=True)]
    return " ".join(
        next(face.names[0] for face in die.faces if face.text == text)
        for die, text in zip(dice, texts, strict=True)
    )


def test_a_damaged_match_is_not_begun_again_by_a_friend(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with Server(folder) as server:
        maker, friend = guest(server), guest(server)
        match = invite(maker, False, True)
        join(friend, match, tokens_of(match)[1])
        device = friend.cookies["device"]
    damage(folder, match["id"], "version", 7)
    with Server(folder) as server:
        friend = guest(server, cookies={"device": device})
        assert problem(friend.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"

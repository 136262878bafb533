"""A match that was damaged on disk is refused in words; everything else goes on."""

import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from ludotheque.store.folder import DATABASE
from ludotheque.table.hand import dice_of

from .friends import guest, invite, join, tokens_of, two_friends
from .playing import Data, act, begin, command, problem, seen, send, told
from .serving import House

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
    with House(folder) as house:
        one, damaged = guest(house), dict[str, list[Data]]()
        for which in DAMAGES:
            match = invite(one, False, True)
            join(guest(house), match, tokens_of(match)[1])
            gathers = invite(one, False, True, options={"first": None})
            damaged[which] = [seen(one, match), gathers]
        whole, device = begin(house.client), one.cookies["device"]
    for which, matches in damaged.items():
        for match in matches:
            damage(folder, match["id"], "private", DAMAGES[which](private_of(folder, match["id"])))
    with House(folder) as house:
        one = guest(house, cookies={"device": device})
        for client in (one, house.client):
            for match in itertools.chain(*damaged.values()):
                assert problem(client.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"
            match, gathers = damaged["no JSON"]
            assert_refused(client, match)
            assert_refused(client, gathers)
            assert problem(send(client, match, command(match)), 500)["code"] == "damaged"
            assert client.get("/").status_code == 200
        assert act(house.client, whole)["version"] == 4
        assert_can_be_thrown_away(house, one, match)


def assert_refused(client: httpx.Client, match: Data) -> None:
    """By every door, with a sentence."""
    said = problem(client.get(f"/api/matches/{match['id']}"), 500)
    assert said["code"] == "damaged"
    problem(client.get(f"/api/matches/{match['id']}/gathering"), 500)
    for rest in ("", "/live", "/replay", "/record.jsonl", "/stands"):
        page = client.get(f"/match/{match['id']}{rest}")
        assert page.status_code == 500
        assert said["message"] in page.text


def assert_can_be_thrown_away(house: House, stranger: httpx.Client, match: Data) -> None:
    """By the people at the machine; who made it cannot be known any more."""
    assert stranger.delete(f"/api/matches/{match['id']}").status_code == 500
    assert house.client.post(f"/match/{match['id']}/delete").status_code == 303
    problem(house.client.get(f"/api/matches/{match['id']}"), 404)


def test_a_gathering_whose_private_things_are_gone_does_not_begin_by_itself(
    tmp_path: Path,
) -> None:
    """Its first draws would be in memory and nowhere else."""
    folder = tmp_path / "matches"
    with House(folder) as house:
        match = invite(guest(house), False, True, options={"first": None})
    damage(folder, match["id"], "private", None)
    with House(folder) as house:
        assert problem(house.client.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"
        joined = {"token": tokens_of(match)[1]}
        address = f"/api/matches/{match['id']}/join"
        assert problem(guest(house).post(address, json=joined), 500)["code"] == "damaged"


def test_a_match_whose_private_things_are_gone_is_the_households(tmp_path: Path) -> None:
    """As one that is older than links and fair dice."""
    folder = tmp_path / "matches"
    with House(folder) as house:
        one, _, match = two_friends(house)
        stands = act(one, seen(one, match))
        device = one.cookies["device"]
    damage(folder, match["id"], "private", None)
    with House(folder) as house:
        problem(guest(house, cookies={"device": device}).get(f"/api/matches/{match['id']}"), 404)
        again = seen(house.client, match)
        assert again == {**stands, "commitment": None}
        act(house.client, again)


def test_clocks_run_though_a_match_is_damaged(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with House(folder) as house:
        _, _, match = two_friends(house, clock=30)
        later = begin(house.client, clock=30)
        broken = begin(house.client, clock=30)
    damage(folder, broken["id"], "private", "{")
    with House(folder) as house:
        for each in (match, later):
            told(house.client.get(f"/api/matches/{each['id']}"))
            assert house.awake(each["id"]).clock.runs


def test_a_match_of_a_game_that_is_gone_does_not_close_the_shelf(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with House(folder) as house:
        match = begin(house.client)
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        text = connection.execute("SELECT header FROM matches").fetchone()[0]
        header = json.dumps({**json.loads(text), "game": "chess"})
        connection.execute("UPDATE matches SET header = ?, game = 'chess'", [header])
    with House(folder) as house:
        shelf = house.client.get("/")
        assert shelf.status_code == 200
        assert "chess" in shelf.text
        assert problem(house.client.get(f"/api/matches/{match['id']}"), 404)
        assert house.client.delete(f"/api/matches/{match['id']}").status_code in (204, 404)


def test_dice_that_were_seen_stay_seen_in_a_house_that_was_closed(tmp_path: Path) -> None:
    """A throw is typed in, and taken off the table: the move before it cannot be taken back."""
    folder = tmp_path / "matches"
    seats = [{"name": "Ada"}, {"name": "Blaise"}]
    body = {"game": "masterdes", "seats": seats, "dice": "hand", "options": {"level": "flash"}}
    with House(folder) as house:
        client = house.client
        match = told(client.post("/api/matches", json=body), 201)
        throw = words_for(house, match, 1, 4, 4, 4, 2, 1, 3, 2)
        match = act(client, match, "roll", seat=0, throw=throw)
        match = act(client, match, move="first")
        match = act(client, match, move="throw:5,5")
        match = act(client, match, "roll", seat=0, throw=words_for(house, match, 5, 4))
        match = act(client, match, "retype", seat=0)
    with House(folder) as house:
        assert seen(house.client, match) == match
        refused = send(house.client, match, command(match, "take-back", seat=0))
        assert problem(refused, 409)["code"] == "cannot_take_back"
        throw = words_for(house, match, 5, 5)
        assert act(house.client, match, "roll", seat=0, throw=throw)["waits_for"] == "move"


def words_for(house: House, match: Data, *outcomes: int) -> str:
    """A throw as people type it."""
    live = house.awake(match["id"])
    dice = dice_of(live.match.state, live.names, live.game.language("fr"))
    texts = [die.drawn["faces"][k] for die, k in zip(dice, outcomes, strict=True)]
    return " ".join(
        next(face.names[0] for face in die.faces if face.text == text)
        for die, text in zip(dice, texts, strict=True)
    )


def test_a_damaged_match_is_not_begun_again_by_a_friend(tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    with House(folder) as house:
        maker, friend = guest(house), guest(house)
        match = invite(maker, False, True)
        join(friend, match, tokens_of(match)[1])
        device = friend.cookies["device"]
    damage(folder, match["id"], "version", 7)
    with House(folder) as house:
        friend = guest(house, cookies={"device": device})
        assert problem(friend.get(f"/api/matches/{match['id']}"), 500)["code"] == "damaged"

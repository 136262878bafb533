"""Matches played over the JSON API, as a program would."""

from __future__ import annotations

import random
from typing import Any

import httpx

Data = dict[str, Any]

#: A box for matches of a few turns.
SMALL_BOX: Data = {
    "name": "Une boîte à soi",
    "spaces": [1, 1, 2, 1, 1, 1],
    "chips": [1, 1, 1, 2, 1, 1],
    "chips_withheld": [0, 0, 0],
    "tiles": [3],
}
NAMES = ("Ada", "Blaise", "Camille", "Dorothée")
TWO_PEOPLE: list[Data] = [{"name": name} for name in NAMES[:2]]


def setup(*bots: str | None, **more: Any) -> Data:
    """A match for the API to begin: a person in each seat that has no bot, seat 0 first."""
    seats = [{"name": NAMES[place], "bot": bot} for place, bot in enumerate(bots)]
    return {"game": "levelx", "seats": seats or TWO_PEOPLE, "options": {"first": 0}, **more}


def begin(client: httpx.Client, *bots: str | None, **more: Any) -> Data:
    return told(client.post("/api/matches", json=setup(*bots, **more)), 201)


def told(answer: httpx.Response, status: int = 200) -> Data:
    assert answer.status_code == status, answer.text
    data: Data = answer.json()
    return data


def seen(client: httpx.Client, match: Data) -> Data:
    return told(client.get(f"/api/matches/{match['id']}"))


def command(match: Data, kind: str | None = None, **more: Any) -> Data:
    """What the match waits for: a roll, or its first legal move. Who resigns means it."""
    made: Data = {
        "kind": kind or match["waits_for"],
        "seat": match["seat"],
        "version": match["version"],
    }
    if made["kind"] == "move" and "move" not in more:
        made["move"] = match["moves"][0]
    if made["kind"] == "resign":
        made["confirm"] = True
    return {**made, **more}


def send(client: httpx.Client, match: Data, body: Data) -> httpx.Response:
    return client.post(f"/api/matches/{match['id']}/commands", json=body)


def act(client: httpx.Client, match: Data, kind: str | None = None, **more: Any) -> Data:
    return told(send(client, match, command(match, kind, **more)))


def after_waiting(client: httpx.Client, match: Data, seconds: float = 20) -> Data:
    """The match when it is past the version we know."""
    address = f"/api/matches/{match['id']}"
    return told(client.get(address, params={"since": match["version"], "wait": seconds}))


def my_turn(client: httpx.Client, match: Data) -> Data:
    """The match when it waits for a person, or is over."""
    while match["seat"] is not None and match["seats"][match["seat"]]["bot"] is not None:
        match = after_waiting(client, match)
    return match


def play_out(client: httpx.Client, match: Data, chance: random.Random) -> Data:
    """The match at its end; people choose by chance."""
    while (match := my_turn(client, match))["waits_for"] != "end":
        move = {"move": chance.choice(match["moves"])} if match["moves"] else {}
        match = act(client, match, **move)
    return match


def problem(answer: httpx.Response, status: int) -> Data:
    """What a refusal says: always a code and a sentence."""
    said = told(answer, status)
    assert set(said) <= {"code", "message", "rule", "version"}
    assert said["code"]
    assert said["message"]
    return said

"""Matches of a database that an earlier version of the program made go on as they began."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ludotheque.store.folder import DATABASE

from .api_client import act, begin, seen
from .server import Server


def forget_the_options(folder: Path) -> None:
    """Take the options out of every header, as before the game had any."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        rows = connection.execute("SELECT number, header FROM matches").fetchall()
        for number, header in rows:
            older = json.dumps({**json.loads(header), "options": {}})
            connection.execute("UPDATE matches SET header = ? WHERE number = ?", (older, number))


def test_a_race_that_began_before_the_roll_off_could_be_chosen_goes_on(tmp_path: Path) -> None:
    """DR-7 Beside the race, as all matches were played then."""
    people, options = (None, None, None), {"roll_off": "aside"}
    with Server(tmp_path) as server:
        match = begin(server.client, *people, game="dicerun", options=options)
    forget_the_options(tmp_path)
    with Server(tmp_path) as server:
        again = seen(server.client, match)
        assert (again["version"], again["snapshot"]) == (match["version"], match["snapshot"])
        server.client.post(f"/match/{match['id']}/alone", data={"seat": str(again["seat"])})
        mine = seen(server.client, match)
        moved = act(server.client, mine, move=mine["moves"][0])
        assert moved["version"] > match["version"]
        assert moved["options"] == options

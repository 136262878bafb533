"""Data changed outside the store raises an error with a reason, and harms no other match."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludotheque.store.errors import StoreDamaged
from ludotheque.store.folder import DATABASE
from ludotheque.store.store import Store

from .played_matches import END, HEADER, draws


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        connection.execute(statement, values)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("private", "no JSON"),
        ("private", "[]"),
        ("private", "7"),
        ("private", b"\xff\xfe"),
        ("private", "[" * 20_000),
        ("header", "no JSON"),
        ("header", "{}"),
        ("header", "null"),
        ("header", json.dumps({**HEADER, "format": "ludotheque/9"})),
        ("result", "no JSON"),
        ("result", "{}"),
        ("result", json.dumps({**END, "winners": [7]})),
        ("result", json.dumps({**END, "winners": None})),
        ("created", "yesterday"),
        ("version", 9),
    ],
)
def test_a_damaged_match_is_refused_and_left_out(folder: Path, column: str, value: Any) -> None:
    with Store.open(folder) as store:
        store.create("whole", HEADER, draws(1)).result()
        store.create("damaged", HEADER, draws(1, 2), {"seating": {}}, ["a device"]).result()
    change(folder, f"UPDATE matches SET {column} = ? WHERE id = 'damaged'", value)
    with Store.open(folder) as store:
        with pytest.raises(StoreDamaged, match="the match 'damaged' is damaged: "):
            store.load("damaged")
        assert store.load("whole").events == draws(1)
        assert "whole" in [match.id for match in store.matches()]
        if column not in ("private", "version"):
            assert [match.id for match in store.matches(device="a device")] == []
        store.delete("damaged").result()
        assert store.count() == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = 'no JSON' WHERE number = 2",
        "DELETE FROM events WHERE number = 1",
        "DELETE FROM events WHERE number = 2",
        "INSERT INTO events (match, number, line)"
        " SELECT match, 3, line FROM events WHERE number = 1",
    ],
)
def test_a_match_whose_events_are_damaged_is_refused(folder: Path, statement: str) -> None:
    with Store.open(folder) as store:
        store.create("m", HEADER, draws(1, 2)).result()
    change(folder, statement)
    with Store.open(folder) as store:
        with pytest.raises(StoreDamaged):
            store.load("m")
        assert [match.id for match in store.matches()] == ["m"]  # a list does not look so far

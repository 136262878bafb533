"""The public protocol: its JSON Schema fits what is sent and taken, and the examples play by it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from ludotheque.web.api.schemas import CommandIn
from ludotheque.web.catalogue import find, names
from ludotheque.web.transport.messages import COMMANDS, RECEIVED
from tests.cases import cases
from tools.live_schema import PATH, live_schema, text

from .api_client import Data, act, begin, command, my_turn, seen
from .friends import two_friends
from .server import PATIENCE, Server
from .socket_client import SocketClient

ROOT = Path(__file__).parents[2]
PARTS = live_schema()["$defs"]


def is_valid(part: str, data: Any) -> bool:
    schema = {"$ref": f"#/$defs/{part}", "$defs": PARTS}
    return bool(jsonschema_rs.is_valid(schema, data))


def test_the_schema_in_the_documentation_is_that_of_the_server() -> None:
    assert PATH.read_text("utf-8") == text(), "run: python -m tools.live_schema"


@pytest.mark.parametrize("game", names())
def test_whatever_a_socket_brings_fits_the_schema(server: Server, game: str) -> None:
    bots = ["random"] * (find(game).players[0] - 1)
    rounds = {"rounds": 5} if "rounds" in find(game).options else {}  # one throw may end a game
    match = begin(server.client, None, *bots, game=game, options=rounds)
    with SocketClient(server, match["id"]) as socket:
        for _ in range(4):
            match = act(server.client, my_turn(server.client, match))
        match = my_turn(server.client, match)
        frames = socket.until(match["version"])
        refused = socket.do(command(match, "roll", version=0))
        asked = {"version": match["version"], "move": (match["moves"] or ["?"])[0]}
        for message in (*frames, refused, socket.ask(preview=asked)):
            assert is_valid("Sent", message), message
            assert not is_valid("Received", message)


def test_the_news_of_players_fit_the_schema(server: Server) -> None:
    one, other, match = two_friends(server, clock=60)
    with SocketClient(server, match["id"], other, since=0) as socket:
        one.post(f"/match/{match['id']}/react", data={"seat": "0", "what": "bravo"})
        act(one, seen(one, match))
        found: dict[str, Data] = {}
        while len(found) < 3:
            message = socket.next("seats", "emote", "beat")
            found[message["type"]] = message
        one.post(f"/match/{match['id']}/delete")
        found["gone"] = socket.next("gone")
    for message in found.values():
        assert is_valid("Sent", message), message
    assert found["seats"]["clock"]["left"] <= 60


ROLL: Data = {"kind": "roll", "seat": 0, "version": 3}


@cases(
    ("data", "fits"),
    [
        (ROLL, True),
        ({**ROLL, "seat": 12}, False),
        ({**ROLL, "seat": -1}, False),
        ({**ROLL, "seat": "0"}, False),
        ({**ROLL, "version": True}, False),
        ({**ROLL, "kind": "dance"}, False),
        ({**ROLL, "more": 1}, False),
        ({**ROLL, "move": "x" * 200}, True),
        ({**ROLL, "move": "x" * 201}, False),
        ({**ROLL, "throw": "6 " * 1001}, False),
        ({**ROLL, "confirm": "yes"}, False),
        ({"kind": "roll", "seat": 0}, False),
    ],
)
def test_a_command_is_checked_alike_on_all_ways(data: Data, fits: bool) -> None:
    """By the schema, on a socket, and in the JSON API."""
    as_text = json.dumps(data)
    assert is_valid("Command", data) == fits
    assert reads(COMMANDS.decode, as_text) == fits
    assert reads(RECEIVED.decode, json.dumps({"id": 1, "command": data})) == fits
    assert reads(CommandIn.model_validate_json, as_text) == fits


def reads(read: Any, data: str) -> bool:
    try:
        read(data)
    except ValueError:
        return False
    return True


def test_who_follows_a_match_may_be_answered_with_the_version_alone(server: Server) -> None:
    match = begin(server.client, None, None, options={"first": 0})
    command = {"kind": "roll", "seat": 0, "version": match["version"]}
    path, minimal = f"/api/matches/{match['id']}/commands", {"prefer": "return=minimal"}
    answer = server.client.post(path, json=command, headers=minimal)
    assert (answer.status_code, answer.json()) == (200, {"version": 4})
    assert answer.headers["preference-applied"] == "return=minimal"
    assert server.client.post(path, json=command, headers=minimal).json()["code"] == "stale"


def test_the_api_describes_the_same_command() -> None:
    by_api, by_socket = CommandIn.model_json_schema(), PARTS["Command"]
    assert set(by_api["properties"]) == set(by_socket["properties"])
    assert by_api["required"] == by_socket["required"]
    kinds = by_api["properties"]["kind"]["enum"], by_socket["properties"]["kind"]["enum"]
    assert set(kinds[0]) == set(kinds[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "matches") as opened:
        yield opened


@pytest.mark.parametrize("example", ["live_socket.py", "live_events.py"])
def test_an_example_plays_a_whole_match(server: Server, example: str) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / example, server.address],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    points = json.loads(done.stdout)
    assert len(points) == 2
    assert max(points) > 0

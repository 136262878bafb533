"""Everything that clients were sent of matches by link, compared with what they may know."""

from __future__ import annotations

from typing import Any

import pytest

from ..html import Page
from .capture import hidden_in, leaks, strings_in
from .captured_match import GAMES, MatchCapture
from .leak_checks import check
from .server import Server

MOST = {"coursededes": 8, "dicerun": 7, "levelx": 10, "masterdes": 10, "trotteurs": 12}


@pytest.mark.parametrize("name", GAMES)
def test_clients_receive_what_their_seats_may_know_and_nothing_else(
    server: Server, name: str
) -> None:
    """Snapshots, moves, pages, live updates and refusals; tokens, devices and seeds."""
    assert check(MatchCapture(server, name, MOST[name]).run()) > 40


def test_a_leak_would_be_noticed() -> None:
    """A hand, an objective in a data block, and the text of another's move."""
    whole: Any = {"hands": [["color:g"], ["value:5"]], "goals": [["b4"], ["r1"]], "pile": 3}
    seen: Any = {"hands": [["color:g"], 1], "goals": [["b4"], 1], "pile": 3}
    secrets = hidden_in(whole, seen) - strings_in(seen)
    assert secrets == {"value:5", "r1"}
    assert leaks(Page('<b data-step="card:value:5"></b>'), secrets) == ["value:5"]
    assert leaks(Page('<b id="goal-r1"></b>'), secrets) == ["r1"]
    block = '<script type="application/json" id="choices">["tumble:2:value:5"]</script>'
    assert leaks(Page(block), secrets) == ["value:5"]
    assert not leaks(Page('<b data-step="card:color:g" id="goal-b4">r1</b>'), secrets)

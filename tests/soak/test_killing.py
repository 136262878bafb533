"""A server that is killed while friends play by link loses nothing that it has acknowledged."""

import json
from pathlib import Path

from tests.web.api_client import act, seen
from tests.web.event_source import EventSource

from .killing import CLOCK, kill_again_and_again
from .server import Server

KILLS = 2


def test_killed_under_load_it_has_all_that_was_answered_and_goes_on(tmp_path: Path) -> None:
    """Moves, seats, promised seeds and stand-ins; and time runs in matches by the clock."""
    folder = tmp_path / "matches"
    ledger = kill_again_and_again(folder, KILLS, seed=2)
    assert ledger.answers > 20
    assert ledger.parties
    with Server(folder) as server:
        party = next(each for each in ledger.parties.values() if each.id not in ledger.over)
        clients = [server.guest(device) for device in party.devices]
        match = seen(clients[0], {"id": party.id})
        asked = clients[match["seat"]]
        with EventSource(asked, party.id) as follower:
            news = follower.next()
            while news.event != "seats":
                news = follower.next()
        assert news.data["clock"]["seat"] == match["seat"], json.dumps(news.data)
        assert CLOCK - 100 < news.data["clock"]["left"] <= CLOCK
        match = seen(asked, {"id": party.id})
        moved = act(asked, match)
        assert moved["version"] > match["version"]

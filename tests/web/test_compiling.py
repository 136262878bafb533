"""Machine code for the matches of a server: asked for when one begins, given up when it stops."""

from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots import greedy_player
from ludotheque.core import compiling, single_steps
from ludotheque.core.game import Game

from .api_client import begin
from .server import Server


def test_a_match_has_its_steps_compiled_in_a_child_and_the_child_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Any, bool]] = []
    stops: list[None] = []

    def request(game: Game, part: compiling.Part, *, optional: bool = False) -> None:
        asked.append((game.id, part, optional))

    monkeypatch.setattr(compiling, "request", request)
    monkeypatch.setattr(compiling, "stop", lambda: stops.append(None))
    with Server(tmp_path) as server:
        begin(server.client)
        assert asked == [("levelx", single_steps.prepare, True)]
        begin(server.client, None, "habitué")
        assert ("levelx", greedy_player.prepare, True) in asked
        assert not stops
    assert stops == [None]


def test_live_states_never_wait_for_a_compiler(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        match = begin(server.client)
        binding = server.awake(match["id"]).match.state._binding
        assert binding.mode == "tiered"

"""A move that has shown a secret cannot be taken back, in whatever game that has secrets."""

from random import Random

import pytest

import ludotheque
from ludotheque.core.game import Game
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Move, Roll, events_data
from ludotheque.table.timeline import Timeline

from .matches import MatchDriver, seated

SECRETIVE = [game for game in map(ludotheque.game, ludotheque.games()) if game.secrets]


def known_to_all(match: MatchDriver) -> list[object]:
    seen = match.state.snapshot("public")
    return [seen.get("open"), seen["spent"]]


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: str(game.id))
def test_what_was_shown_stays_shown(game: Game) -> None:
    players = game.players[0]
    match = seated(game.start(players), SeededDice(3))
    timeline, chance, shown = (
        Timeline(game.start(players), events_data(match.opening)),
        Random(5),
        0,
    )
    while match.waits_for.what != "end":
        waiting, before = match.waits_for, known_to_all(match)
        assert waiting.seat is not None
        command: Command = Roll(waiting.seat, match.version)
        if waiting.what == "move":
            moves = sorted(match.state.moves(), key=lambda move: not move.startswith("goal"))
            move = moves[0] if chance.random() < 0.3 else chance.choice(moves)
            command = Move(waiting.seat, match.version, move)
        timeline.extend(events_data(match.do(command)))
        assert timeline.taker_back == match.taker_back
        if known_to_all(match) != before:
            shown += 1
            assert match.taker_back is None
    assert shown >= 4

"""The terminal's tables of both races: whatever is told of a seat names its objectives."""

import random
import re

import pytest
from rich.console import Console

import ludotheque
from ludotheque.core.game import Game
from ludotheque.core.state import State

NAMES = ["Ada", "Blaise", "Chloé-Marguerite", "Denis", "Eve", "Fanny"]
WIDTH = 80


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_without_colours_shown_objectives_are_named_in_full(name: str) -> None:
    game = ludotheque.game(name)
    state = played_until_all_have_shown_two(game)
    names = NAMES[: state.players]
    console = Console(width=WIDTH, no_color=True)
    with console.capture() as captured:
        console.print(game.terminal.board(state, names, game.language("en"), 0))
    board = captured.get()
    about_seats = board[board.index(names[0]) :]
    assert not re.search(r"\b[a-z][1-6]\b", about_seats)
    shown = [goal for own in state.snapshot()["spent"] for goal in own]
    assert len(re.findall(r"\b[a-z]+ [1-6]\b", about_seats)) >= len(shown)
    assert all(len(line) <= WIDTH and "…" not in line for line in about_seats.splitlines())


def played_until_all_have_shown_two(game: Game) -> State:
    for seed in range(100):
        state, chance = game.start(players=6), random.Random(seed)
        while state.awaits != "end":
            if all(len(own) >= 2 for own in state.snapshot()["spent"]):
                return state
            if state.draw_size is not None:
                state.draw(chance.randrange(state.draw_size))
            else:
                state.play(chance.choice(state.moves()))
    raise AssertionError("nobody has shown two objectives")

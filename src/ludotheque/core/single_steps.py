"""Tiered execution of single steps: rules run interpreted until their machine code is loaded.

A state in the mode `tiered` never waits for a compiler. When the compiled functions are there, they
take the place of the interpreted ones, in states that exist already as well; results are the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import driver

if TYPE_CHECKING:
    from .game import Game
    from .state import State

#: What `State` calls.
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    driver.draw_at,
    driver.draws_at,
    driver.moves_at,
    driver.play_at,
    driver.points_at,
    driver.has_won_at,
    driver.length_at,
)


def prepare(game: Game) -> None:
    """Load the compiled functions of single steps, or compile them, and put them into use."""
    compiled = game.binding("compiled")
    functions = [*FUNCTIONS, *([driver.determinize_at] if game.secrets else [])]
    use_once(game)
    game.binding("tiered").replace({function: compiled(function) for function in functions})


def use_once(game: Game) -> None:
    """Play until something was drawn and a move was made, compiled: that fixes argument types."""
    state, chance = game.start(game.players[0], mode="compiled"), random.Random(0)
    compiled, done = game.binding("compiled"), set[str]()
    while done < {"draw", "move"} and state.awaits != "end":
        done.add(state.awaits)
        if state.draw_size is None:
            state.play(chance.choice(state.moves()))
        else:
            state.draw(chance.randrange(state.draw_size))
    read_all(state)
    if game.secrets:
        compiled(driver.determinize_at)(state.copy().states, 0, np.zeros(1, np.uint64))


def read_all(state: State) -> None:
    won = state.game.binding("compiled")(driver.has_won_at)
    won(state.states, 0)
    state.game.start(state.players, mode="compiled").draw_several([])
    assert len(state.points) == state.players
    assert state.length >= 0
    state.moves()

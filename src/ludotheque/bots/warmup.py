"""Warm-up: compiles a game's search in the background, so that no move waits for the compiler."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from ..core import compiling
from ..core.compiler import numba_version
from ..core.game import Game
from ..core.state import State
from . import mcts

_ready: set[Game] = set()


def is_ready(game: Game) -> bool:
    """Whether the game's search is compiled; if not, begin to compile it in the background."""
    if game in _ready:
        return True
    compiling.request(game, prepare)
    return False


def is_loaded(game: Game) -> bool:
    """Whether the game's search is compiled and loaded; nothing is begun."""
    return game in _ready


def is_warming_up(game: Game, kinds: Iterable[str | None]) -> bool:
    """Whether one of these bots searches, and has to make do with a small search for now."""
    from .levels import LEVELS, searches  # which needs players, which need this module

    levels = [LEVELS[kind] for kind in kinds if kind in LEVELS]
    return (
        bool(numba_version())
        and not is_loaded(game)
        and any(searches(each, game) for each in levels)
    )


def first_decision(game: Game) -> State:
    """The first state that awaits a move: an argument with which to compile bots."""
    state = game.start(game.players[0])
    chance = random.Random(0)  # with constant draws the roll for the start might tie for ever
    while state.draw_size is not None:
        state.draw(chance.randrange(state.draw_size))
    return state


def prepare(game: Game) -> None:
    """Compile the game's search, or load it from the cache; returns when it is ready."""
    state = first_decision(game)
    nothing = np.zeros(0, np.int64)
    binding = game.binding("compiled")
    binding(mcts.search)(
        state.states,
        state.players,
        0,
        0,
        False,
        False,
        np.uint64(0),
        np.zeros(1, mcts.NODE),
        np.zeros(2, state.states.dtype),
        np.zeros(1, np.int64),
        nothing,
        np.zeros(0),
        nothing,
    )
    binding(mcts.sample_states)(state.copy().states, 0, np.uint64(0))
    prepare_priors(game)
    _ready.add(game)


def prepare_priors(game: Game) -> None:
    """Compile the evaluation of all moves in a position, or load it."""
    state = first_decision(game)
    moves = np.zeros(game.rules.MOST_MOVES, np.int64)
    scratch = np.zeros(1, state.states.dtype)
    evaluate_priors = game.binding("compiled")(mcts.evaluate_priors)
    evaluate_priors(state.states, state.players, moves, np.zeros(len(moves)), scratch)

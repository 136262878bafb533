"""Rules that tests call from Python, interpreted and compiled.

`tests.precompile` compiles them together with the rules they call. By itself, in a test, each of
them would compile those rules again, which takes seconds.

Evaluations are not compiled in the mode `checked` too, which would take as long again: tests
compare them with the interpreted ones in the same positions, where NumPy checks every index.
"""

from typing import Any

import numpy as np

from ludotheque import Game, State
from ludotheque.bots.rollout import quick_best, shortlisted
from ludotheque.core.compiler import Mode
from ludotheque.core.driver import determinize_at
from ludotheque.core.rule import evaluate_regular, quick_evaluate, rule, win_probability


@rule
def win_probability_at(states: Any, seat: Any) -> Any:
    return win_probability(states[0], seat)


@rule
def evaluate_regular_at(states: Any, seat: Any) -> Any:
    return evaluate_regular(states[0], seat)


@rule
def quick_evaluate_at(states: Any, seat: Any) -> Any:
    return quick_evaluate(states[0], seat)


@rule
def quick_best_at(states: Any, moves: Any, generator: Any, scratch: Any) -> Any:
    """Write the shortlisted moves; the index of the one with the highest quick evaluation."""
    count = shortlisted(states[0], moves)
    return quick_best(states[0], moves, count, count, generator, scratch)


EVALUATIONS = (win_probability_at, evaluate_regular_at, quick_evaluate_at)


def determinized(state: State, seed: int, mode: Mode = "interpreted") -> State:
    """A determinization of the state, for the seat that is to move."""
    other = state.copy()
    with np.errstate(over="ignore"):
        state.game.binding(mode)(determinize_at)(
            other.states, state.seat, np.array([seed], np.uint64)
        )
    return other


def quick_choice(state: State, mode: Mode) -> int:
    """The shortlisted move with the highest quick evaluation."""
    moves = np.zeros(state.game.rules.MOST_MOVES, np.int64)
    place = state.game.binding(mode)(quick_best_at)(
        state.states, moves, np.zeros(1, np.uint64), state.copy().states
    )
    return int(moves[place])


def use_all(game: Game, state: State) -> None:
    """Call every entry point once, where somebody is to move; those of secrets where there are."""
    for evaluate in EVALUATIONS:
        game.binding("compiled")(evaluate)(state.states, 0)
    if game.secrets:
        determinized(state, 0, "compiled")
        quick_choice(state, "compiled")

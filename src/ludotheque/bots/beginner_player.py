"""The beginner: a one-ply player that maximises the immediate gain of its move."""

import random

from ..core.default_evaluation import is_default
from ..core.driver import play_at
from ..core.state import State
from ..core.view import View
from .greedy_player import lead_in_points, shortlisted_moves


class BeginnerPlayer:
    """Maximises `evaluate_beginner`, or the lead in points; picks one of the best at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        state = view.game.resample(view, self._random)
        codes = [int(code) for code in shortlisted_moves(state)]
        values = [beginner_value(after_move(state, code), view.seat) for code in codes]
        best = max(values)
        chosen = [code for code, seen in zip(codes, values, strict=True) if seen == best]
        return str(view.game.notation.write_move(self._random.choice(chosen)))


def after_move(state: State, code: int) -> State:
    after = state.copy()
    state.game.binding()(play_at)(after.states, code)
    return after


def beginner_value(state: State, seat: int) -> float:
    """The game's `evaluate_beginner` of a position; the lead in points if it has none."""
    evaluate = state.game.evaluation.evaluate_beginner
    if is_default(evaluate):
        return lead_in_points(state, seat)
    return float(evaluate(state.record, seat))

"""A player who sees no further than the table: what is counted right after the own move."""

import random

from ..core.default_evaluation import is_default
from ..core.driver import play_at
from ..core.state import State
from ..core.view import View
from .greedy_player import lead_in_points, moves_worth_a_thought


class BeginnerPlayer:
    """Takes what brings most at once: points, or what the game's advice says a beginner sees.

    Of several moves that bring the same, any.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        state = view.game.resample(view, self._random)
        codes = [int(code) for code in moves_worth_a_thought(state)]
        glimpses = [glimpse(after_move(state, code), view.seat) for code in codes]
        best = max(glimpses)
        chosen = [code for code, seen in zip(codes, glimpses, strict=True) if seen == best]
        return str(view.game.notation.write_move(self._random.choice(chosen)))


def after_move(state: State, code: int) -> State:
    after = state.copy()
    state.game.binding()(play_at)(after.states, code)
    return after


def glimpse(state: State, seat: int) -> float:
    """What a beginner sees of a position: the lead in points, or what the game's advice names."""
    evaluate = state.game.evaluation.evaluate_beginner
    if is_default(evaluate):
        return lead_in_points(state, seat)
    return float(evaluate(state.record, seat))

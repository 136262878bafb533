"""A player who sees no further than the table: what is counted right after the own move."""

import random

from ..core.state import State
from ..core.view import View
from .greedy_player import lead_in_points


class ShortSightedPlayer:
    """Takes what brings most at once: points, or what the game's advice says a beginner sees.

    Of several moves that bring the same, any.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.moves) == 1:
            return view.moves[0]
        after = view.game.resample(view, self._random).successors()
        glimpses = {move: glimpse(state, view.seat) for move, state in after.items()}
        best = max(glimpses.values())
        return self._random.choice([move for move, seen in glimpses.items() if seen == best])


def glimpse(state: State, seat: int) -> float:
    """What a beginner sees of a position: the lead in points, or what the game's advice names."""
    seen = getattr(state.game.advice, "glimpse_of", None)
    if seen is not None:
        return float(seen(state.record, seat))
    return lead_in_points(state, seat)

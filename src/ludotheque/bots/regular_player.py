"""A player with some habit of the game, who judges what the own move leads to."""

import random

from ..core.view import View
from .greedy_player import HAIR, GreedyPlayer


class RegularPlayer:
    """Judges by what the game's advice says a regular sees, `habit_of`; else by all of it.

    Of several moves that look the same, any.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)
        self._greedy = GreedyPlayer(seed)

    def choose(self, view: View) -> str:
        habit = getattr(view.game.advice, "habit_of", None)
        if habit is None or len(view.moves) == 1:
            return self._greedy.choose(view)
        after = view.game.resample(view, self._random).successors()
        worths = {move: habit(state.record, view.seat) for move, state in after.items()}
        best = max(worths.values()) - HAIR
        return self._random.choice([move for move, worth in worths.items() if worth >= best])

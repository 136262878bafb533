"""A player that picks every move at random, all legal moves equally likely."""

import random

from ..core.view import View


class RandomPlayer:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.moves)

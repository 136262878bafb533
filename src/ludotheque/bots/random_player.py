"""A player without a thought: any legal move, each as likely."""

import random

from ..core.view import View


class RandomPlayer:
    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.moves)

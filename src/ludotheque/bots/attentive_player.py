"""A player who may overlook things: where a game asks for attention, not for thought.

Such a game has a `vigil` piece. `vigil.remark(view)` is what somebody says who has noticed what
there is to notice, None where the decision is one of thought; `vigil.SILENT` is to say nothing.
"""

import random

from ..core.view import View
from .player import Player


class AttentivePlayer:
    """Thinks as another player does, and notices as often as its attention says."""

    def __init__(self, thinker: Player, attention: float, seed: int | None = None) -> None:
        self._thinker = thinker
        self._attention = attention
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        vigil = view.game.optional_module("reactions")
        remark = None if vigil is None else vigil.remark(view)
        if vigil is None or remark is None:
            return self._thinker.choose(view)
        return str(remark if self._random.random() < self._attention else vigil.SILENT)

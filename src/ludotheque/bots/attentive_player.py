"""A player who may overlook things: where a game asks for attention, not for thought.

Such a game has a `reactions.py`. `reactions.remark(view)` is the move of somebody who has noticed
what there is to notice, None where the decision is one of thought; `reactions.SILENT` is to say
nothing.
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
        reactions = view.game.reactions
        remark = reactions.remark(view)
        if remark is None:
            return self._thinker.choose(view)
        return remark if self._random.random() < self._attention else reactions.SILENT

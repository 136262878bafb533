"""A player that may overlook things, in games where noticing is part of the game.

Such a game has a module `reactions`. `reactions.attentive_move(view)` is the move of a player who
notices everything, or None where the decision does not depend on attention; `reactions.SILENT` is
the move of saying nothing.
"""

import random

from ..core.view import View
from .player import Player


class AttentivePlayer:
    """Decorates another player: it notices opportunities only with the probability `attention`."""

    def __init__(self, decider: Player, attention: float, seed: int | None = None) -> None:
        self._decider = decider
        self._attention = attention
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        reactions = view.game.reactions
        move = reactions.attentive_move(view)
        if move is None:
            return self._decider.choose(view)
        return move if self._random.random() < self._attention else reactions.SILENT

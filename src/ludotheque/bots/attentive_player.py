"""A player that may overlook things, in games where noticing is part of the game.

Such a game has a module `reactions`. `reactions.attentive_move(view)` is the move of a player who
notices everything, or None where the decision does not depend on attention; `reactions.SILENT` is
the move of saying nothing.
"""

import random

from ..core.view import View
from .player import Decision, Player, decide


class AttentivePlayer:
    """Decorates another player: it notices opportunities only with the probability `attention`."""

    def __init__(self, decider: Player, attention: float, seed: int | None = None) -> None:
        self._decider = decider
        self._attention = attention
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self.choose_with_chances(view).move

    def choose_with_chances(self, view: View) -> Decision:
        reactions = view.game.reactions
        move = reactions.attentive_move(view)
        if move is None:
            return decide(self._decider, view)
        notices = self._random.random() < self._attention
        return Decision(move if notices else reactions.SILENT)

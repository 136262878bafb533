"""A duel that one plays alone, solved (MD-9): values of the player's own hand, and nobody answers.

They are those of whoever plays, red or blue. What it is worth to have a duel alone is what being
out of a duel costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .backward_induction import best_replay, best_rethrow, first_odds, still_to_come
from .duel import DICE, NONE, face_of_all
from .hand_indexing import Array, hands_of, odds_of_master
from .outcomes import outcomes
from .rules import FIRST, REPLAY_THROW, SECOND, THIRD

STEADY = 1e-13  # a change of a value that is none


@dataclass(frozen=True, eq=False)
class AloneSolution:
    """Values after each throw, before the MasterDé may go out; of several duels at a time, if
    arrays of hands have a third axis.
    """

    after: dict[int, Array]

    def value(self, master_odds: Array) -> Any:
        """Before the first throw."""
        return np.tensordot(first_odds(master_odds), self.after[FIRST], 2)


def solve_alone(ends: Array, master_odds: Array) -> AloneSolution:
    """The solution of a duel alone whose ends (by hand) have these values."""
    hands = hands_of(DICE)
    after = {REPLAY_THROW: left_alone(ends)}
    for throw in (REPLAY_THROW, THIRD, SECOND):
        thrown, unthrown = after[throw], after[still_to_come(throw)]
        if throw == REPLAY_THROW:
            best = best_replay(thrown, hands)
        else:
            best = best_rethrow(thrown, hands, master_odds)
        after[throw - 1] = left_alone(np.maximum(best, unthrown))
    return AloneSolution(after)


def left_alone(values: Array) -> Array:
    """MD-2 No pairs, but a MasterDé beside equal dice goes out."""
    alike = [bool(face_of_all(cast)) for cast in hands_of(DICE).casts]
    left = values.copy()
    left[alike] = values[alike][:, [NONE]]
    return left


@cache
def cost_of_absence(master: tuple[int, ...], duels: int | None = None) -> float:
    """What the other gets from a duel alone, of the last so many; None if the match has no end.

    Whoever plays alone may be out of the next duel in turn: that costs as much, one duel later.
    Without an end the cost is the one that justifies itself.
    """
    cost, before = 0.0, np.inf
    while (abs(cost - before) > STEADY) if duels is None else (duels > 0):
        before, cost = cost, value_alone(master, cost)
        duels = None if duels is None else duels - 1
    return cost


def value_alone(master: tuple[int, ...], absence: float) -> float:
    """The points that a duel alone brings, if it costs so much to be out of the next one."""
    ends = outcomes()
    values = ends.swing - absence * ends.outs[0]
    master_odds = odds_of_master(master)
    return float(solve_alone(values[ends.alone], master_odds).value(master_odds))

"""The duel that one player plays alone (MD-9): a Markov decision process, solved backwards.

Values are those of the player, red or blue, by the player's hand. What such a duel is worth is also
what it costs the other player to be out of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..duel import DICE, NONE, face_of_all
from ..rules import FIRST, REPLAY_THROW, SECOND, THIRD
from .backward_induction import best_replay, best_rethrow, initial_distribution, throw_if_all_keep
from .hand_indexing import Array, hands_of, master_distribution
from .outcomes import outcomes

TOLERANCE = 1e-13  # value iteration has converged when the change is smaller


@dataclass(frozen=True, eq=False)
class SoloSolution:
    """Values after each throw, before elimination (MD-2).

    Arrays over hands may have a third axis: several duels are then solved at a time.
    """

    after: dict[int, Array]

    def value(self, master_probabilities: Array) -> Any:
        """The value before the first throw."""
        return np.tensordot(initial_distribution(master_probabilities), self.after[FIRST], 2)


def solve_solo(ends: Array, master_probabilities: Array) -> SoloSolution:
    """Solve a solo duel whose payoffs are `ends`, by hand."""
    hands = hands_of(DICE)
    after = {REPLAY_THROW: after_elimination(ends)}
    for throw in (REPLAY_THROW, THIRD, SECOND):
        thrown, unthrown = after[throw], after[throw_if_all_keep(throw)]
        if throw == REPLAY_THROW:
            best = best_replay(thrown, hands)
        else:
            best = best_rethrow(thrown, hands, master_probabilities)
        after[throw - 1] = after_elimination(np.maximum(best, unthrown))
    return SoloSolution(after)


def after_elimination(values: Array) -> Array:
    """MD-2 Values before elimination: there are no pairs, but a MasterDé beside equal dice goes."""
    alike = [bool(face_of_all(counts)) for counts in hands_of(DICE).multisets]
    left = values.copy()
    left[alike] = values[alike][:, [NONE]]
    return left


@cache
def absence_cost(master: tuple[int, ...], duels: int | None = None) -> float:
    """The value of a solo duel to the opponent, with so many duels left; None: no last duel.

    Whoever plays alone may be out of the next duel in turn, which costs as much one duel later.
    With a last duel this is a finite recursion; without one it is value iteration to the fixed
    point.
    """
    cost, before = 0.0, np.inf
    while (abs(cost - before) > TOLERANCE) if duels is None else (duels > 0):
        before, cost = cost, solo_value(master, cost)
        duels = None if duels is None else duels - 1
    return cost


def solo_value(master: tuple[int, ...], absence: float) -> float:
    """The expected points of a solo duel, if being out of the next one costs `absence`."""
    ends = outcomes()
    values = ends.swing - absence * ends.outs[0]
    master_probabilities = master_distribution(master)
    return float(solve_solo(values[ends.solo], master_probabilities).value(master_probabilities))

"""Backward induction over a duel: the minimax value of every position in it, chance included.

A duel is a zero-sum game with perfect information and at most four throws. The payoffs give the
values of all pairs of hands after the last throw (the replay). From the values after a throw follow
those before it: an expectiminimax step in which the second player answers every throw of the first
optimally, and the first player chooses the throw whose answers are best.

Values are red's; blue minimises them. Their arrays have four axes: red's dice and MasterDé, blue's
dice and MasterDé. A duel that one player plays alone has only the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..duel import BLANK, DICE, REPLAY
from ..rules import FIRST, REPLAY_THROW, SECOND, THIRD
from .hand_indexing import (
    ALL_HANDS,
    Array,
    Hands,
    eliminations,
    expected_over_roll,
    hands_of,
    roll_distributions,
)

Rethrow = Callable[[Array], Array]  # from values after a throw to those of the best rethrow


@dataclass(frozen=True, eq=False)
class Solution:
    """Values after each throw, before elimination (MD-2): by throw, then by the number of dice."""

    after: dict[int, list[Array]]

    def value(self, master_probabilities: Array) -> float:
        """The value before the first throw."""
        odds = initial_distribution(master_probabilities).ravel()
        return float(odds @ self.after[FIRST][DICE].reshape(odds.size, -1) @ odds)

    def values_around(self, throw: int, dice: int, seat: int) -> tuple[Array, Array]:
        """A seat's values of all pairs of hands, its own first: after somebody has thrown in this
        throw, and if both keep everything.
        """
        throws = (throw, throw_if_all_keep(throw))
        thrown, unthrown = (self.after[each][dice] for each in throws)
        return (
            (thrown, unthrown) if seat == 0 else (opponents_view(thrown), opponents_view(unthrown))
        )


def throw_if_all_keep(throw: int) -> int:
    """MD-3, MD-5 If both keep everything, play continues as after the third throw: the replay."""
    return max(throw, THIRD)


def opponents_view(values: Array) -> Array:
    """The same values from the opponent's side: negated, the opponent's hand first."""
    return -values.transpose(2, 3, 0, 1)


def solve(ends: Array, master_probabilities: Array, most: int = DICE) -> Solution:
    """Solve a duel whose payoffs are `ends`, one for each pair of hands, flat.

    Only positions of at most `most` dice each are solved; fewer are faster.
    """
    after = {REPLAY_THROW: eliminated(ends, most)}
    for throw in (REPLAY_THROW, THIRD, SECOND):
        before = [
            before_throw(
                throw,
                after[throw][dice],
                after[throw_if_all_keep(throw)][dice],
                master_probabilities,
            )
            for dice in range(most + 1)
        ]
        after[throw - 1] = eliminated(np.concatenate([each.ravel() for each in before]), most)
    return Solution(after)


def eliminated(flat: Array, most: int) -> list[Array]:
    """MD-2 Values of the dice that have just fallen, looked up from those of what is left."""
    return [flat[indices] for indices in eliminations()[: most + 1]]


def initial_distribution(master_probabilities: Array) -> Array:
    """MD-1 The probability of each hand after the first throw."""
    return np.outer(roll_distributions(DICE)[0], master_probabilities)


def before_throw(throw: int, thrown: Array, unthrown: Array, master_probabilities: Array) -> Array:
    """MD-3, MD-4, MD-5 The value before a throw: the better score chooses who goes first."""
    hands = hands_for(thrown)

    def rethrow(values: Array) -> Array:
        if throw == REPLAY_THROW:
            return best_replay(values, hands)
        return best_rethrow(values, hands, master_probabilities)

    red_first = going_first(thrown, unthrown, rethrow)
    blue_first = opponents_view(
        going_first(opponents_view(thrown), opponents_view(unthrown), rethrow)
    )
    lead = np.sign(hands.sums[:, None] - hands.sums)[:, None, :, None]
    best, worst = np.maximum(red_first, blue_first), np.minimum(red_first, blue_first)
    return np.asarray(((1 + lead) * best + (1 - lead) * worst) / 2)


def hands_for(values: Array) -> Hands:
    return next(each for each in map(hands_of, ALL_HANDS) if each.shape == values.shape[:2])


def going_first(thrown: Array, unthrown: Array, rethrow: Rethrow) -> Array:
    """MD-3 The value of throwing first: the second player sees the result and answers optimally."""
    answer = opponents_view(rethrow(opponents_view(thrown)))
    kept = np.minimum(answer, unthrown)
    return np.maximum(kept, rethrow(np.minimum(answer, thrown)))


def best_rethrow(values: Array, hands: Hands, master_probabilities: Array) -> Array:
    """MD-3 The value of the best rethrow; minus infinity where there is none."""
    falling = expected_over_roll(values, hands)
    best = best_of(falling, hands)
    again = np.einsum("ab...,b->a...", falling, master_probabilities)  # the MasterDé falls as well
    alone = again[hands.first :]
    best[:, BLANK] = np.maximum(np.maximum(best[:, BLANK], alone), best_of(again, hands))
    return best


def best_replay(values: Array, hands: Hands) -> Array:
    """MD-5 The same where only a MasterDé that shows replay lets its owner throw."""
    best = np.full(values.shape, -np.inf)
    best[:, REPLAY] = best_of(expected_over_roll(values[:, REPLAY], hands), hands)
    return best


def best_of(falling: Array, hands: Hands) -> Array:
    """The value of the best choice of dice to keep, at least one die being thrown."""
    best = np.full((len(hands.multisets), *falling.shape[1:]), -np.inf)
    for kept in hands.kept:
        np.maximum(best, falling[kept], out=best)
    return best

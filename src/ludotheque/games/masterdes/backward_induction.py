"""A duel solved: the value of every position in it, both playing as well as can be.

It is solved backwards. How it ends gives the value of all pairs of hands after the replay; a throw
leads from the values after it to those before it. There the second player answers every throw of
the first with the best one of their own, and the first one looks for the throw whose answers are
best. Averages over all that dice can show are (sparse) products of matrices.

Values are red's; what blue wants is their opposite. Arrays of them have four axes: red's cast and
MasterDé, blue's cast and MasterDé. A duel that one plays alone has only the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .duel import BLANK, DICE, REPLAY
from .hand_indexing import ALL_HANDS, Array, Hands, eliminations, fallen, hands_of, odds_of_casts
from .rules import FIRST, REPLAY_THROW, SECOND, THIRD

Rethrow = Callable[[Array], Array]  # from values after a throw to those of the best one


@dataclass(frozen=True, eq=False)
class Solution:
    """Values after each throw, before anything goes out: by throw, then by the number of dice."""

    after: dict[int, list[Array]]

    def value(self, master_odds: Array) -> float:
        """Before the first throw."""
        odds = first_odds(master_odds).ravel()
        return float(odds @ self.after[FIRST][DICE].reshape(odds.size, -1) @ odds)

    def between(self, throw: int, dice: int, seat: int) -> tuple[Array, Array]:
        """What a seat thinks of all pairs of hands, its own first: after a throw, and after nobody
        has thrown in it.
        """
        throws = (throw, still_to_come(throw))
        thrown, unthrown = (self.after[each][dice] for each in throws)
        return (thrown, unthrown) if seat == 0 else (of_other(thrown), of_other(unthrown))


def still_to_come(throw: int) -> int:
    """MD-3, MD-5 If nobody throws, it goes on as after the third throw: with the replay."""
    return max(throw, THIRD)


def of_other(values: Array) -> Array:
    """The same values as the other seat thinks of them, its own hand first."""
    return -values.transpose(2, 3, 0, 1)


def solve(ends: Array, master_odds: Array, most: int = DICE) -> Solution:
    """The solution of a duel whose ends (by pair of hands, flat) have these values.

    Where no more than `most` dice are left, nothing else is looked at, and it is faster.
    """
    after = {REPLAY_THROW: eliminated(ends, most)}
    for throw in (REPLAY_THROW, THIRD, SECOND):
        before = [
            before_throw(throw, after[throw][dice], after[still_to_come(throw)][dice], master_odds)
            for dice in range(most + 1)
        ]
        after[throw - 1] = eliminated(np.concatenate([each.ravel() for each in before]), most)
    return Solution(after)


def eliminated(flat: Array, most: int) -> list[Array]:
    """MD-2 From values of what is left to values of what has just fallen."""
    return [flat[places] for places in eliminations()[: most + 1]]


def first_odds(master_odds: Array) -> Array:
    """MD-1 How likely each hand is after the first throw."""
    return np.outer(odds_of_casts(DICE)[0], master_odds)


def before_throw(throw: int, thrown: Array, unthrown: Array, master_odds: Array) -> Array:
    """MD-3, MD-4, MD-5 The value before a throw: the better score chooses who goes first."""
    hands = hands_for(thrown)

    def rethrow(values: Array) -> Array:
        if throw == REPLAY_THROW:
            return best_replay(values, hands)
        return best_rethrow(values, hands, master_odds)

    red_first = going_first(thrown, unthrown, rethrow)
    blue_first = of_other(going_first(of_other(thrown), of_other(unthrown), rethrow))
    lead = np.sign(hands.sums[:, None] - hands.sums)[:, None, :, None]
    best, worst = np.maximum(red_first, blue_first), np.minimum(red_first, blue_first)
    return np.asarray(((1 + lead) * best + (1 - lead) * worst) / 2)


def hands_for(values: Array) -> Hands:
    return next(each for each in map(hands_of, ALL_HANDS) if each.shape == values.shape[:2])


def going_first(thrown: Array, unthrown: Array, rethrow: Rethrow) -> Array:
    """MD-3 What the first to throw can reach, when the second has seen it and answers."""
    answer = of_other(rethrow(of_other(thrown)))
    kept = np.minimum(answer, unthrown)
    return np.maximum(kept, rethrow(np.minimum(answer, thrown)))


def best_rethrow(values: Array, hands: Hands, master_odds: Array) -> Array:
    """MD-3 The best of all ways to throw something again; minus infinity where there is none."""
    falling = fallen(values, hands)
    best = best_of(falling, hands)
    again = np.einsum("ab...,b->a...", falling, master_odds)  # the MasterDé falls as well
    alone = again[hands.first :]
    best[:, BLANK] = np.maximum(np.maximum(best[:, BLANK], alone), best_of(again, hands))
    return best


def best_replay(values: Array, hands: Hands) -> Array:
    """MD-5 The same where only a MasterDé that shows replay lets its owner throw."""
    best = np.full(values.shape, -np.inf)
    best[:, REPLAY] = best_of(fallen(values[:, REPLAY], hands), hands)
    return best


def best_of(falling: Array, hands: Hands) -> Array:
    """The best of what can be left lying, one die at least being thrown."""
    best = np.full((len(hands.casts), *falling.shape[1:]), -np.inf)
    for kept in hands.kept:
        np.maximum(best, falling[kept], out=best)
    return best

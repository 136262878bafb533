"""Terminal outcomes of a duel: gains and losses of both seats, and who is out of the next duel.

Thousands of pairs of final hands share far fewer distinct outcomes, so payoffs are computed once
for each outcome, and every pair of hands holds the index of its outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ..duel import DICE, FACES, NONE, gift_of, is_out_next, record_of
from .hand_indexing import ALL_HANDS, MASTER_ORDER, Array, Hands, hands_of

HIGHEST_SCORE = 2 * DICE * FACES  # doubled by a two
HIGHEST_END = 2 * HIGHEST_SCORE  # greater than any number that describes an outcome


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Every distinct outcome of a duel, by its index on the last axis of the arrays."""

    gains: Array  # MD-7, MD-8, by seat
    losses: Array  # MD-8, by seat, whether there are so many points or not
    outs: Array  # MD-9, by seat: 1 if out of the next duel
    better: Array  # MD-14, by seat: 1 for the better duel score, both 0 if they are equal
    of: Array  # the index of the outcome of every pair of hands, flat
    solo: Array  # the index of the outcome of every hand of a red player who plays alone

    @property
    def swing(self) -> Array:
        """The change of red's lead, if no loss is cut short at 0 points."""
        red, blue = self.gains - self.losses
        return np.asarray(red - blue)

    def solo_only(self) -> Outcomes:
        """Only the outcomes of a duel that red plays alone."""
        numbers, solo = np.unique(self.solo, return_inverse=True)
        return Outcomes(
            self.gains[:, numbers],
            self.losses[:, numbers],
            self.outs[:, numbers],
            self.better[:, numbers],
            of=np.zeros(0, np.intp),
            solo=solo.reshape(self.solo.shape),
        )


@cache
def outcomes() -> Outcomes:
    pairs = [ends_of(hands_of(dice), hands_of(dice)) for dice in ALL_HANDS]
    solo = ends_of(hands_of(DICE), hands_of(0))[..., 0, NONE]
    ends = np.concatenate([each.reshape(len(each), -1) for each in (*pairs, solo)], axis=1)
    codes = np.ravel_multi_index(list(ends), [HIGHEST_END] * len(ends))
    different, numbers = np.unique(codes, return_inverse=True)
    found = np.array(np.unravel_index(different, [HIGHEST_END] * len(ends)))
    gains, losses, outs, better = found.reshape(4, 2, -1)
    size = sum(each[0].size for each in pairs)
    hands = hands_of(DICE).shape
    of, solo_of = numbers[:size], numbers[size:].reshape(hands)
    return Outcomes(gains, losses, outs, better, of, solo_of)


def ends_of(red: Hands, blue: Hands) -> Array:
    """Gains, losses, outs and better scores, red's and then blue's, for every pair of hands."""
    shape = red.shape + blue.shape
    red_records = records_of(red)[:, :, blue.scores]
    blue_records = records_of(blue)[:, :, red.scores].transpose(2, 3, 0, 1)
    red_gifts, blue_gifts = of_red(gifts_of(red), shape), np.broadcast_to(gifts_of(blue), shape)
    red_scores, blue_scores = of_red(red.scores, shape), np.broadcast_to(blue.scores, shape)
    outs = np.array([bool(is_out_next(master)) for master in MASTER_ORDER])
    gains = (red_records + blue_gifts, blue_records + red_gifts)
    losses = (red_gifts, blue_gifts)
    absent = (of_red(outs, shape), np.broadcast_to(outs, shape))
    better = (red_scores > blue_scores, blue_scores > red_scores)
    return np.stack([*gains, *losses, *absent, *better]).astype(np.int64)


def of_red(by_hand: Array, shape: tuple[int, ...]) -> Array:
    """A property of red's hand, broadcast over blue's hands."""
    return np.broadcast_to(by_hand[..., None, None], shape)


def gifts_of(hands: Hands) -> Array:
    """MD-8 What each hand gives to the opponent."""
    return np.array(
        [
            [int(gift_of(score, master)) for master, score in zip(MASTER_ORDER, row, strict=True)]
            for row in hands.scores.tolist()
        ]
    )


def records_of(hands: Hands) -> Array:
    """MD-7, MD-8 What each hand records, by the opponent's score."""
    return np.array(
        [
            [
                [int(record_of(score, other, counts, master)) for other in range(HIGHEST_SCORE + 1)]
                for master, score in zip(MASTER_ORDER, row, strict=True)
            ]
            for counts, row in zip(hands.multisets.tolist(), hands.scores.tolist(), strict=True)
        ]
    )

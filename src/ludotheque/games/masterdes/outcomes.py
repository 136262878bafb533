"""How a duel can end: what it brings to both, and who is out of the next one.

Thousands of pairs of hands end in far fewer different outcomes. What is at stake in a duel (points,
a match, a place on the track) is said by one value for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from .duel import DICE, FACES, NONE, gift_of, is_out_next, record_of
from .hand_indexing import ALL_HANDS, MASTER_ORDER, Array, Hands, hands_of

HIGHEST_SCORE = 2 * DICE * FACES  # doubled by a two
HIGHEST_END = 2 * HIGHEST_SCORE  # more than anything that is noted of an end


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Each different outcome of a duel once, an entry in every array."""

    gains: Array  # MD-7, MD-8, by seat
    losses: Array  # MD-8, by seat, whether there are so many points or not
    outs: Array  # MD-9, by seat: 1 if out of the next duel
    better: Array  # MD-14, by seat: 1 for the better duel score, both 0 if they are equal
    of: Array  # the outcome of every pair of hands, flat
    alone: Array  # the outcome of every hand of a red player who plays alone

    @property
    def swing(self) -> Array:
        """What the duel adds to red's lead, if no loss is cut short."""
        red, blue = self.gains - self.losses
        return np.asarray(red - blue)

    def of_one_alone(self) -> Outcomes:
        """Only those of a duel that red plays alone."""
        numbers, alone = np.unique(self.alone, return_inverse=True)
        return Outcomes(
            self.gains[:, numbers],
            self.losses[:, numbers],
            self.outs[:, numbers],
            self.better[:, numbers],
            of=np.zeros(0, np.intp),
            alone=alone.reshape(self.alone.shape),
        )


@cache
def outcomes() -> Outcomes:
    pairs = [ends_of(hands_of(dice), hands_of(dice)) for dice in ALL_HANDS]
    alone = ends_of(hands_of(DICE), hands_of(0))[..., 0, NONE]
    ends = np.concatenate([each.reshape(len(each), -1) for each in (*pairs, alone)], axis=1)
    codes = np.ravel_multi_index(list(ends), [HIGHEST_END] * len(ends))
    different, numbers = np.unique(codes, return_inverse=True)
    found = np.array(np.unravel_index(different, [HIGHEST_END] * len(ends)))
    gains, losses, outs, better = found.reshape(4, 2, -1)
    size = sum(each[0].size for each in pairs)
    hands = hands_of(DICE).shape
    of, alone_of = numbers[:size], numbers[size:].reshape(hands)
    return Outcomes(gains, losses, outs, better, of, alone_of)


def ends_of(red: Hands, blue: Hands) -> Array:
    """Gains, losses, outs and who is better, red's and then blue's, for every pair of hands."""
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
    """What belongs to red's hand, whatever blue's is."""
    return np.broadcast_to(by_hand[..., None, None], shape)


def gifts_of(hands: Hands) -> Array:
    """MD-8 What each hand gives away."""
    return np.array(
        [
            [int(gift_of(score, master)) for master, score in zip(MASTER_ORDER, row, strict=True)]
            for row in hands.scores.tolist()
        ]
    )


def records_of(hands: Hands) -> Array:
    """MD-7, MD-8 What each hand records, by the other's score."""
    return np.array(
        [
            [
                [int(record_of(score, other, cast, master)) for other in range(HIGHEST_SCORE + 1)]
                for master, score in zip(MASTER_ORDER, row, strict=True)
            ]
            for cast, row in zip(hands.casts.tolist(), hands.scores.tolist(), strict=True)
        ]
    )

"""State indexing for the solver: every hand has an index, so that value functions are arrays.

A hand is the player's ordinary dice left and the face of the MasterDé. Equal dice cannot be told
apart, so the dice are a multiset of faces: three dice make 56, fewer dice fewer. Arrays over hands
have an axis of multisets and an axis of MasterDé faces; NONE (-1) is the last index of that axis.
Chance moves are averages over these indices, and rule MD-2 is a precomputed table of indices.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..duel import (
    DICE,
    FACES,
    KEEP,
    MASTER_KINDS,
    MASTER_TOO,
    MOST_RETHROWS,
    NONE,
    face_of_all,
    list_rethrows,
    picked_of,
    score_of,
    sum_of,
    take_out_pairs,
)

Array = np.ndarray[Any, Any]
FaceCounts = tuple[int, ...]  # a multiset of dice: how many show 1, 2, … 6

MASTER_ORDER = (*range(MASTER_KINDS), NONE)
MASTERS = len(MASTER_ORDER)
ALL_HANDS = range(DICE + 1)


def multisets_of(dice: int) -> list[FaceCounts]:
    """Every multiset of faces that so many dice can show."""
    return [
        tuple(thrown.count(face) for face in range(FACES))
        for thrown in combinations_with_replacement(range(FACES), dice)
    ]


#: All multisets of up to three dice, fewer dice first. Fewer than three are what a player can keep
#: on the table while the other dice are thrown.
MULTISETS = [counts for dice in range(DICE + 1) for counts in multisets_of(dice)]
MULTISET_INDEX = {counts: number for number, counts in enumerate(MULTISETS)}


@dataclass(frozen=True, eq=False)
class Hands:
    """Every hand of so many dice, with the tables that the solver needs."""

    dice: int
    first: int  # the index of their first multiset among all MULTISETS
    multisets: Array  # counts by face, a row for each multiset
    sums: Array  # MD-3, by multiset
    scores: Array  # MD-6, by multiset and MasterDé
    kept: Array  # one row for each way to rethrow at least one die: the dice kept, by multiset

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.multisets), MASTERS

    def index_of(self, counts: FaceCounts) -> int:
        return MULTISET_INDEX[counts] - self.first


@cache
def hands_of(dice: int) -> Hands:
    multisets = multisets_of(dice)
    first = MULTISET_INDEX[multisets[0]]
    return Hands(
        dice=dice,
        first=first,
        multisets=np.array(multisets),
        sums=np.array([int(sum_of(counts)) for counts in multisets]),
        scores=np.array(
            [[int(score_of(counts, master)) for master in MASTER_ORDER] for counts in multisets]
        ),
        kept=kept_of(multisets),
    )


def with_one_more(counts: FaceCounts, face: int) -> FaceCounts:
    return (*counts[:face], counts[face] + 1, *counts[face + 1 :])


#: The index of a multiset of up to two dice plus one more die, by the face of that die.
WITH_ONE_MORE = np.array(
    [
        [MULTISET_INDEX[with_one_more(counts, face)] for face in range(FACES)]
        for counts in MULTISETS
        if sum(counts) < DICE
    ]
)


def expected_over_roll(values: Array, hands: Hands) -> Array:
    """Expected values of keeping some dice (an index of MULTISETS) while all others are thrown.

    Computed backwards, one die at a time: with each die thrown, a multiset becomes one of six
    others with equal probability.
    """
    falling = np.empty((hands.first + len(values), *values.shape[1:]))
    falling[hands.first :] = values
    for number in range(hands.first - 1, -1, -1):
        falling[number] = falling[WITH_ONE_MORE[number]].mean(axis=0)
    return falling


def rethrows_of(counts: FaceCounts, master: int) -> list[int]:
    """MD-3 The codes of all legal rethrows, KEEP among them."""
    into = np.zeros(MOST_RETHROWS, np.int64)
    count = list_rethrows(counts, master, into)
    return [int(move) for move in into[:count]]


def dice_kept(counts: FaceCounts, move: int) -> FaceCounts:
    return tuple(counts[face] - int(picked_of(move, face)) for face in range(FACES))


def kept_of(multisets: list[FaceCounts]) -> Array:
    """The indices of the dice kept, by rethrow and multiset.

    Where a multiset has fewer rethrows than others, its last one is repeated: that changes no
    maximum.
    """
    ways = [
        [
            MULTISET_INDEX[dice_kept(counts, move)]
            for move in rethrows_of(counts, NONE)
            if move != KEEP
        ]
        for counts in multisets
    ]
    most = max(len(each) for each in ways)
    return np.array([each + each[-1:] * (most - len(each)) for each in ways], np.intp).T


def move_distribution(
    hands: Hands, counts: FaceCounts, master: int, move: int, master_probabilities: Array
) -> Array:
    """The probability of every hand after a rethrow, by multiset and MasterDé."""
    masters = np.zeros(MASTERS)
    if move & MASTER_TOO:
        masters += master_probabilities
    else:
        masters[master] = 1.0
    return np.outer(
        roll_distributions(hands.dice)[MULTISET_INDEX[dice_kept(counts, move)]], masters
    )


@cache
def roll_distributions(dice: int) -> Array:
    """Transition matrix from kept dice (an index of MULTISETS) to multisets of so many dice."""
    hands = hands_of(dice)
    return expected_over_roll(np.eye(len(hands.multisets)), hands)


def master_distribution(counts: Iterable[int]) -> Array:
    """The probability of each face of a MasterDé that has so many faces of each kind."""
    return np.array([*counts, 0]) / FACES


@cache
def offset_of(dice: int) -> int:
    """The offset of pairs of hands of so many dice in a flat array of all pairs, few dice first."""
    return sum(int(np.prod(hands_of(fewer).shape)) ** 2 for fewer in range(dice))


@cache
def eliminations() -> list[Array]:
    """MD-2 For every pair of hands, the flat index of what is left after elimination."""
    return [eliminations_of(hands_of(dice)) for dice in ALL_HANDS]


def eliminations_of(hands: Hands) -> Array:
    indices = np.zeros(hands.shape * 2, np.int32)
    for red, red_counts in enumerate(hands.multisets):
        for blue, blue_counts in enumerate(hands.multisets):
            indices[red, :, blue] = indices_after(red_counts.copy(), blue_counts.copy())
    return indices


def indices_after(red: Array, blue: Array) -> Array:
    """MD-2 The flat indices after elimination for two multisets, by both MasterDés."""
    take_out_pairs(red, blue, np.zeros(FACES, int))
    left = hands_of(int(red.sum()))
    multisets = [left.index_of(tuple(counts.tolist())) for counts in (red, blue)]
    masters = np.arange(MASTERS)
    red_masters, blue_masters = (
        np.full(MASTERS, MASTERS + NONE) if face_of_all(counts) else masters
        for counts in (red, blue)
    )
    size = len(left.multisets)
    red_hands = multisets[0] * MASTERS + red_masters
    blue_hands = multisets[1] * MASTERS + blue_masters
    return offset_of(left.dice) + red_hands[:, None] * size * MASTERS + blue_hands

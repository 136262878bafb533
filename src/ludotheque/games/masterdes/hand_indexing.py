"""What a player can have in front of them, numbered, so that whole duels fit into arrays.

A hand is a few ordinary dice and what the MasterDé shows. Dice of equal faces are the same: three
of them make 56 *casts*, fewer make fewer. Arrays of hands have an axis of casts and an axis of
MasterDés, NONE being the last of these, as an index of -1 has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from .duel import (
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
Cast = tuple[int, ...]  # how many dice show 1, 2, … 6

MASTER_ORDER = (*range(MASTER_KINDS), NONE)
MASTERS = len(MASTER_ORDER)
ALL_HANDS = range(DICE + 1)


def casts_of(dice: int) -> list[Cast]:
    """All that so many dice can show."""
    return [
        tuple(thrown.count(face) for face in range(FACES))
        for thrown in combinations_with_replacement(range(FACES), dice)
    ]


#: All casts of up to three dice, fewer dice first: what can be left lying while others are thrown.
CASTS = [cast for dice in range(DICE + 1) for cast in casts_of(dice)]
NUMBERS = {cast: number for number, cast in enumerate(CASTS)}


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of so many dice."""

    dice: int
    first: int  # where their casts begin among all CASTS
    casts: Array  # counts by face, a row a cast
    sums: Array  # MD-3, by cast
    scores: Array  # MD-6, by cast and MasterDé
    kept: Array  # a column for each way to throw at least one die: what is left lying, by cast

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.casts), MASTERS

    def place_of(self, cast: Cast) -> int:
        return NUMBERS[cast] - self.first


@cache
def hands_of(dice: int) -> Hands:
    casts = casts_of(dice)
    first = NUMBERS[casts[0]]
    return Hands(
        dice=dice,
        first=first,
        casts=np.array(casts),
        sums=np.array([int(sum_of(cast)) for cast in casts]),
        scores=np.array(
            [[int(score_of(cast, master)) for master in MASTER_ORDER] for cast in casts]
        ),
        kept=kept_of(casts),
    )


def with_one_more(cast: Cast, face: int) -> Cast:
    return (*cast[:face], cast[face] + 1, *cast[face + 1 :])


#: What a cast of up to two dice becomes with one die more, by face.
GROWN = np.array(
    [
        [NUMBERS[with_one_more(cast, face)] for face in range(FACES)]
        for cast in CASTS
        if sum(cast) < DICE
    ]
)


def fallen(values: Array, hands: Hands) -> Array:
    """From values of hands to values of what is left lying (a row of CASTS) while the rest falls.

    A sparse product of matrices: with each die that falls, a cast becomes six others as likely.
    """
    falling = np.empty((hands.first + len(values), *values.shape[1:]))
    falling[hands.first :] = values
    for number in range(hands.first - 1, -1, -1):
        falling[number] = falling[GROWN[number]].mean(axis=0)
    return falling


def rethrows_of(cast: Cast, master: int) -> list[int]:
    """MD-3 The codes of all moves, KEEP among them."""
    into = np.zeros(MOST_RETHROWS, np.int64)
    count = list_rethrows(cast, master, into)
    return [int(move) for move in into[:count]]


def left_lying(cast: Cast, move: int) -> Cast:
    return tuple(cast[face] - int(picked_of(move, face)) for face in range(FACES))


def kept_of(casts: list[Cast]) -> Array:
    """The columns are filled up with the last way of each cast, which changes no maximum."""
    ways = [
        [NUMBERS[left_lying(cast, move)] for move in rethrows_of(cast, NONE) if move != KEEP]
        for cast in casts
    ]
    most = max(len(each) for each in ways)
    return np.array([each + each[-1:] * (most - len(each)) for each in ways], np.intp).T


def odds_after(hands: Hands, cast: Cast, master: int, move: int, master_odds: Array) -> Array:
    """How likely a move makes each hand, by cast and MasterDé."""
    masters = np.zeros(MASTERS)
    if move & MASTER_TOO:
        masters += master_odds
    else:
        masters[master] = 1.0
    return np.outer(odds_of_casts(hands.dice)[NUMBERS[left_lying(cast, move)]], masters)


@cache
def odds_of_casts(dice: int) -> Array:
    """How likely what is left lying (a row of CASTS) becomes each cast of so many dice."""
    hands = hands_of(dice)
    return fallen(np.eye(len(hands.casts)), hands)


def odds_of_master(counts: Iterable[int]) -> Array:
    """How likely a MasterDé with so many faces of each kind shows what."""
    return np.array([*counts, 0]) / FACES


@cache
def start_of(dice: int) -> int:
    """Where pairs of hands of so many dice begin, in a flat array of all pairs: few dice first."""
    return sum(int(np.prod(hands_of(fewer).shape)) ** 2 for fewer in range(dice))


@cache
def eliminations() -> list[Array]:
    """MD-2 Where in the flat array each pair of hands is, when pairs and MasterDés have gone."""
    return [eliminations_of(hands_of(dice)) for dice in ALL_HANDS]


def eliminations_of(hands: Hands) -> Array:
    places = np.zeros(hands.shape * 2, np.int32)
    for red, red_cast in enumerate(hands.casts):
        for blue, blue_cast in enumerate(hands.casts):
            places[red, :, blue] = places_after(red_cast.copy(), blue_cast.copy())
    return places


def places_after(red: Array, blue: Array) -> Array:
    """MD-2 For two casts, by the MasterDés that lie beside them."""
    take_out_pairs(red, blue, np.zeros(FACES, int))
    left = hands_of(int(red.sum()))
    casts = [left.place_of(tuple(cast.tolist())) for cast in (red, blue)]
    masters = np.arange(MASTERS)
    red_masters, blue_masters = (
        np.full(MASTERS, MASTERS + NONE) if face_of_all(cast) else masters for cast in (red, blue)
    )
    size = len(left.casts)
    red_hands = casts[0] * MASTERS + red_masters
    blue_hands = casts[1] * MASTERS + blue_masters
    return start_of(left.dice) + red_hands[:, None] * size * MASTERS + blue_hands

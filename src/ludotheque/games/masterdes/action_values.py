"""A position in which somebody decides, and what each decision is worth in a solution."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .backward_induction import Solution, of_other, still_to_come
from .duel import KEEP, NONE
from .hand_indexing import Array, Cast, hands_of, odds_after, rethrows_of
from .positions import MASTERS, counts_of
from .rules import GO_FIRST, GO_SECOND, SEATS
from .solo_duel import AloneSolution


@dataclass(frozen=True)
class Hand:
    cast: Cast
    master: int

    @property
    def place(self) -> tuple[int, int]:
        """Where it is in an array of hands."""
        return hands_of(sum(self.cast)).place_of(self.cast), self.master


@dataclass(frozen=True)
class Position:
    """What one seat has to decide."""

    throw: int
    own: Hand
    other: Hand
    is_choice: bool  # of who goes first
    is_last: bool  # nobody throws after this
    threw: bool  # the other has thrown already, in this throw

    @property
    def dice(self) -> int:
        return sum(self.own.cast)


def position_of(seen: Mapping[str, Any], memory: Mapping[str, Any], seat: int) -> Position:
    """The position that a seat's view shows."""
    hands = [
        Hand(tuple(counts_of(faces)), NONE if face is None else MASTERS.index(face))
        for faces, face in zip(seen["dice"], seen["master"], strict=True)
    ]
    return Position(
        throw=seen["throw"],
        own=hands[seat],
        other=hands[1 - seat],
        is_choice=seen["phase"] == "choose",
        is_last=len(seen["order"]) < SEATS,
        threw=memory["threw"] == 1,
    )


def values_of(
    position: Position, seat: int, solution: Solution, master_odds: Array
) -> dict[int, float]:
    """What each move is worth to the seat that decides."""
    thrown, unthrown = solution.between(position.throw, position.dice, seat)
    own, other = position.own, position.other
    if position.is_choice:
        second = going_first(other, own, of_other(thrown), of_other(unthrown), master_odds)
        first = going_first(own, other, thrown, unthrown, master_odds)
        return {GO_FIRST: max(first.values()), GO_SECOND: -max(second.values())}
    if position.is_last:
        kept = thrown if position.threw else unthrown
        facing = thrown[(slice(None), slice(None), *other.place)]
        return going_last(own, facing, kept[own.place + other.place], master_odds)
    return going_first(own, other, thrown, unthrown, master_odds)


def values_alone(
    position: Position, solution: AloneSolution, master_odds: Array
) -> dict[int, float]:
    """What each move is worth to whoever plays alone."""
    kept = solution.after[still_to_come(position.throw)][position.own.place]
    return going_last(position.own, solution.after[position.throw], kept, master_odds)


def going_last(own: Hand, thrown: Array, kept: float, master_odds: Array) -> dict[int, float]:
    """Nobody answers: the values of all own hands, and of the one that lies there if it stays."""
    throws = throws_of(own, master_odds)
    return {KEEP: float(kept), **{move: float((throws[move] * thrown).sum()) for move in throws}}


def going_first(
    own: Hand, other: Hand, thrown: Array, unthrown: Array, master_odds: Array
) -> dict[int, float]:
    """MD-3 The other sees what has fallen, and takes the answer that leaves least."""
    place = own.place + other.place
    answers = [np.tensordot(thrown, odds, 2) for odds in throws_of(other, master_odds).values()]
    kept = min([unthrown[place], *(answer[own.place] for answer in answers)])
    unanswered = thrown[(slice(None), slice(None), *other.place)]
    return going_last(own, np.min([unanswered, *answers], axis=0), kept, master_odds)


def throws_of(hand: Hand, master_odds: Array) -> dict[int, Array]:
    """Every way to throw something again, and how likely it makes each hand."""
    hands = hands_of(sum(hand.cast))
    return {
        move: odds_after(hands, hand.cast, hand.master, move, master_odds)
        for move in rethrows_of(hand.cast, hand.master)
        if move != KEEP
    }

"""Action values (Q-values): what each legal move of a position is worth under a solved duel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..duel import KEEP, NONE
from ..positions import MASTERS, counts_of
from ..rules import GO_FIRST, GO_SECOND, SEATS
from .backward_induction import Solution, opponents_view, throw_if_all_keep
from .hand_indexing import Array, FaceCounts, hands_of, move_distribution, rethrows_of
from .solo_duel import SoloSolution


@dataclass(frozen=True)
class Hand:
    counts: FaceCounts
    master: int

    @property
    def index(self) -> tuple[int, int]:
        """Its index in an array over hands."""
        return hands_of(sum(self.counts)).index_of(self.counts), self.master


@dataclass(frozen=True)
class Position:
    """A decision of one seat."""

    throw: int
    own: Hand
    other: Hand
    is_choice: bool  # of who goes first
    is_last: bool  # the opponent does not move again in this throw
    threw: bool  # the opponent has thrown already in this throw

    @property
    def dice(self) -> int:
        return sum(self.own.counts)


def position_of(seen: Mapping[str, Any], memory: Mapping[str, Any], seat: int) -> Position:
    """The decision that a seat's view shows."""
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
    position: Position, seat: int, solution: Solution, master_probabilities: Array
) -> dict[int, float]:
    """The value of every legal move, to the seat that decides."""
    thrown, unthrown = solution.values_around(position.throw, position.dice, seat)
    own, other = position.own, position.other
    if position.is_choice:
        second = going_first(
            other, own, opponents_view(thrown), opponents_view(unthrown), master_probabilities
        )
        first = going_first(own, other, thrown, unthrown, master_probabilities)
        return {GO_FIRST: max(first.values()), GO_SECOND: -max(second.values())}
    if position.is_last:
        kept = thrown if position.threw else unthrown
        facing = thrown[(slice(None), slice(None), *other.index)]
        return going_last(own, facing, kept[own.index + other.index], master_probabilities)
    return going_first(own, other, thrown, unthrown, master_probabilities)


def solo_values_of(
    position: Position, solution: SoloSolution, master_probabilities: Array
) -> dict[int, float]:
    """The value of every legal move to a player who plays the duel alone."""
    kept = solution.after[throw_if_all_keep(position.throw)][position.own.index]
    return going_last(position.own, solution.after[position.throw], kept, master_probabilities)


def going_last(
    own: Hand, thrown: Array, kept: float, master_probabilities: Array
) -> dict[int, float]:
    """Move values if the opponent cannot answer: `thrown` by own hand, `kept` for keeping all."""
    throws = throws_of(own, master_probabilities)
    return {KEEP: float(kept), **{move: float((throws[move] * thrown).sum()) for move in throws}}


def going_first(
    own: Hand, other: Hand, thrown: Array, unthrown: Array, master_probabilities: Array
) -> dict[int, float]:
    """MD-3 Move values if the opponent answers: it sees the result and minimises."""
    index = own.index + other.index
    answers = [
        np.tensordot(thrown, odds, 2) for odds in throws_of(other, master_probabilities).values()
    ]
    kept = min([unthrown[index], *(answer[own.index] for answer in answers)])
    unanswered = thrown[(slice(None), slice(None), *other.index)]
    return going_last(own, np.min([unanswered, *answers], axis=0), kept, master_probabilities)


def throws_of(hand: Hand, master_probabilities: Array) -> dict[int, Array]:
    """Every rethrow of a hand, with the probability of each hand that it can make."""
    hands = hands_of(sum(hand.counts))
    return {
        move: move_distribution(hands, hand.counts, hand.master, move, master_probabilities)
        for move in rethrows_of(hand.counts, hand.master)
        if move != KEEP
    }

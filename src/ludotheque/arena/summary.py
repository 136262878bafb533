"""Statistics of a tournament by player, pair and seat, without any text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .intervals import Interval, mean, share
from .outcome import Array, Outcome
from .ratings import Rating, rated


@dataclass(frozen=True)
class Standing:
    """One player, over all its matches."""

    rating: Rating
    matches: int
    wins: Interval  # its share of the victories in its matches
    points: float  # mean per seat and match
    seconds_a_move: float
    by_seat: list[Interval]  # its share of the victories from each seat

    @property
    def player(self) -> str:
        return self.rating.player


@dataclass(frozen=True)
class Comparison:
    """Two players compared in the matches that both have played in."""

    one: str
    other: str
    matches: int
    share: Interval  # of `one` in the victories that either of them won
    unpaired: Interval  # the same, computed as if no matches had draws in common
    lead: Interval  # points of `one` minus points of `other`


@dataclass(frozen=True)
class SeatResult:
    seat: int
    wins: Interval
    points: Interval


@dataclass(frozen=True)
class Summary:
    """All statistics of a tournament, with the strongest players first."""

    standings: list[Standing]
    comparisons: list[Comparison]
    seats: list[SeatResult]

    @classmethod
    def of(cls, outcome: Outcome) -> Summary:
        ratings = rated(outcome)
        numbers = [outcome.entrants.index(rating.player) for rating in ratings]
        return cls(
            [standing(outcome, rating) for rating in ratings],
            [comparison(outcome, one, other) for one, other in combinations(numbers, 2)],
            [seat_result(outcome, seat) for seat in range(outcome.lineups.shape[1])],
        )

    def share(self, one: str, other: str) -> float:
        """The share of `one` in the victories that either of the two won."""
        for each in self.comparisons:
            if (each.one, each.other) == (one, other):
                return each.share.value
            if (each.one, each.other) == (other, one):
                return 1 - each.share.value
        raise KeyError((one, other))


def standing(outcome: Outcome, rating: Rating) -> Standing:
    entrant = outcome.entrants.index(rating.player)
    seats = outcome.lineups == entrant
    there = seats.any(axis=1)
    return Standing(
        rating,
        int(there.sum()),
        share(
            outcome.of_entrant(outcome.wins, entrant)[there],
            np.ones(int(there.sum())),
            outcome.deals[there],
        ),
        float(outcome.points[seats].mean()),
        outcome.seconds_a_move(entrant),
        [
            share(outcome.wins[rows, seat], np.ones(int(rows.sum())), outcome.deals[rows])
            for seat, rows in enumerate(seats.T)
        ],
    )


def comparison(outcome: Outcome, one: int, other: int) -> Comparison:
    both = (outcome.lineups == one).any(axis=1) & (outcome.lineups == other).any(axis=1)
    own, theirs = (outcome.of_entrant(outcome.wins, each)[both] for each in (one, other))
    deals = outcome.deals[both]
    lead = points_of(outcome, one)[both] - points_of(outcome, other)[both]
    return Comparison(
        outcome.entrants[one],
        outcome.entrants[other],
        int(both.sum()),
        share(own, own + theirs, deals),
        share(own, own + theirs, np.arange(len(deals))),
        mean(lead, deals),
    )


def points_of(outcome: Outcome, entrant: int) -> Array:
    """An entrant's mean points per seat in each match; 0 in matches without it."""
    seats = (outcome.lineups == entrant).sum(axis=1)
    points: Array = outcome.of_entrant(outcome.points, entrant) / np.maximum(seats, 1)
    return points


def seat_result(outcome: Outcome, seat: int) -> SeatResult:
    wins = share(outcome.wins[:, seat], np.ones(len(outcome)), outcome.deals)
    return SeatResult(seat, wins, mean(outcome.points[:, seat], outcome.deals))

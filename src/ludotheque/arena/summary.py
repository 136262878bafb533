"""Statistics of a tournament by player, pair and seat, without any text.

They come from running sums, so that a tournament on disk takes no more memory the more matches it
has.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .intervals import Array, Interval, Ratios, places
from .outcome import Outcome, Results
from .ratings import Encounters, Rating, rated

BLOCK, BLOCK_CELLS = 20_000, 2_000_000  # matches, and cells of the largest array that they need


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
    matches: int
    shared: int  # matches whose victory was shared
    lengths: Counter[int]  # how many matches had which length
    has_decisions: bool  # whether anybody had anything to decide

    @classmethod
    def of(cls, results: Results) -> Summary:
        sums = Sums(results.tournament.entrants, results.tournament.seats)
        for block in results.blocks(max(1, min(BLOCK, BLOCK_CELLS // sums.width))):
            sums.add(block)
        return sums.summary()

    @property
    def mean_length(self) -> float:
        return sum(length * count for length, count in self.lengths.items()) / self.matches

    def share(self, one: str, other: str) -> float:
        """The share of `one` in the victories that either of the two won."""
        for each in self.comparisons:
            if (each.one, each.other) == (one, other):
                return each.share.value
            if (each.one, each.other) == (other, one):
                return 1 - each.share.value
        raise KeyError((one, other))


class Sums:
    """Running sums of a tournament's results."""

    def __init__(self, entrants: tuple[str, ...], seats: int) -> None:
        count = len(entrants)
        self.entrants = entrants
        self.seats = range(seats)
        self.pairs = list(combinations(range(count), 2))
        self.encounters = Encounters(count)
        self.wins = Ratios(count)
        self.by_seat = Ratios(count * seats)
        self.shares, self.leads = Ratios(len(self.pairs)), Ratios(len(self.pairs))
        self.seat_wins, self.seat_points = Ratios(seats), Ratios(seats)
        #: Of each entrant: its seats in all matches, and sums over them.
        self.sat, self.points, self.moves, self.seconds = np.zeros((4, count))
        self.matches = self.shared = 0
        self.lengths = Counter[int]()

    @property
    def width(self) -> int:
        """The columns of the widest array that a block needs."""
        return max(len(self.pairs), len(self.entrants) * len(self.seats))

    def add(self, block: Outcome) -> None:
        """Add the results of all matches of some deals."""
        place = places(block.deals)
        self.encounters.add(block.lineups, block.wins, place)
        self._add_counts(block)
        numbers = np.arange(len(self.entrants))
        there = block.lineups[:, :, None] == numbers  # matches, seats, entrants
        seats = there.sum(axis=1)
        won = (there * block.wins[:, :, None]).sum(axis=1)
        total = (there * block.points[:, :, None]).sum(axis=1)
        self.sat += seats.sum(axis=0)
        self.points += total.sum(axis=0)
        for sums, values in ((self.moves, block.moves), (self.seconds, block.seconds)):
            sums += (there * values[:, :, None]).sum(axis=(0, 1))
        ones = np.ones_like(won)
        self.wins.add(won, ones, seats > 0, place)
        flat = there.reshape(len(there), -1)
        each = np.repeat(block.wins, len(numbers), axis=1)
        self.by_seat.add(each, np.ones_like(each), flat, place)
        self._add_pairs(won, total / np.maximum(seats, 1), seats > 0, place)
        every = np.ones(block.wins.shape, bool)
        self.seat_wins.add(block.wins, np.ones_like(block.wins), every, place)
        self.seat_points.add(block.points, np.ones_like(block.wins), every, place)

    def _add_counts(self, block: Outcome) -> None:
        self.matches += len(block)
        self.shared += int((block.wins.max(axis=1) < 1).sum())
        lengths, counts = np.unique(block.lengths, return_counts=True)
        self.lengths.update(dict(zip(lengths.tolist(), counts.tolist(), strict=True)))

    def _add_pairs(self, won: Array, points: Array, there: Array, place: Array) -> None:
        ones, others = (np.array(each, np.int64) for each in zip(*self.pairs, strict=True))
        both = there[:, ones] & there[:, others]
        own, theirs = won[:, ones], won[:, others]
        self.shares.add(own, own + theirs, both, place)
        lead = points[:, ones] - points[:, others]
        self.leads.add(lead, np.ones_like(lead), both, place)

    def summary(self) -> Summary:
        ratings = rated(self.entrants, self.encounters)
        # With full tables, one player may be named several times, with different names.
        numbers = [self.entrants.index(rating.player) for rating in ratings]
        return Summary(
            [self._standing(rating) for rating in ratings],
            [self._comparison(one, other) for one, other in combinations(numbers, 2)],
            [self._seat_result(seat) for seat in self.seats],
            self.matches,
            self.shared,
            self.lengths,
            bool(self.moves.any()),
        )

    def _standing(self, rating: Rating) -> Standing:
        number, count = self.entrants.index(rating.player), len(self.entrants)
        wins = self.wins[number]
        return Standing(
            rating,
            wins.matches,
            wins.share(),
            float(self.points[number] / self.sat[number]),
            float(self.seconds[number] / max(self.moves[number], 1)),
            [self.by_seat[seat * count + number].share() for seat in self.seats],
        )

    def _comparison(self, one: int, other: int) -> Comparison:
        turned = one > other
        place = self.pairs.index((min(one, other), max(one, other)))
        shares, leads = self.shares[place], self.leads[place]
        if turned:
            shares, leads = shares.of_the_rest, leads.negated
        return Comparison(
            self.entrants[one],
            self.entrants[other],
            shares.matches,
            shares.share(),
            shares.unpaired.share(),
            leads.mean(),
        )

    def _seat_result(self, seat: int) -> SeatResult:
        return SeatResult(seat, self.seat_wins[seat].share(), self.seat_points[seat].mean())

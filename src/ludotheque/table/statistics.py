"""Dice statistics: how often each face came in a match, compared with its expected count.

A draw of n outcomes shows a face with probability m/n if m of its outcomes do. The count of a face
over draws with different probabilities has a Poisson binomial distribution, which is computed
exactly for up to EXACT draws, and approximated beyond by a normal distribution with a continuity
correction.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np

from ..core.draws import Draw
from ..core.state import State
from .record import EventData, apply_event

EXACT = 2000  # number of draws up to which the distribution is computed exactly
LEVEL = 0.95
UNUSUAL = 0.05  # the corrected p-value below which a match is called unusual

Seat = int | None  # None: draws that belong to nobody
Distribution = np.ndarray[Any, np.dtype[np.float64]]


@dataclass
class Tally:
    """How often one face came, and the probability it had in each draw."""

    observed: int = 0
    chances: Counter[Fraction] = field(default_factory=Counter)

    @property
    def draws(self) -> int:
        return self.chances.total()

    @property
    def expected(self) -> float:
        return float(sum(chance * count for chance, count in self.chances.items()))

    def interval(self) -> tuple[int, int]:
        """The central 95 % interval of the count."""
        tail = (1 - LEVEL) / 2
        if self.draws > EXACT:
            reach = NormalDist().inv_cdf(1 - tail) * self._deviation() + 0.5
            low, high = self.expected - reach, self.expected + reach
            return max(math.ceil(low), 0), min(math.floor(high), self.draws)
        reached = np.cumsum(distribution(self.chances))
        low = int(np.searchsorted(reached, tail, side="right"))
        return low, int(np.searchsorted(reached, 1 - tail))

    def p_value(self) -> float:
        """The two-sided p-value of the observed count."""
        if self.draws > EXACT:
            deviation = self._deviation() or 1.0
            off = max(abs(self.observed - self.expected) - 0.5, 0) / deviation
            return min(1.0, math.erfc(off / math.sqrt(2)))
        likely = distribution(self.chances)
        below, above = likely[: self.observed + 1].sum(), likely[self.observed :].sum()
        return float(min(1.0, 2 * min(below, above)))

    def _deviation(self) -> float:
        return math.sqrt(
            sum(float(chance * (1 - chance)) * count for chance, count in self.chances.items())
        )


def distribution(chances: Counter[Fraction]) -> Distribution:
    """The Poisson binomial distribution: the probability of each count from 0 on."""
    likely: Distribution = np.ones(1)
    for chance, count in chances.items():
        likely = np.convolve(likely, binomial(count, float(chance)))
    return likely


def binomial(count: int, chance: float) -> Distribution:
    if chance >= 1:
        certain: Distribution = np.zeros(count + 1)
        certain[count] = 1
        return certain
    ways = [
        math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1)
        for k in range(count + 1)
    ]
    k = np.arange(count + 1)
    likely: Distribution = np.exp(
        np.array(ways) + k * math.log(chance) + (count - k) * math.log1p(-chance)
    )
    return likely


@dataclass
class Sort:
    """One sort of dice, cards or lots: the counts of its faces, by seat and in total."""

    draw: Draw  # one of its draws
    by_seat: dict[Seat, dict[str, Tally]] = field(default_factory=dict)
    draws: Counter[Seat] = field(default_factory=Counter)

    @property
    def faces(self) -> list[str]:
        """The faces in the order of the die; cards as they first became possible."""
        return list(dict.fromkeys(face for tallies in self.by_seat.values() for face in tallies))

    @property
    def seats(self) -> list[Seat]:
        """The seats in order, then None for draws that belong to nobody."""
        return sorted(self.by_seat, key=lambda seat: (seat is None, seat or 0))

    def tally(self, face: str, seat: Seat) -> Tally:
        return self.by_seat[seat].get(face, Tally())

    def in_all(self, face: str) -> Tally:
        total = Tally()
        for seat in self.by_seat:
            tally = self.tally(face, seat)
            total.observed += tally.observed
            total.chances += tally.chances
        return total

    def count(self, draw: Draw, seat: Seat, k: int) -> None:
        tallies = self.by_seat.setdefault(seat, {})
        self.draws[seat] += 1
        for face, outcomes in Counter(draw.faces).items():
            tally = tallies.setdefault(face, Tally())
            tally.chances[Fraction(outcomes, len(draw.faces))] += 1
        tallies[draw.faces[k]].observed += 1


@dataclass
class Statistics:
    """All sorts of draws of a match, in the order of their first draw."""

    sorts: list[Sort] = field(default_factory=list)

    @property
    def draws(self) -> int:
        return sum(sort.draws.total() for sort in self.sorts)

    def comparisons(self) -> list[Tally]:
        """Every count that is compared with its expectation: dice and lots, not cards.

        Cards are drawn without replacement, so their counts are not sums of independent draws.
        """
        return [
            tally
            for sort in self.sorts
            if sort.draw.replaced
            for face in sort.faces
            for tally in tallies_of(sort, face)
            if tally.draws
        ]

    def p_value(self) -> float:
        """The p-value of the whole match: the smallest one with the Bonferroni correction.

        Among many faces, some count is unlikely by chance alone. So the smallest p-value is
        multiplied by the number of comparisons, which is conservative.
        """
        surprises = [tally.p_value() for tally in self.comparisons()]
        return min(1.0, min(surprises) * len(surprises)) if surprises else 1.0

    @property
    def is_unusual(self) -> bool:
        return self.p_value() < UNUSUAL


def tallies_of(sort: Sort, face: str) -> Iterable[Tally]:
    """The tally of all seats together and, if several have drawn, of each seat."""
    yield sort.in_all(face)
    if len(sort.by_seat) > 1:
        yield from (sort.tally(face, seat) for seat in sort.seats)


def statistics_of(start: State, lines: Iterable[EventData], *, secrets: bool) -> Statistics:
    """The statistics of a match; secret draws are counted only with `secrets` (after its end)."""
    state, sorts, turn = start.copy(), dict[Any, Sort](), None
    for line in lines:
        if "draw" in line:
            turn = turn if state.roller is None else state.roller
            draw = state.pending_draws[0]
            if secrets or not draw.secret:
                seat = state.game.throws.owner(draw, turn)
                sort = sorts.setdefault(sort_of(draw), Sort(draw))
                sort.count(draw, seat, line["draw"][1])
        elif "move" in line:
            turn = line["seat"]
        apply_event(state, line)
    return Statistics(list(sorts.values()))


def sort_of(draw: Draw) -> tuple[Any, ...]:
    """The key of draws that are counted together: dice with equal faces, cards of one kind."""
    if not draw.replaced:
        return (draw.kind,)
    return (draw.kind, *draw.faces)

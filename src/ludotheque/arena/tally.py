"""Running summaries of simulated matches: counts, which are exact and add up in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from .simulation import Array, Simulation


@dataclass
class Spread:
    """How often each value came up; a score or a length has few different ones."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, values: Array) -> None:
        found, times = np.unique(values, return_counts=True)
        self.counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))

    def __len__(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return float(self._mean)

    @property
    def deviation(self) -> float:
        """The standard deviation of a sample; 0 for a single value."""
        squares = sum(times * (value - self._mean) ** 2 for value, times in self.counts.items())
        return sqrt(squares / (len(self) - 1)) if len(self) > 1 else 0.0

    @property
    def lowest(self) -> int:
        return min(self.counts)

    @property
    def highest(self) -> int:
        return max(self.counts)

    @property
    def median(self) -> float:
        """The value in the middle, or the mean of the two."""
        half = len(self) - 1
        return (self._value_at(half // 2) + self._value_at(half - half // 2)) / 2

    @property
    def _mean(self) -> Fraction:
        return Fraction(sum(value * times for value, times in self.counts.items()), len(self))

    def _value_at(self, place: int) -> int:
        """The value at a place of the sorted values."""
        for value in sorted(self.counts):
            place -= self.counts[value]
            if place < 0:
                return value
        raise IndexError(place)


@dataclass
class Tally:
    """What a simulation came to so far, without its matches."""

    scores: list[Spread]  # of each seat
    victories: list[Counter[int]]  # of each seat: how often it won, by the number of winners
    lengths: Spread

    @classmethod
    def empty(cls, players: int) -> Tally:
        return cls(
            [Spread() for _ in range(players)], [Counter() for _ in range(players)], Spread()
        )

    def add(self, piece: Simulation) -> None:
        winners = piece.winners.sum(axis=1)
        for seat in range(self.players):
            self.scores[seat].add(piece.scores[:, seat])
            won = Spread()
            won.add(winners[piece.winners[:, seat]])
            self.victories[seat].update(won.counts)
        self.lengths.add(piece.lengths)

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def players(self) -> int:
        return len(self.scores)

    @property
    def shared_victories(self) -> int:
        """The number of matches with several winners."""
        shared = sum(
            (
                Fraction(times, winners)
                for won in self.victories
                for winners, times in won.items()
                if winners > 1
            ),
            Fraction(0),
        )
        return int(shared)

    def share(self, seat: int) -> float:
        """A seat's share of the victories, in which a shared one counts in part."""
        won = (Fraction(times, winners) for winners, times in self.victories[seat].items())
        return float(sum(won, Fraction(0)) / len(self))

    def data(self) -> dict[str, Any]:
        return {
            "scores": [written(each.counts) for each in self.scores],
            "victories": [written(each) for each in self.victories],
            "lengths": written(self.lengths.counts),
        }

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Tally:
        return cls(
            [Spread(read(each)) for each in data["scores"]],
            [read(each) for each in data["victories"]],
            Spread(read(data["lengths"])),
        )


def written(counts: Counter[int]) -> dict[str, int]:
    """Counts as JSON has them: the keys are texts."""
    return {str(value): times for value, times in sorted(counts.items())}


def read(data: dict[str, int]) -> Counter[int]:
    return Counter({int(value): int(times) for value, times in data.items()})

"""The measures of many matches: counts, so that they add up exactly and fit in little memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from ..intervals import NORMAL_95, Interval, wilson_interval
from ..tally import Spread, read, written
from .measures import MatchMeasures

SPREADS = ("length", "decisions", "lead_changes", "margin")


@dataclass
class BenchTally:
    """Matches among equals, and matches of one good player among random ones."""

    players: int
    spreads: dict[str, Spread] = field(default_factory=lambda: {name: Spread() for name in SPREADS})
    wins: list[Fraction] = field(default_factory=list)  # by place from whoever began
    begun: int = 0  # matches of which it is known who began
    caught_up: Counter[int] = field(default_factory=Counter)  # 1: a comeback, 0: none
    skilled: int = 0  # matches of one good player among random ones
    skilled_wins: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        self.wins = self.wins or [Fraction(0)] * self.players

    def __len__(self) -> int:
        """The number of matches among equals."""
        return len(self.spreads["length"])

    def add(self, match: MatchMeasures) -> None:
        for name in SPREADS:
            self.spreads[name].counts[getattr(match, name)] += 1
        self.begun += match.wins is not None
        for place, win in enumerate(match.wins or ()):
            self.wins[place] += Fraction(win).limit_denominator(1000)
        if match.caught_up is not None:
            self.caught_up[int(match.caught_up)] += 1

    def add_skilled(self, win: float) -> None:
        self.skilled += 1
        self.skilled_wins += Fraction(win).limit_denominator(1000)

    def mean(self, name: str) -> Interval:
        spread = self.spreads[name]
        half = NORMAL_95 * spread.deviation / sqrt(len(spread))
        return Interval(spread.mean, spread.mean - half, spread.mean + half)

    def share(self, place: int) -> Interval:
        """The share of the victories of a place, counted from whoever began."""
        if not self.begun:
            return Interval(float("nan"), 0.0, 1.0)
        return wilson_interval(float(self.wins[place] / self.begun), self.begun)

    @property
    def comebacks(self) -> Interval | None:
        """How often nobody who won had led at half-time; None if all were level in every match."""
        count = self.caught_up.total()
        return wilson_interval(self.caught_up[1] / count, count) if count else None

    @property
    def skill(self) -> Interval:
        """The share of the victories that one good player takes among random ones."""
        return wilson_interval(float(self.skilled_wins / self.skilled), self.skilled)

    def data(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "spreads": {name: written(self.spreads[name].counts) for name in SPREADS},
            "wins": [str(each) for each in self.wins],
            "begun": self.begun,
            "caught_up": written(self.caught_up),
            "skilled": self.skilled,
            "skilled_wins": str(self.skilled_wins),
        }

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> BenchTally:
        return cls(
            int(data["players"]),
            {name: Spread(read(data["spreads"][name])) for name in SPREADS},
            [Fraction(each) for each in data["wins"]],
            int(data["begun"]),
            read(data["caught_up"]),
            int(data["skilled"]),
            Fraction(data["skilled_wins"]),
        )

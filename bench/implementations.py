"""Three implementations of the same game: our compiled rules, plain Python, and C++."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ludotheque

from . import plain_levelx

PLAYERS = plain_levelx.PLAYERS
SOURCE = Path(__file__).with_name("levelx.cpp")
FLAGS = ("-O3", "-std=c++17")


@dataclass(frozen=True)
class Sums:
    """A sum and a sum of squares, for a mean and its standard error."""

    sum: float
    squares: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Sums:
        values = list(values)
        return cls(float(sum(values)), float(sum(value * value for value in values)))

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.sum + other.sum, self.squares + other.squares)


@dataclass(frozen=True)
class Run:
    """The CPU time and the results of some matches."""

    games: int
    seconds: float
    length: Sums
    scores: tuple[Sums, ...]
    shares: tuple[Sums, ...]

    @property
    def turns_per_second(self) -> float:
        return self.length.sum / self.seconds

    def measures(self) -> dict[str, Sums]:
        """The statistics in which implementations of the same rules must agree."""
        named = {"length": self.length}
        for seat in range(PLAYERS):
            named[f"score of seat {seat}"] = self.scores[seat]
            named[f"share of wins of seat {seat}"] = self.shares[seat]
        return named


def merged(runs: Sequence[Run]) -> Run:
    """All runs of one implementation as one."""
    first, *others = runs
    for run in others:
        first = Run(
            first.games + run.games,
            first.seconds + run.seconds,
            first.length + run.length,
            tuple(a + b for a, b in zip(first.scores, run.scores, strict=True)),
            tuple(a + b for a, b in zip(first.shares, run.shares, strict=True)),
        )
    return first


def play_ours(games: int, seed: int) -> Run:
    begin = time.process_time()
    result = ludotheque.simulate("levelx", players=PLAYERS, games=games, seed=seed, workers=1)
    seconds = time.process_time() - begin
    return Run(
        games,
        seconds,
        Sums.of(result.lengths.tolist()),
        tuple(Sums.of(column) for column in result.scores.T.tolist()),
        tuple(Sums.of(column) for column in result.shares.T.tolist()),
    )


def play_plain(games: int, seed: int) -> Run:
    begin = time.process_time()
    results = plain_levelx.play_matches(games, seed)
    seconds = time.process_time() - begin
    shares = [shares_of(result.scores) for result in results]
    return Run(
        games,
        seconds,
        Sums.of(result.length for result in results),
        tuple(Sums.of(result.scores[seat] for result in results) for seat in range(PLAYERS)),
        tuple(Sums.of(share[seat] for share in shares) for seat in range(PLAYERS)),
    )


def shares_of(scores: list[int]) -> list[float]:
    """Each seat's share of the victory: the highest score wins, ties share it."""
    best = max(scores)
    return [(score == best) / scores.count(best) for score in scores]


def build_cpp(compiler: str, folder: Path) -> Path:
    program = folder / "levelx"
    subprocess.run([compiler, *FLAGS, "-o", str(program), str(SOURCE)], check=True)
    return program


def play_cpp(program: Path, games: int, seed: int) -> Run:
    answer = subprocess.run([program, str(games), str(seed)], capture_output=True, check=True)
    told: dict[str, Any] = json.loads(answer.stdout)
    return Run(
        told["games"],
        told["seconds"],
        Sums(*told["length"]),
        tuple(Sums(*pair) for pair in told["scores"]),
        tuple(Sums(*pair) for pair in told["shares"]),
    )

"""Random matches of Level X with four players: turns per second, against two baselines."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.arena.simulation import available_cores

from . import implementations, machine
from .implementations import PLAYERS, Run

Implementation = Callable[[int], Run]  # from a seed

OURS, PLAIN, CPP = "ludotheque, compiled", "plain Python", "C++"
MOST_STANDARD_ERRORS = 4.5  # with 27 comparisons, chance exceeds it in one run out of 5,000


@dataclass(frozen=True)
class Sizes:
    """The numbers of matches, and of rounds; implementations alternate, the best round counts."""

    rounds: int
    compiled_games: int
    plain_games: int
    worker_games: int


FULL = Sizes(rounds=9, compiled_games=20_000, plain_games=700, worker_games=100_000)
QUICK = Sizes(rounds=3, compiled_games=5_000, plain_games=150, worker_games=20_000)


def warm_up() -> None:
    """Compile, before anything is timed."""
    implementations.play_ours(100, seed=0)


def compare(sizes: Sizes) -> dict[str, Any]:
    """Measure all implementations on one core; the best round of each counts, by CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        compared: dict[str, Implementation] = {
            OURS: partial(implementations.play_ours, sizes.compiled_games),
            PLAIN: partial(implementations.play_plain, sizes.plain_games),
        }
        compiler = machine.compiler()
        if compiler is not None:
            program = implementations.build_cpp(compiler, Path(folder))
            compared[CPP] = partial(implementations.play_cpp, program, sizes.compiled_games)
        runs: dict[str, list[Run]] = {name: [] for name in compared}
        for seed in range(1, sizes.rounds + 1):
            for name, play in compared.items():
                runs[name].append(play(seed))
    return summed_up(runs)


def summed_up(runs: dict[str, list[Run]]) -> dict[str, Any]:
    best = {name: max(run.turns_per_second for run in own) for name, own in runs.items()}
    every = {name: implementations.merged(own) for name, own in runs.items()}
    return {
        "turns_per_second": best,
        "ratios": {name: best[OURS] / best[name] for name in best if name != OURS},
        "games": {name: run.games for name, run in every.items()},
        "means": {name: means(run) for name, run in every.items()},
        "differences": differences(every),
    }


def means(run: Run) -> dict[str, float]:
    return {name: sums.sum / run.games for name, sums in run.measures().items()}


def differences(every: dict[str, Run]) -> dict[str, dict[str, float]]:
    """The differences of each pair's means, in standard errors of the difference."""
    names = list(every)
    return {
        f"{one} / {other}": differences_of(every[one], every[other])
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    }


def differences_of(one: Run, other: Run) -> dict[str, float]:
    theirs = other.measures()
    apart = {}
    for name, ours in one.measures().items():
        mean, variance = mean_and_variance(ours, one.games)
        their_mean, their_variance = mean_and_variance(theirs[name], other.games)
        apart[name] = abs(mean - their_mean) / math.sqrt(variance + their_variance)
    return apart


def mean_and_variance(sums: implementations.Sums, games: int) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    mean = sums.sum / games
    return mean, (sums.squares / games - mean * mean) / (games - 1)


def largest_difference(results: dict[str, Any]) -> float:
    pairs: dict[str, dict[str, float]] = results["differences"]
    return max(apart for pair in pairs.values() for apart in pair.values())


def two_workers(sizes: Sizes) -> float | None:
    """The speed-up of two workers over one, in wall-clock time."""
    if available_cores() < 2:
        return None
    best = {1: math.inf, 2: math.inf}
    for seed in range(1, sizes.rounds + 1):
        for workers in best:
            best[workers] = min(best[workers], seconds_with(workers, sizes.worker_games, seed))
    return best[1] / best[2]


def seconds_with(workers: int, games: int, seed: int) -> float:
    begin = time.perf_counter()
    ludotheque.simulate("levelx", players=PLAYERS, games=games, seed=seed, workers=workers)
    return time.perf_counter() - begin

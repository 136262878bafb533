"""Random matches of Level X, four players: our turns per second against two yardsticks."""

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

from . import contest, machine
from .contest import PLAYERS, Run

Contender = Callable[[int], Run]  # from a seed

OURS, PLAIN, CPP = "ludotheque, compiled", "plain Python", "C++"
FARTHEST = 4.5  # standard errors; in 27 comparisons chance exceeds it once in 5,000 runs


@dataclass(frozen=True)
class Sizes:
    """How much is played: best of `rounds`, the contenders taking turns."""

    rounds: int
    compiled_games: int
    plain_games: int
    worker_games: int


FULL = Sizes(rounds=9, compiled_games=20_000, plain_games=700, worker_games=100_000)
QUICK = Sizes(rounds=3, compiled_games=5_000, plain_games=150, worker_games=20_000)


def warm_up() -> None:
    """Compile first: nobody times the compiler here."""
    contest.play_ours(100, seed=0)


def race(sizes: Sizes) -> dict[str, Any]:
    """Everybody plays on one core; only the best round of each counts, by CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        contenders: dict[str, Contender] = {
            OURS: partial(contest.play_ours, sizes.compiled_games),
            PLAIN: partial(contest.play_plain, sizes.plain_games),
        }
        compiler = machine.compiler()
        if compiler is not None:
            program = contest.build_cpp(compiler, Path(folder))
            contenders[CPP] = partial(contest.play_cpp, program, sizes.compiled_games)
        runs: dict[str, list[Run]] = {name: [] for name in contenders}
        for seed in range(1, sizes.rounds + 1):
            for name, play in contenders.items():
                runs[name].append(play(seed))
    return summed_up(runs)


def summed_up(runs: dict[str, list[Run]]) -> dict[str, Any]:
    best = {name: max(run.turns_per_second for run in own) for name, own in runs.items()}
    every = {name: contest.joined(own) for name, own in runs.items()}
    return {
        "turns_per_second": best,
        "ratios": {name: best[OURS] / best[name] for name in best if name != OURS},
        "games": {name: run.games for name, run in every.items()},
        "means": {name: means(run) for name, run in every.items()},
        "distances": distances(every),
    }


def means(run: Run) -> dict[str, float]:
    return {name: sums.sum / run.games for name, sums in run.measures().items()}


def distances(every: dict[str, Run]) -> dict[str, dict[str, float]]:
    """How far each pair's means lie apart, in standard errors of their difference."""
    names = list(every)
    return {
        f"{one} / {other}": distance(every[one], every[other])
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    }


def distance(one: Run, other: Run) -> dict[str, float]:
    theirs = other.measures()
    apart = {}
    for name, ours in one.measures().items():
        mean, variance = mean_and_variance(ours, one.games)
        their_mean, their_variance = mean_and_variance(theirs[name], other.games)
        apart[name] = abs(mean - their_mean) / math.sqrt(variance + their_variance)
    return apart


def mean_and_variance(sums: contest.Sums, games: int) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    mean = sums.sum / games
    return mean, (sums.squares / games - mean * mean) / (games - 1)


def farthest(results: dict[str, Any]) -> float:
    pairs: dict[str, dict[str, float]] = results["distances"]
    return max(apart for pair in pairs.values() for apart in pair.values())


def two_workers(sizes: Sizes) -> float | None:
    """How many times faster two workers finish than one, by the clock on the wall."""
    if machine.cores() < 2:
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

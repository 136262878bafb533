"""The speed of tournaments: matches per second in the arena, with one worker and with two.

`python -m bench.arena` prints them.
"""

from __future__ import annotations

import time

import ludotheque
from ludotheque.arena.simulation import available_cores

PLAYERS = ("random", "greedy")
MATCHES = {"levelx": 400, "masterdes": 400}


def measured() -> dict[str, dict[int, float]]:
    """Matches per second, random against greedy, by game and workers; includes starting them."""
    return {name: speeds(name, matches) for name, matches in MATCHES.items()}


def speeds(name: str, matches: int) -> dict[int, float]:
    ludotheque.arena(name, PLAYERS, 2, workers=1)  # compile first, so that compilation is not timed
    return {workers: speed(name, matches, workers) for workers in (1, 2) if workers_fit(workers)}


def workers_fit(workers: int) -> bool:
    return workers <= available_cores()


def speed(name: str, matches: int, workers: int) -> float:
    begin = time.perf_counter()
    ludotheque.arena(name, PLAYERS, matches, workers=workers)
    return matches / (time.perf_counter() - begin)


if __name__ == "__main__":
    for game, by_workers in measured().items():
        for workers, matches_a_second in by_workers.items():
            print(f"{game}, {workers} worker(s): {matches_a_second:.1f} matches a second")

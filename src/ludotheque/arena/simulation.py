"""Simulation of random matches, compiled and on all cores; reproducible from its seed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.driver import play_matches
from ..core.game import Game
from ..core.options import checked_integer
from ..core.rng import SEEDS
from ..games import find
from .interruptible import run_interruptible

if TYPE_CHECKING:
    import polars

    from ..core.compiler import Mode

MOST_MATCHES = 10**10
MOST_WORKERS = 1024
CHUNK = {"compiled": 2_000, "checked": 500, "interpreted": 5}  # matches between two reports

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Simulation:
    """The results of simulated matches: a row for each match, a column for each seat."""

    game: str
    players: int
    seed: int
    options: dict[str, Any]
    scores: Array  # int32 [games, players]
    winners: Array  # bool [games, players]; a shared victory has several
    lengths: Array  # int32 [games], in the game's own unit

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def shares(self) -> Array:
        """Each seat's share of the victory in each match: 1, or ½ if two seats share it, or 0."""
        shares: Array = self.winners / self.winners.sum(axis=1, keepdims=True)
        return shares

    def frame(self) -> polars.DataFrame:
        """A row for each match: match, length, then score_0 …, win_0 … by seat."""
        import polars

        columns: dict[str, Array] = {"match": np.arange(len(self)), "length": self.lengths}
        for seat in range(self.players):
            columns[f"score_{seat}"] = self.scores[:, seat]
        for seat in range(self.players):
            columns[f"win_{seat}"] = self.winners[:, seat]
        return polars.DataFrame(
            {name: np.ascontiguousarray(column) for name, column in columns.items()}
        )


def simulate(
    game: str | Game,
    players: int,
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
    on_tick: Callable[[], object] | None = None,
    mode: Mode = "compiled",
) -> Simulation:
    """Play `games` matches of random moves, and return scores, winners and lengths as arrays.

    The seed determines the result, whatever the number of `workers` (default: all cores).
    `progress` is called with the number of newly finished matches; `on_tick` is called regularly
    while the rules are being compiled.
    """
    game = game if isinstance(game, Game) else find(game)
    checked_integer("games", games, 0, MOST_MATCHES)
    checked_integer("seed", seed, 0, SEEDS - 1)
    workers = available_cores() if workers is None else workers
    checked_integer("workers", workers, 1, MOST_WORKERS)
    opening = game.start(players, options, edition, mode=mode)
    result = Simulation(
        game=game.id,
        players=players,
        seed=seed,
        options=opening.options,
        scores=np.zeros((games, players), np.int32),
        winners=np.zeros((games, players), np.bool_),
        lengths=np.zeros(games, np.int32),
    )
    binding = game.binding(mode)
    play = binding(play_matches)

    def play_chunk(chunk: range) -> int:
        here = slice(chunk.start, chunk.stop)
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            play(
                opening.states,
                np.zeros_like(opening.states),
                np.zeros(game.rules.MOST_MOVES, np.int64),
                np.uint64(seed),
                chunk.start,
                result.scores[here],
                result.winners[here],
                result.lengths[here],
            )
        return len(chunk)

    run(play_chunk, games, CHUNK[binding.mode], workers, progress, on_tick)
    return result


def run(
    play_chunk: Callable[[range], int],
    games: int,
    size: int,
    workers: int,
    progress: Callable[[int], object] | None,
    on_tick: Callable[[], object] | None,
) -> None:
    """Play all chunks on threads: compiled rules release the GIL.

    An empty chunk is played first, so that the rules are compiled only once. Few chunks are
    submitted at a time, so that Ctrl-C works at once and memory use does not grow.
    """
    chunks = (range(start, min(start + size, games)) for start in range(0, games, size))
    report = progress or (lambda _: None)
    if games:
        run_interruptible(lambda: play_chunk(range(0)), on_tick or (lambda: None))
    if workers == 1:
        for chunk in chunks:
            report(play_chunk(chunk))
        return
    with ThreadPoolExecutor(workers) as pool:
        for done in bounded_map(pool, play_chunk, chunks, 2 * workers):
            report(done)


def bounded_map(
    pool: ThreadPoolExecutor, play_chunk: Callable[[range], int], chunks: Iterator[range], most: int
) -> Iterator[int]:
    """Map the function over all chunks, with at most `most` of them submitted at any time."""
    running = set()
    for chunk in chunks:
        running.add(pool.submit(play_chunk, chunk))
        if len(running) >= most:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    yield from (each.result() for each in running)


def available_cores() -> int:
    """The number of cores that this process may use; in a container it may be less than all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

"""Runs a tournament on any Executor, in chunks of matches.

A worker plays matches of a chunk until its time is up; the others are scheduled again. So all
workers are busy to the end, whether a match takes a millisecond or a minute. Ctrl-C works at once:
the compiler runs on a thread of its own, and worker processes are killed. A worker that dies takes
nothing with it: its chunk is played again by another.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from . import referee
from .interruptible import run_interruptible
from .referee import Result
from .simulation import available_cores
from .workers.chunks import Chunks, Pool
from .workers.portability import warn_of_playing_here
from .workers.processes import processes
from .workers.same_code import check_same_code, code_of

if TYPE_CHECKING:
    from .tournament import Tournament

LARGEST_CHUNK = 64  # matches
CHUNK_SECONDS = 0.5  # after which a worker starts no further match of its chunk

Report = Callable[[int], object]


class Missing:
    """The numbers of the matches that are to be played; those that are put back come first."""

    def __init__(self, numbers: Iterable[int], count: int) -> None:
        self._numbers = iter(numbers)
        self._again: deque[int] = deque()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def take(self, count: int) -> list[int]:
        again = [self._again.popleft() for _ in range(min(count, len(self._again)))]
        taken = [*again, *islice(self._numbers, count - len(again))]
        self._count -= len(taken)
        return taken

    def put_back(self, matches: Sequence[int]) -> None:
        self._again.extendleft(reversed(matches))
        self._count += len(matches)


def results(
    tournament: Tournament,
    missing: Missing,
    workers: int | None,
    executor: Pool | None,
    report: Report,
) -> Iterator[Result]:
    """Play all matches that are missing, and yield their results in order of completion.

    `report` is called with the number of matches that have finished, and regularly with 0; it may
    raise to stop the run.
    """
    if not missing:
        return
    prepare = partial(referee.warm_up, tournament.game, tournament.bots)
    run_interruptible(prepare, lambda: report(0))  # compile once; workers use the cache
    workers = min(workers or available_cores(), len(missing))
    is_portable = tournament.is_portable
    if not is_portable and (executor is not None or workers > 1):
        warn_of_playing_here(tournament.players)
    if executor is not None and is_portable:
        yield from distribute(executor, tournament, missing, workers, report)
    elif workers == 1 or not is_portable:
        yield from play_inline(tournament, missing, report)
    else:
        with processes(workers) as pool:
            yield from distribute(pool, tournament, missing, workers, report)


def play_inline(tournament: Tournament, missing: Missing, report: Report) -> Iterator[Result]:
    while missing:
        (match,) = missing.take(1)
        fixture = tournament.schedule.fixture(match)
        yield referee.play(tournament, fixture, lambda: report(0))
        report(1)


def distribute(
    pool: Pool, tournament: Tournament, missing: Missing, workers: int, report: Report
) -> Iterator[Result]:
    """Keep two chunks per worker submitted: one being played and one in the queue."""
    play = partial(play_chunk, tournament, code_of(tournament.game))
    chunks: Chunks[list[int], list[Result]] = Chunks(pool, play)
    try:
        while missing or chunks:
            while missing and len(chunks) < 2 * workers:
                chunks.submit(next_chunk(missing, workers))
            for chunk, finished in chunks.finished():
                missing.put_back(chunk[len(finished) :])
                yield from finished
                report(len(finished))
            report(0)
    finally:
        chunks.cancel()


def next_chunk(missing: Missing, workers: int) -> list[int]:
    """Take the next chunk from `missing`: large at first, a single match at the end."""
    size = min(LARGEST_CHUNK, max(1, len(missing) // (4 * workers)))
    return missing.take(size)


def play_chunk(tournament: Tournament, code: str, matches: list[int]) -> list[Result]:
    """Play these matches in order until CHUNK_SECONDS have passed; runs in a worker."""
    check_same_code(tournament.game, code)
    referee.warm_up(tournament.game, tournament.bots)
    enough = time.monotonic() + CHUNK_SECONDS
    finished: list[Result] = []
    for match in matches:
        finished.append(referee.play(tournament, tournament.schedule.fixture(match)))
        if time.monotonic() > enough:
            break
    return finished

"""Runs a tournament on any Executor, in chunks of matches.

A worker plays matches of a chunk until its time is up; the others are scheduled again. So all
workers are busy to the end, whether a match takes a millisecond or a minute. Ctrl-C works at once:
the compiler runs on a thread of its own, and worker processes are killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import referee
from .interruptible import TICK_SECONDS, run_interruptible
from .referee import Result
from .simulation import available_cores

if TYPE_CHECKING:
    from .tournament import Tournament

LARGEST_CHUNK = 64  # matches
CHUNK_SECONDS = 0.5  # after which a worker starts no further match of its chunk

Report = Callable[[int], object]


def results(
    tournament: Tournament,
    known: Sequence[Result],
    workers: int | None,
    executor: Executor | None,
    report: Report,
) -> Iterator[Result]:
    """Play all matches that are not `known` yet, and yield their results in order of completion.

    `report` is called with the number of matches that have finished, and regularly with 0; it may
    raise to stop the run.
    """
    done = {result.match for result in known}
    missing = deque(match for match in range(len(tournament.schedule)) if match not in done)
    if not missing:
        return
    prepare = partial(referee.warm_up, tournament.game, tournament.entrants)
    run_interruptible(prepare, lambda: report(0))  # compile once; workers use the cache
    workers = min(workers or available_cores(), len(missing))
    if executor is not None:
        yield from distribute(executor, tournament, missing, workers, report)
    elif workers == 1:
        yield from play_inline(tournament, missing, report)
    else:
        with processes(workers) as pool:
            yield from distribute(pool, tournament, missing, workers, report)


def play_inline(tournament: Tournament, missing: deque[int], report: Report) -> Iterator[Result]:
    for match in missing:
        fixture = tournament.schedule.fixture(match)
        yield referee.play(tournament, fixture, lambda: report(0))
        report(1)


def distribute(
    pool: Executor, tournament: Tournament, missing: deque[int], workers: int, report: Report
) -> Iterator[Result]:
    """Keep two chunks per worker submitted: one being played and one in the queue."""
    running: dict[Future[list[Result]], list[int]] = {}
    try:
        while missing or running:
            while missing and len(running) < 2 * workers:
                chunk = next_chunk(missing, workers)
                running[pool.submit(play_chunk, tournament, chunk)] = chunk
            done, _ = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                chunk, finished = running.pop(future), future.result()
                missing.extendleft(reversed(chunk[len(finished) :]))
                yield from finished
                report(len(finished))
            report(0)
    finally:
        for future in running:
            future.cancel()


def next_chunk(missing: deque[int], workers: int) -> list[int]:
    """Take the next chunk from `missing`: large at first, a single match at the end."""
    size = min(LARGEST_CHUNK, max(1, len(missing) // (4 * workers)))
    return [missing.popleft() for _ in range(size)]


def play_chunk(tournament: Tournament, matches: list[int]) -> list[Result]:
    """Play these matches in order until CHUNK_SECONDS have passed; runs in a worker."""
    referee.warm_up(tournament.game, tournament.entrants)
    enough = time.monotonic() + CHUNK_SECONDS
    finished: list[Result] = []
    for match in matches:
        finished.append(referee.play(tournament, tournament.schedule.fixture(match)))
        if time.monotonic() > enough:
            break
    return finished


# ---- Worker processes ----------------------------------------------------------------------


class Worker(SpawnProcess):
    """A process that does not import the script that started it.

    Players and games are pickled by name, so the script is not needed. Importing a script without
    `if __name__ == "__main__"` would start the tournament again.
    """

    def start(self) -> None:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            with interrupts_blocked():
                super().start()
        finally:
            sys.modules["__main__"] = script


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT: processes started in the block never get it, the parent gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerContext(SpawnContext):
    """A multiprocessing context that remembers the workers it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.workers: list[Worker] = []

    def Process(self, *arguments: Any, **named: Any) -> Worker:  # type: ignore[override]  # noqa: N802
        worker = Worker(*arguments, **named)
        self.workers.append(worker)
        return worker


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers are killed if the block is left by an exception."""
    context = WorkerContext()
    pool = ProcessPoolExecutor(workers, context, init_worker)
    try:
        yield pool
    except BaseException:
        for worker in context.workers:
            worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def init_worker() -> None:
    """Ignore Ctrl-C, which is for the parent, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

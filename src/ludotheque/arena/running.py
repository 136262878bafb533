"""The work on any Executor: pieces of a tournament handed out, results handed in.

A piece is some matches, played until its time is up; what is left of it goes back. So everybody
has work to the end, whether a match takes a millisecond or a minute. Ctrl-C is heard at once: the
compiler works on a thread of its own, and worker processes are ended, whatever they do.
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

LARGEST_PIECE = 64  # matches
PIECE_SECONDS = 0.5  # after which a piece begins no other match

Report = Callable[[int], object]


def results(
    tournament: Tournament,
    known: Sequence[Result],
    workers: int | None,
    executor: Executor | None,
    report: Report,
) -> Iterator[Result]:
    """The results of all matches that are not known yet, as they come.

    `report` hears how many have finished, and 0 every now and then: it may raise to stop it all.
    """
    done = {result.match for result in known}
    missing = deque(match for match in range(len(tournament.schedule)) if match not in done)
    if not missing:
        return
    prepare = partial(referee.warm_up, tournament.game, tournament.entrants)
    run_interruptible(prepare, lambda: report(0))  # compiled once, for all to load
    workers = min(workers or available_cores(), len(missing))
    if executor is not None:
        yield from handed_out(executor, tournament, missing, workers, report)
    elif workers == 1:
        yield from played_here(tournament, missing, report)
    else:
        with processes(workers) as pool:
            yield from handed_out(pool, tournament, missing, workers, report)


def played_here(tournament: Tournament, missing: deque[int], report: Report) -> Iterator[Result]:
    for match in missing:
        fixture = tournament.schedule.fixture(match)
        yield referee.play(tournament, fixture, lambda: report(0))
        report(1)


def handed_out(
    pool: Executor, tournament: Tournament, missing: deque[int], workers: int, report: Report
) -> Iterator[Result]:
    """Two pieces a worker are in hand at a time: one being played, one waiting."""
    running: dict[Future[list[Result]], list[int]] = {}
    try:
        while missing or running:
            while missing and len(running) < 2 * workers:
                piece = next_piece(missing, workers)
                running[pool.submit(play_piece, tournament, piece)] = piece
            done, _ = wait(running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                piece, finished = running.pop(future), future.result()
                missing.extendleft(reversed(piece[len(finished) :]))
                yield from finished
                report(len(finished))
            report(0)
    finally:
        for future in running:
            future.cancel()


def next_piece(missing: deque[int], workers: int) -> list[int]:
    """Large while there is much to do, a single match at the end."""
    size = min(LARGEST_PIECE, max(1, len(missing) // (4 * workers)))
    return [missing.popleft() for _ in range(size)]


def play_piece(tournament: Tournament, matches: list[int]) -> list[Result]:
    """In whatever process: the results of as many of the matches, in order, as the time allows."""
    referee.warm_up(tournament.game, tournament.entrants)
    enough = time.monotonic() + PIECE_SECONDS
    finished: list[Result] = []
    for match in matches:
        finished.append(referee.play(tournament, tournament.schedule.fixture(match)))
        if time.monotonic() > enough:
            break
    return finished


# ---- Processes of our own ----------------------------------------------------------------------


class Worker(SpawnProcess):
    """A process that does not import the script which asked for it.

    Players and games travel by name, so nothing of it is needed; and a script without the
    `if __name__ == "__main__"` that processes usually ask for would start the tournament again.
    """

    def start(self) -> None:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            with deaf_to_interrupts():
                super().start()
        finally:
            sys.modules["__main__"] = script


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C is the parent's to hear; processes started inside never do, and it waits meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workshop(SpawnContext):
    """Starts workers, and remembers them."""

    def __init__(self) -> None:
        super().__init__()
        self.workers: list[Worker] = []

    def Process(self, *arguments: Any, **named: Any) -> Worker:  # type: ignore[override]  # noqa: N802
        worker = Worker(*arguments, **named)
        self.workers.append(worker)
        return worker


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers end when its user leaves before the work is done."""
    workshop = Workshop()
    pool = ProcessPoolExecutor(workers, workshop, begin_work)
    try:
        yield pool
    except BaseException:
        for worker in workshop.workers:
            worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def begin_work() -> None:
    """A parent that is gone leaves no work behind; Ctrl-C is the parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_the_parent, daemon=True).start()


def leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

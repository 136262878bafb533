"""Garbage collection of a server that has much in memory: bounded pauses (generational hypothesis).

CPython's full collection goes through every object that is alive, while nobody is served: 0.2 s
beside a few long matches. A command leaves no cycles behind: what it has made is freed by reference
counts, and going through it frees nothing. So whatever is new is left alone from the next second on
(`gc.freeze`), without a look; only a flood of new objects is gone through once. Cycles that die
later are found when nobody is connected, or when the server has grown a lot.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable

#: The first is for floods of new objects; the others leave older ones to this module alone.
THRESHOLDS = 50_000, 1_000_000, 1_000_000
MOST_NEW = 30_000  # new objects in a second, less those freed, which are gone through
GROWTH = 1_000_000  # blocks of memory, beside twice as many as there were, before all are
LEAST_NEW = 1_000  # with fewer there is nothing to be gained
SECONDS = 1.0  # between two looks


class GarbageCollection:
    """Collects garbage in a thread of its own: `with GarbageCollection(is_idle): serve()`."""

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self._is_idle = is_idle
        self._size = 0  # blocks of memory that were in use after the last full collection
        self._new = 0  # objects made since, less those freed
        self._before = gc.get_threshold()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="garbage", daemon=True)

    def __enter__(self) -> GarbageCollection:
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()  # modules, for the most part; nobody waits for a collection at the start
        self._size = sys.getallocatedblocks()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        gc.unfreeze()
        gc.set_threshold(*self._before)

    def _run(self) -> None:
        while not self._ended.wait(SECONDS):
            self.look()

    def look(self) -> None:
        """Collect what should be collected by now; leave the rest alone."""
        new = objects_since_freezing()
        self._new += new
        has_grown = sys.getallocatedblocks() > 2 * self._size + GROWTH
        if self._new >= LEAST_NEW and (self._is_idle() or has_grown):
            self.collect_all()
            return
        if new >= MOST_NEW:
            gc.collect()
        gc.freeze()

    def collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._size, self._new = sys.getallocatedblocks(), 0


def objects_since_freezing() -> int:
    """How many more objects there are than when all were frozen. Those that have died by their
    reference counts are counted off; looking at all of them would take as long as a collection."""
    young, collections, _ = gc.get_count()
    return young + collections * gc.get_threshold()[0]

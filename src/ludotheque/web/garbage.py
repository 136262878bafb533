"""Garbage collection of a server that has much in memory: bounded pauses (generational hypothesis).

CPython's full collection goes through every object that is alive, while nobody is served: 0.2 s
beside a few long matches. Here a collection goes through what is new since the last one, and what
has survived it is left alone from then on (`gc.freeze`). Cycles that die later are found when
nobody is connected, or when the server has grown a lot.

Collections of the young, which CPython would make in the midst of commands, are rare too: nearly
all that a command leaves behind is freed by its reference counts.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

#: The first is for floods of new objects; the others leave older ones to this module alone.
THRESHOLDS = 50_000, 1_000_000, 1_000_000
MOST_NEW = 30_000  # surviving objects that are gone through at once, in about 10 ms
GROWTH = 1_000_000  # objects, beside twice as many as there were, after which all are gone through
LEAST_NEW = 1_000  # with fewer there is nothing to be gained
SECONDS = 1.0  # between two looks


class GarbageCollection:
    """Collects garbage in a thread of its own: `with GarbageCollection(is_idle): serve()`."""

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self._is_idle = is_idle
        self._size = 0  # objects that were alive after the last full collection
        self._frozen = 0  # objects that are left alone, at most: counting them would take long
        self._before = gc.get_threshold()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="garbage", daemon=True)

    def __enter__(self) -> GarbageCollection:
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()  # modules, for the most part; nobody waits for a collection at the start
        self._size = self._frozen = gc.get_freeze_count()
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
        """Collect what should be collected by now."""
        new = objects_since_freezing()
        has_grown = self._frozen > 2 * self._size + GROWTH
        if new >= LEAST_NEW and (self._is_idle() or has_grown):
            self.collect_all()
        elif new >= MOST_NEW:
            self.collect_new(new)

    def collect_new(self, new: int) -> None:
        """Collect among what is new, and leave alone what survives."""
        gc.collect()
        gc.freeze()
        self._frozen += new

    def collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._size = self._frozen = gc.get_freeze_count()


def objects_since_freezing() -> int:
    """How many objects there are that are not frozen, at most. Those that have died by their
    reference counts are counted off; looking at all of them would take as long as a collection."""
    young, collections, _ = gc.get_count()
    return young + collections * gc.get_threshold()[0]

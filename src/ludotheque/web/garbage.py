"""Garbage collection of a server that has much in memory: bounded pauses (generational hypothesis).

CPython's full collection goes through every object that is alive, while nobody is served: 0.2 s
beside a few long matches. Here a collection goes through what is new since the last one, and what
has survived it is left alone from then on (`gc.freeze`). Cycles that die later are found when
nobody is connected, or when the server has grown a lot.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

THRESHOLDS = 2_000, 10, 1_000_000  # the last one: full collections are made here, and only here
MOST_NEW = 30_000  # surviving objects that are gone through at once, in about 10 ms
GROWTH = 500_000  # objects, beside twice as many as there were, after which all are gone through
LEAST_NEW = 1_000  # with fewer there is nothing to be gained
SECONDS = 1.0  # between two looks


class GarbageCollection:
    """Collects garbage in a thread of its own: `with GarbageCollection(is_idle): serve()`."""

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self._is_idle = is_idle
        self._size = 0  # objects that were alive after the last full collection
        self._before = gc.get_threshold()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="garbage", daemon=True)

    def __enter__(self) -> GarbageCollection:
        gc.set_threshold(*THRESHOLDS)
        gc.freeze()  # modules, for the most part; nobody waits for a collection at the start
        self._size = gc.get_freeze_count()
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
        new = len(gc.get_objects(generation=2))
        has_grown = gc.get_freeze_count() > 2 * self._size + GROWTH
        if new >= LEAST_NEW and (self._is_idle() or has_grown):
            self.collect_all()
        elif new >= MOST_NEW:
            self.collect_new()

    def collect_new(self) -> None:
        """Collect among what is new, and leave alone what survives."""
        gc.collect()
        gc.freeze()

    def collect_all(self) -> None:
        gc.unfreeze()
        self.collect_new()
        self._size = gc.get_freeze_count()

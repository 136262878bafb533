"""A pool of threads behind a fair queue, for an event loop that must not be held up."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from .fair_queue import FairQueue, Path

Answer = TypeVar("Answer")
Job = tuple["asyncio.Future[Any]", Callable[[], Any], str]


class FairThreads:
    """Runs functions on threads; those that wait take turns by their paths (`FairQueue`)."""

    def __init__(self, threads: int, name: str) -> None:
        self.size = threads
        self._threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._waiting: FairQueue[Job] = FairQueue()
        self._running: Counter[str] = Counter()
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def total(self) -> int:
        """How much waits and runs."""
        return len(self._waiting) + self._running.total()

    def count(self, first: str) -> int:
        """How much waits and runs for paths that begin with this name."""
        return self._waiting.count(first) + self._running[first]

    async def run(self, path: Path, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """The function's answer. What is cancelled before its turn never runs."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        call = partial(copy_context().run, function, *arguments)
        self._waiting.put(path, (done, call, path[0]))
        self._start_next()
        return await done

    def _start_next(self) -> None:
        while self._free and self._waiting and not self._closed:
            done, call, first = self._waiting.pop()
            if done.cancelled():
                continue
            self._free -= 1
            self._running[first] += 1
            running = done.get_loop().run_in_executor(self._threads, call)
            running.add_done_callback(partial(self._finish, done, first))

    def _finish(self, done: asyncio.Future[Any], first: str, running: asyncio.Future[Any]) -> None:
        self._free += 1
        self._running[first] -= 1
        if not self._running[first]:
            del self._running[first]
        if not done.cancelled():
            hand_over(running, done)
        self._start_next()

    def close(self) -> None:
        self._closed = True
        while self._waiting:
            self._waiting.pop()[0].cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


def hand_over(running: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
    """Give a future the outcome of another."""
    if running.cancelled():
        done.cancel()
    elif (problem := running.exception()) is not None:
        done.set_exception(problem)
    else:
        done.set_result(running.result())

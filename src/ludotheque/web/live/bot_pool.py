"""A pool of threads on which bots think, with a bounded queue.

Compiled searches release the interpreter's lock, so the event loop goes on serving requests.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ...core.errors import LudothequeError

Answer = TypeVar("Answer")


class TooBusy(LudothequeError):
    """The queue is full, or one device asks for too much at once."""


class BotPool:
    def __init__(self, workers: int, most_waiting: int = 64, most_per_device: int = 4) -> None:
        self._threads = ThreadPoolExecutor(workers, "thinker")
        self._most_per_device = most_per_device
        self._asked_by: Counter[str] = Counter()
        self._room = asyncio.Semaphore(most_waiting)

    async def think(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a function for a bot's turn; it waits however long the queue is."""
        async with self._room:
            return await self._run(function, *arguments)

    async def ask(self, device: str, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a function for a person who wants a hint; TooBusy instead of waiting for long."""
        if self._asked_by[device] >= self._most_per_device or self._room.locked():
            raise TooBusy("the robots are busy: ask again in a moment")
        self._asked_by[device] += 1
        try:
            return await self.think(function, *arguments)
        finally:
            self._asked_by[device] -= 1
            if not self._asked_by[device]:
                del self._asked_by[device]

    async def _run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

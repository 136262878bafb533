"""A pool of threads on which bots think, behind a fair queue.

Addresses take turns, then the devices of one, then their matches: however many matches somebody
has, everybody else's robots wait for one move of theirs. When many wait, searches become shorter
(`bots.budget`). Compiled searches release the interpreter's lock, so the event loop goes on serving
requests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from ...bots.budget import search_budget
from ...core.errors import LudothequeError
from ..errors import BUSY
from .fair_queue import Path
from .fair_threads import FairThreads
from .workers import client

Answer = TypeVar("Answer")

FREE = 2  # decisions that may wait for each thread before searches become shorter
SMALLEST_BUDGET = 1 / 16  # of a search, however many wait


class TooBusy(LudothequeError):
    """The queue is full, or one device asks for too much at once."""

    code = BUSY

    def __init__(self) -> None:
        super().__init__("the robots are busy: ask again in a moment")


class BotPool:
    def __init__(self, workers: int, most_waiting: int = 64, most_per_device: int = 4) -> None:
        self._threads = FairThreads(workers, "thinker")
        self._most_waiting = most_waiting
        self._most_per_device = most_per_device
        self._asked_by: Counter[str] = Counter()

    @property
    def budget(self) -> float:
        """The share of its iterations that a search which begins now may use."""
        return budget_for(self._threads.waiting, self._threads.size)

    async def think(
        self, function: Callable[..., Answer], *arguments: Any, path: Path | None = None
    ) -> Answer:
        """Run a function for a bot's turn; it waits until the turn of its path comes."""
        return await self._threads.run(path or (client.get(),), self._run, function, *arguments)

    async def ask(self, device: str, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a function for a person who wants a hint; TooBusy instead of waiting for long."""
        is_full = self._threads.total >= self._most_waiting
        if is_full or self._asked_by[device] >= self._most_per_device:
            raise TooBusy
        self._asked_by[device] += 1
        try:
            return await self.think(function, *arguments, path=(client.get(), device))
        finally:
            self._asked_by[device] -= 1
            if not self._asked_by[device]:
                del self._asked_by[device]

    def _run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        with search_budget(self.budget):
            return function(*arguments)

    def close(self) -> None:
        self._threads.close()


def budget_for(waiting: int, threads: int) -> float:
    """A search's share of its iterations: all while few wait, then less as more do."""
    return min(1.0, max(SMALLEST_BUDGET, FREE * threads / max(1, waiting)))

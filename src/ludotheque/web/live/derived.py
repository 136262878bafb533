"""What is worked out from a whole match: once for each version, however many ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar, cast

from .workers import Workers

Answer = TypeVar("Answer")
MOST_KEPT = 8  # of one match: a few kinds in two languages


class Derived:
    """A small cache of results, least recently used first; those who ask meanwhile share them."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._results: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()

    async def get(
        self,
        key: tuple[Any, ...],
        workers: Workers,
        function: Callable[[], Answer],
        *,
        surely: bool = False,
    ) -> Answer:
        """The function's result under this key, worked out on a worker's thread if it is new;
        `surely`: even where the queue is full."""
        run = workers.run_surely if surely else workers.run
        task = self._results.get(key)
        if task is None or failed(task):
            task = self._results[key] = asyncio.create_task(run(function))
        self._results.move_to_end(key)
        while len(self._results) > self._most:
            self._results.popitem(last=False)
        return cast(Answer, await asyncio.shield(task))

    def clear(self) -> None:
        """Forget all results; who waits for one still gets it."""
        self._results.clear()


def failed(task: asyncio.Task[Any]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)

"""Threads for whatever would hold up the event loop: loading a match, counting its dice, a record.

The queue is bounded, in all and for each client, and fair: clients take turns. Where it is full,
ServerBusy says so at once, and nobody waits for something that comes too late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from ...core.errors import LudothequeError
from ..errors import BUSY
from .fair_threads import FairThreads

Answer = TypeVar("Answer")
Once = tuple[Callable[..., None], tuple[Any, ...]]  # a function and its arguments

LOCAL = "local"  # the people at this machine, and the server itself
RETRY_SECONDS = 2

#: Who is asking: the client whose request this task serves.
client: ContextVar[str] = ContextVar("client", default=LOCAL)
#: The names of that client's device, all that it has had.
device_keys: ContextVar[frozenset[str]] = ContextVar("device_keys", default=frozenset())


class ServerBusy(LudothequeError):
    """Too much is being worked out already; the same request will be answered a little later."""

    code = BUSY

    def __init__(self) -> None:
        super().__init__("the server is busy: ask again in a moment")


class Workers:
    """A few threads with a bounded, fair queue; a quarter of the queue is kept for this machine."""

    def __init__(self, threads: int = 2, most: int = 64, most_per_client: int = 16) -> None:
        self._threads = FairThreads(threads, "worker")
        self._most = most
        self._most_per_client = most_per_client
        self._done: set[Once] = set()
        self._doing: dict[Once, asyncio.Task[None]] = {}

    async def run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a function for the client whose request this is; ServerBusy if too many wait."""
        asking = client.get()
        self._check(asking)
        return await self._threads.run((asking,), function, *arguments)

    async def run_surely(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a function in its client's turn, however many wait: for what is asked only once for
        each version of a match, so that the number of matches is the bound."""
        return await self._threads.run((client.get(),), function, *arguments)

    async def run_once(self, function: Callable[..., None], *arguments: Any) -> None:
        """Run something that has to be done once, on a thread, unless it is done already."""
        key = (function, arguments)
        if key in self._done:
            return
        task = self._doing.get(key)
        if task is None:
            task = self._doing[key] = asyncio.create_task(self._do_once(key))
        await asyncio.shield(task)

    async def _do_once(self, key: Once) -> None:
        function, arguments = key
        try:
            await self._threads.run((LOCAL,), function, *arguments)
            self._done.add(key)
        finally:
            del self._doing[key]

    def _check(self, asking: str) -> None:
        if asking == LOCAL:
            full = self._threads.waiting >= self._most
        else:
            full = self._threads.waiting >= self._most - self._most // 4
            full = full or self._threads.count(asking) >= self._most_per_client
        if full:
            raise ServerBusy

    def close(self) -> None:
        self._threads.close()

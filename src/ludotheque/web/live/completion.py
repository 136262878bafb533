"""Waiting for what goes on by itself: writes to the disk, and coroutines that run to completion
although their caller is cancelled."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from concurrent import futures
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

Answer = TypeVar("Answer")

_running: set[asyncio.Future[Any]] = set()  # event loops hold tasks by weak references only


async def run_to_completion(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a coroutine; if the awaiting task is cancelled, the coroutine goes on."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(task)


async def on_disk(write: futures.Future[None]) -> None:
    """Wait for a write of the store. All writes of a commit wake the event loop up once."""
    if not write.done():
        loop = asyncio.get_running_loop()
        wakeups = _wakeups.get(loop)
        if wakeups is None:
            wakeups = _wakeups[loop] = Wakeups()
        await wakeups.wait(write, loop)
    write.result()


class Wakeups:
    """Wakes up an event loop from other threads: once, however much has been done meanwhile."""

    def __init__(self) -> None:
        self._done: deque[asyncio.Future[None]] = deque()
        self._is_due = False

    def wait(
        self, write: futures.Future[None], loop: asyncio.AbstractEventLoop
    ) -> asyncio.Future[None]:
        waiting: asyncio.Future[None] = loop.create_future()
        write.add_done_callback(lambda _: self._wake(waiting))
        return waiting

    def _wake(self, waiting: asyncio.Future[None]) -> None:
        """A write is done; called on the writer's thread."""
        self._done.append(waiting)
        if not self._is_due:
            self._is_due = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                waiting.get_loop().call_soon_threadsafe(self._resolve)

    def _resolve(self) -> None:
        self._is_due = False  # first: what is done from here on wakes the loop up again
        while self._done:
            waiting = self._done.popleft()
            if not waiting.done():
                waiting.set_result(None)


_wakeups: WeakKeyDictionary[asyncio.AbstractEventLoop, Wakeups] = WeakKeyDictionary()

"""A lock that shows whether it can be had without waiting."""

from __future__ import annotations

import asyncio
from collections import deque


class OneAtATime:
    """Mutual exclusion on one event loop: `async with` waits for its turn (first in, first out).

    It is handed over to whoever is next, so that nobody who comes later can take it before.
    """

    def __init__(self) -> None:
        self.is_free = True
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> None:
        """Take the lock, which is free."""
        assert self.is_free
        self.is_free = False

    async def acquire(self) -> None:
        if self.is_free:
            self.take()
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.release()  # it was handed over already
            raise

    def release(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.is_free = True

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()

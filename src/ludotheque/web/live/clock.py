"""The timer of a move, where people play by the clock.

A server that was stopped meanwhile gives the full time again: nobody loses a move to a power cut.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Clock:
    """A timer for one seat at a time."""

    def __init__(self) -> None:
        self.seat: int | None = None  # whose time runs
        self.end = 0.0  # when it is over, by the event loop's time
        self._timer: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None

    @property
    def left(self) -> float | None:
        """Seconds that are left; None while the clock is stopped."""
        if self._timer is None:
            return None
        return max(0.0, self.end - asyncio.get_running_loop().time())

    def start(self, seat: int, seconds: float, then: Callable[[], None]) -> None:
        """Give a seat so many seconds from now on; call `then` when they are over."""
        self.stop()
        loop = asyncio.get_running_loop()
        self.seat, self.end = seat, loop.time() + seconds
        self._timer = loop.call_later(seconds, self._over, then)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self.seat = None, None

    def _over(self, then: Callable[[], None]) -> None:
        self._timer, self.seat = None, None
        then()

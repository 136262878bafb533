"""Many timeouts with one timer: a hashed timing wheel (Varghese and Lauck, 1987)."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

TICK = 0.25  # seconds: what waits this long at least need not be more exact


class TimerWheel:
    """Calls functions after some seconds; up to a tick later. None of them can be cancelled."""

    def __init__(self, tick: float = TICK) -> None:
        self._tick = tick
        self._calls: dict[int, list[Callable[[], None]]] = {}  # by the tick at which they are due
        self._timer: asyncio.TimerHandle | None = None

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        due = math.ceil((loop.time() + seconds) / self._tick)
        self._calls.setdefault(due, []).append(call)
        if self._timer is None:
            self._timer = loop.call_later(self._tick, self._turn)

    def _turn(self) -> None:
        loop = asyncio.get_running_loop()
        now = math.floor(loop.time() / self._tick)
        for due in sorted(due for due in self._calls if due <= now):
            for call in self._calls.pop(due):
                loop.call_soon(call)  # apart, so that one that fails does not take others with it
        self._timer = loop.call_later(self._tick, self._turn) if self._calls else None

"""An event loop whose clock is simulated: nobody waits, and work takes as long as a test says."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop that jumps to its next timer; only `work` makes anything take time."""

    def __init__(self) -> None:
        super().__init__(_JumpingSelector(self))
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        """Occupy the loop: a computation that takes so long."""
        self.now += seconds


class _JumpingSelector(selectors.SelectSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "nothing is left to wait for"
            self._loop.now += timeout
        return ready

"""The fixed times at which the updates of a throw leave.

If an update left as soon as its work was done, the time that it took would tell how much there was
to do, and so whether somebody had missed something. Therefore every update leaves at a time that
depends on the throw alone: after a window some time is set aside for the work, and the update waits
until it is over.
"""

from __future__ import annotations

import asyncio
import math


class Schedule:
    """The times of one throw's updates, counted from the moment that its dice are shown."""

    def __init__(self, settling: float) -> None:
        self._settling = settling  # seconds set aside for the work after a window
        self._time = asyncio.get_running_loop().time()

    async def window(self, seconds: float) -> None:
        """Wait until a window is over that opened with the last update."""
        self._time += seconds
        await self._wait()

    async def update(self) -> None:
        """Wait until the next update is due; one that is late waits as long once more."""
        self._time = self._next_update
        await self._wait()

    @property
    def left(self) -> float:
        """Seconds until the next update is due."""
        return max(0.0, self._next_update - asyncio.get_running_loop().time())

    @property
    def _next_update(self) -> float:
        late = asyncio.get_running_loop().time() - self._time
        periods = math.ceil(late / self._settling) if self._settling else 0
        return self._time + self._settling * max(1, periods)

    async def _wait(self) -> None:
        await asyncio.sleep(max(0.0, self._time - asyncio.get_running_loop().time()))

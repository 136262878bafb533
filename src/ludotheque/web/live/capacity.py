"""How many matches a server keeps, and which of them make room for others.

Whoever creates a match needs no account, so without limits one guest could fill the server for
good. Guests leave a reserve to the local user, and what they have left behind expires: a match in
which no person has moved after a day, one that nobody goes on with after some weeks. A match that
is over stays, unless it was given up before anybody had moved. What the local user has created
stays as well, and so does what somebody looks at just now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from ...core.errors import BadOption, LudothequeError
from ...store.store import Store
from ..config import Config

NEARLY_FULL = 0.95  # of the matches that may be kept: from here on the owner is told
AT_ONCE = 50  # matches that make room in one go
#: Ages after which matches make room on a server that is full.
UNPLAYED_WHEN_FULL, IDLE_WHEN_FULL = timedelta(hours=1), timedelta(days=1)
SECONDS_BETWEEN = 3600.0  # from one look for expired matches to the next


class HouseFull(BadOption):
    code = "full"

    def __init__(self, most: int) -> None:
        super().__init__(
            "this server keeps {most} matches already: delete some that you have made, or come "
            "back later",
            most=most,
        )


class NearlyFull(LudothequeError):
    """What the owner is told."""

    def __init__(self, count: int, most: int) -> None:
        super().__init__(
            "{count} matches of at most {most} are kept. To see which: ludotheque matches list; to "
            "make room: ludotheque matches delete --older 90, after ludotheque matches export "
            "FOLDER if you like; to keep more: ludotheque serve --most-matches NUMBER",
            count=count,
            most=most,
        )


class Capacity:
    """Keeps the number of matches within its limit. `discard` deletes a match unless it is used."""

    def __init__(
        self, store: Store, config: Config, discard: Callable[[str], Awaitable[bool]]
    ) -> None:
        self.store = store
        self.most = config.most_matches
        self.reserve = min(config.local_matches, self.most // 2)
        self.unplayed = timedelta(hours=config.unplayed_hours)
        self.idle = timedelta(days=config.idle_days)
        self._discard = discard
        self._making_room = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def make_room(self, *, is_local: bool) -> None:
        """Make room for one more match, where that is needed; HouseFull if nothing may go."""
        allowed = self.most if is_local else self.most - self.reserve
        if self.store.size < allowed:
            return
        async with self._making_room:
            if self.store.size < allowed:
                return
            await self.expire(
                min(self.unplayed, UNPLAYED_WHEN_FULL), min(self.idle, IDLE_WHEN_FULL), AT_ONCE
            )
            if self.store.size >= allowed:
                raise HouseFull(self.most)

    async def expire(self, unplayed: timedelta, idle: timedelta, most: int) -> int:
        """Delete guests' matches that are older than this, the oldest first; how many."""
        now = datetime.now(UTC)
        found = await asyncio.to_thread(self.store.expirable, now - unplayed, now - idle, most)
        return sum([await self._discard(match_id) for match_id in found])

    def start(self) -> None:
        """Look for expired matches now, and from time to time."""
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                while await self.expire(self.unplayed, self.idle, AT_ONCE) == AT_ONCE:
                    await asyncio.sleep(0)  # requests go first
            except LudothequeError:
                pass  # the disk is full or damaged: whoever plays is told
            await asyncio.sleep(SECONDS_BETWEEN)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def notice(self) -> NearlyFull | None:
        """What the owner has to know about the number of matches, if anything."""
        return nearly_full(self.store, self.most)


def nearly_full(store: Store, most: int) -> NearlyFull | None:
    count = store.size
    return NearlyFull(count, most) if count >= NEARLY_FULL * most else None

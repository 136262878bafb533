"""A match that people follow: who watches it, who is there, and who waits for what comes next."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from ...core.caching import cached_attribute
from ...store.store import Store
from ...table.fairness import Fairness
from ...table.match import Match
from ...table.record import Record
from ...table.seat_access import Principal
from ...table.seating import Seating
from .audience import Audience, Listener
from .presence import Emotes, Presence, PresenceWatch
from .saved_match import SavedMatch
from .workers import Workers

#: Seconds after a request for which a match counts as watched; a long poll takes up to thirty.
WATCHED_SECONDS = 40.0


def nothing(_: object) -> None:
    pass


class FollowedMatch(SavedMatch):
    """A match whose followers are told whatever is announced."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
    ) -> None:
        self.kinds: list[str | None] = record.more["bots"]
        seating = Seating.here(self.kinds) if seating is None else seating
        super().__init__(match_id, record, match, store, fairness, seating)
        self._audience = Audience()
        self.waiters = 0  # requests that wait for something new
        self.last_asked = time.monotonic()
        self.presence = Presence()
        self.emotes = Emotes()
        #: Where another node plays the match: tells it that somebody here watches, or of these
        #: seats' signs of life.
        self.report: Callable[[Iterable[int]], None] = nothing
        #: Tells who looks at a list of matches that this one may stand otherwise.
        self.on_change: Callable[[str], None] = nothing
        self._changed = asyncio.Event()
        self.announcements = 0  # how often something was announced
        self.step_frames: dict[tuple[int, bool], Any] = {}  # cached until the next announcement
        self.questions: dict[object, str] = {}  # what is asked, likewise
        self.workers: Workers | None = None  # None: everything is computed where it is needed
        self._presence_watch = PresenceWatch(self.presence, self.people, self.announce)

    @property
    def followers(self) -> int:
        return len(self._audience)

    @property
    def newest_version(self) -> int:
        """The newest version that clients may have been shown, by whichever node."""
        return self.version

    @property
    def is_watched(self) -> bool:
        """Whether somebody follows the match, or has asked for it a moment ago, as by polling."""
        followed = self.followers or self.waiters
        return bool(followed) or time.monotonic() - self.last_asked < WATCHED_SECONDS

    @cached_attribute
    def people(self) -> list[int]:
        """The seats of people, wherever they are, and whether they have resigned or not."""
        return [seat for seat, kind in enumerate(self.kinds) if kind is None]

    @property
    def resigned(self) -> frozenset[int]:
        """The seats of people who have resigned, while the match went on."""
        return self.match.resigned

    def has_stand_in(self, seat: int) -> bool:
        """Whether a bot plays for the seat's person."""
        return seat in self.seating.stand_ins or seat in self.resigned

    def seats_of(self, principal: Principal) -> frozenset[int]:
        """The seats that a principal plays. Who has resigned looks on, until the match is over."""
        held = self.seating.seats_of(principal)
        return held if self.timeline.result is not None else held - self.resigned

    @property
    def shows_presence(self) -> bool:
        """Whether players are told who is there: where they have devices of their own, or a clock
        runs."""
        return self.seating.has_friends or self.seating.clock is not None

    def mark_deleted(self) -> None:
        """The match is no longer in the store: tell whoever follows it."""
        self.deleted = self.broken = True
        self.announce()

    def announce(self) -> None:
        """Wake everybody who follows the match: it has new steps, or people have come or gone."""
        self.status = None
        self._announce()
        self._watch_presence()

    def _announce(self) -> None:
        self.announcements += 1
        self.step_frames.clear()
        self.questions.clear()
        self.wake_waiters()
        self.on_change(self.id)
        self._audience.wake()

    def follow(self, listener: Listener) -> None:
        """Let somebody be told whatever is announced."""
        self._audience.join(listener)
        self.status = None  # people may have gone while nobody looked
        self._watch_presence()
        self.report(())

    def unfollow(self, listener: Listener) -> None:
        self._audience.leave(listener)

    def _watch_presence(self) -> None:
        if self.followers and self.shows_presence:
            self._presence_watch.start()

    def see(self, seats: Iterable[int]) -> None:
        """Note a sign of life of these seats' person, and announce it if they were absent."""
        self.report(seats)
        if self.presence.see(seats) and self.shows_presence:
            self.announce()

    async def wait_past(self, since: int, seconds: float) -> bool:
        """Wait until the match is past a version, or the time is over."""
        return await self.wait_until(lambda: self.version > since, seconds)

    async def wait_for_announcement(self, number: int, seconds: float) -> bool:
        """Wait until anything is announced, or the time is over."""
        return await self.wait_until(lambda: self.announcements != number, seconds)

    def wake_waiters(self) -> None:
        """Let everybody who waits look again at what they wait for."""
        if self.waiters:
            self._changed.set()
            self._changed = asyncio.Event()

    async def wait_until(self, is_so: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is so, or the time is over. The match stays in memory meanwhile:
        another copy of it would change without those who wait here."""
        self.waiters += 1
        try:
            async with asyncio.timeout(seconds):
                while not is_so() and not self.broken:
                    await self._changed.wait()
        except TimeoutError:
            return False
        finally:
            self.waiters -= 1
        return True

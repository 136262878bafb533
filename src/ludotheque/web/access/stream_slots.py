"""Admission control for what lasts: live streams, and requests that wait for something new.

Players and spectators have slots of their own, so that no number of spectators keeps a player
out. Each device has a few streams; a further one takes the slot of its own oldest, never of
anybody else's.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException

from ..config import Config

BEAT_BYTES = 12


class NoSlot(HTTPException):
    """Too many streams are open; which of the limits was reached is in the message."""

    def __init__(self, message: str) -> None:
        super().__init__(429, message, {"retry-after": "10"})


@dataclass(frozen=True)
class Follower:
    """Who wants a slot: `person` is a hash of their secret, `address` as it is counted."""

    match: str
    person: str | None
    address: str
    plays: bool
    is_local: bool


@dataclass(eq=False)
class StreamSlot:
    """A slot that is taken, until `StreamSlots.leave`."""

    follower: Follower
    seen: Callable[[], None]  # called when the client answers a beat
    evicted: Callable[[], None]  # called when the slot goes to another stream of the same person
    beat: str = field(default_factory=lambda: secrets.token_urlsafe(BEAT_BYTES))
    is_beat_due: bool = False  # a beat was sent and is not answered yet
    is_gone: bool = False


def nothing() -> None:
    pass


class StreamSlots:
    def __init__(self, config: Config, most: int) -> None:
        self.config = config
        self.most = most  # streams and waiting requests together
        self.reserve = min(config.local_connections, most // 4)  # for the local user
        self._by_beat: dict[str, StreamSlot] = {}
        self._by_person: dict[str, list[StreamSlot]] = {}  # the oldest first
        self._counts: Counter[tuple[str, ...]] = Counter()

    def __len__(self) -> int:
        return len(self._by_beat)

    def take(
        self,
        follower: Follower,
        seen: Callable[[], None] = nothing,
        evicted: Callable[[], None] = nothing,
    ) -> StreamSlot:
        """A slot for a stream; NoSlot where there is none."""
        own = self._by_person.get(follower.person or "", [])
        if len(own) >= self.config.streams_per_device:
            oldest = own[0]
            self.leave(oldest)
            oldest.evicted()
        self._check(follower)
        slot = StreamSlot(follower, seen, evicted)
        self._by_beat[slot.beat] = slot
        self._counts.update(counted(follower))
        if follower.person is not None:
            self._by_person.setdefault(follower.person, []).append(slot)
        return slot

    def leave(self, slot: StreamSlot) -> None:
        if self._by_beat.pop(slot.beat, None) is None:
            return
        slot.is_gone = True
        person = slot.follower.person
        if person is not None:
            self._by_person[person].remove(slot)
            if not self._by_person[person]:
                del self._by_person[person]
        for each in counted(slot.follower):
            self._counts[each] -= 1
            if not self._counts[each]:
                del self._counts[each]

    @contextmanager
    def waiting(self, follower: Follower) -> Iterator[bool]:
        """A slot for a request while it waits; False where there is none, so it must not wait."""
        try:
            slot = self.take(follower)
        except NoSlot:
            yield False
            return
        try:
            yield True
        finally:
            self.leave(slot)

    def is_beat_due(self, beat: str | None) -> bool:
        """Whether this answers a beat that was sent, for the first time."""
        slot = self._by_beat.get(beat or "")
        return slot is not None and slot.is_beat_due

    def answer(self, beat: str | None) -> bool:
        """A client has answered a beat; False if there is no such stream."""
        slot = self._by_beat.get(beat or "")
        if slot is None:
            return False
        slot.is_beat_due = False
        slot.seen()
        return True

    def _check(self, follower: Follower) -> None:
        """Raise NoSlot where a limit is reached. The local user has only the last one."""
        config, counts = self.config, self._counts
        if not follower.plays:
            if counts["spectators of", follower.match] >= config.most_streams:
                raise NoSlot("too many people look on at this match; try again later")
            if counts["spectators",] >= self.most // 2:
                raise NoSlot("too many people look on at this server; try again later")
        if not follower.is_local:
            if counts[group_of(follower)] >= config.streams_per_address:
                raise NoSlot("too many streams come from your network; close some pages")
            if len(self) >= self.most - self.reserve:
                raise NoSlot("the server is full; try again later")
        elif len(self) >= self.most:
            raise NoSlot("the server is full; try again later")


def group_of(follower: Follower) -> tuple[str, ...]:
    """Players and spectators of one address are counted apart."""
    return ("players at" if follower.plays else "spectators at", follower.address)


def counted(follower: Follower) -> list[tuple[str, ...]]:
    if follower.plays:
        return [group_of(follower)]
    return [group_of(follower), ("spectators of", follower.match), ("spectators",)]

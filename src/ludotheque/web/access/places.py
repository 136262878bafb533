"""Admission control for what lasts: live streams, and requests that wait for something new.

Players and spectators have places of their own, so that no number of spectators keeps a player
out. Each device has a few streams; a further one takes the place of its own oldest, never of
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


class NoPlace(HTTPException):
    """Too many streams are open; which of the limits was reached is in the message."""

    def __init__(self, message: str) -> None:
        super().__init__(429, message, {"retry-after": "10"})


@dataclass(frozen=True)
class Asker:
    """Who wants a place: `person` is a hash of their secret, `address` as it is counted."""

    match: str
    person: str | None
    address: str
    plays: bool
    is_local: bool


@dataclass(eq=False)
class Place:
    """A place that is taken, until `Places.leave`."""

    asker: Asker
    seen: Callable[[], None]  # called when the client answers a beat
    evicted: Callable[[], None]  # called when the place goes to another stream of the same person
    beat: str = field(default_factory=lambda: secrets.token_urlsafe(BEAT_BYTES))
    is_beat_due: bool = False  # a beat was sent and is not answered yet
    is_gone: bool = False


def nothing() -> None:
    pass


class Places:
    def __init__(self, config: Config, most: int) -> None:
        self.config = config
        self.most = most  # streams and waiting requests together
        self.reserve = min(config.local_connections, most // 4)  # for the local user
        self._by_beat: dict[str, Place] = {}
        self._by_person: dict[str, list[Place]] = {}  # the oldest first
        self._counts: Counter[tuple[str, ...]] = Counter()

    def __len__(self) -> int:
        return len(self._by_beat)

    def take(
        self,
        asker: Asker,
        seen: Callable[[], None] = nothing,
        evicted: Callable[[], None] = nothing,
    ) -> Place:
        """A place for a stream; NoPlace where there is none."""
        own = self._by_person.get(asker.person or "", [])
        if len(own) >= self.config.streams_per_device:
            oldest = own[0]
            self.leave(oldest)
            oldest.evicted()
        self._check(asker)
        place = Place(asker, seen, evicted)
        self._by_beat[place.beat] = place
        self._counts.update(counted(asker))
        if asker.person is not None:
            self._by_person.setdefault(asker.person, []).append(place)
        return place

    def leave(self, place: Place) -> None:
        if self._by_beat.pop(place.beat, None) is None:
            return
        place.is_gone = True
        person = place.asker.person
        if person is not None:
            self._by_person[person].remove(place)
            if not self._by_person[person]:
                del self._by_person[person]
        for each in counted(place.asker):
            self._counts[each] -= 1
            if not self._counts[each]:
                del self._counts[each]

    @contextmanager
    def waiting(self, asker: Asker) -> Iterator[bool]:
        """A place for a request while it waits; False where there is none, so it must not wait."""
        try:
            place = self.take(asker)
        except NoPlace:
            yield False
            return
        try:
            yield True
        finally:
            self.leave(place)

    def is_beat_due(self, beat: str | None) -> bool:
        """Whether this answers a beat that was sent, for the first time."""
        place = self._by_beat.get(beat or "")
        return place is not None and place.is_beat_due

    def answer(self, beat: str | None) -> bool:
        """A client has answered a beat; False if there is no such stream."""
        place = self._by_beat.get(beat or "")
        if place is None:
            return False
        place.is_beat_due = False
        place.seen()
        return True

    def _check(self, asker: Asker) -> None:
        """Raise NoPlace where a limit is reached. The local user has only the last one."""
        config, counts = self.config, self._counts
        if not asker.plays:
            if counts["spectators of", asker.match] >= config.most_streams:
                raise NoPlace("too many people look on at this match; try again later")
            if counts["spectators",] >= self.most // 2:
                raise NoPlace("too many people look on at this server; try again later")
        if not asker.is_local:
            if counts[group_of(asker)] >= config.streams_per_address:
                raise NoPlace("too many streams come from your network; close some pages")
            if len(self) >= self.most - self.reserve:
                raise NoPlace("the server is full; try again later")
        elif len(self) >= self.most:
            raise NoPlace("the server is full; try again later")


def group_of(asker: Asker) -> tuple[str, ...]:
    """Players and spectators of one address are counted apart."""
    return ("players at" if asker.plays else "spectators at", asker.address)


def counted(asker: Asker) -> list[tuple[str, ...]]:
    if asker.plays:
        return [group_of(asker)]
    return [group_of(asker), ("spectators of", asker.match), ("spectators",)]

"""Who is at the table just now, and what they call across it. Nothing of it is kept."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

PRESENCE_SECONDS = 15.0  # seconds that somebody counts as present after having been seen
AWAY_SECONDS = 60.0  # seconds of absence after which the others may let a robot play
PAUSE = 2.0  # seconds between two reactions of one seat
REMEMBERED = 20  # reactions

#: What can be called across the table; the words are the page's.
EMOTES = ("bravo", "ouch", "phew", "thanks", "well-played", "your-turn")


class Presence:
    """The seats whose people look at the match: with a page open, or seen a moment ago."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._streams: Counter[int] = Counter()
        self._seen: dict[int, float] = {}

    def come(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._streams[seat] += 1

    def go(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._streams[seat] -= 1
        self.see(seats)

    def see(self, seats: Iterable[int]) -> None:
        now = time.monotonic()
        for seat in seats:
            self._seen[seat] = now

    def is_present(self, seat: int) -> bool:
        return self.absence(seat) < PRESENCE_SECONDS and (
            self._streams[seat] > 0 or seat in self._seen
        )

    def absence(self, seat: int) -> float:
        """Seconds since somebody was seen in the seat, or since anybody could be."""
        if self._streams[seat] > 0:
            return 0.0
        return time.monotonic() - self._seen.get(seat, self._since)


@dataclass(frozen=True)
class Emote:
    number: int
    seat: int
    what: str


class Emotes:
    def __init__(self) -> None:
        self.last = 0
        self._called: deque[Emote] = deque(maxlen=REMEMBERED)
        self._when: dict[int, float] = {}

    def call(self, seat: int, what: str) -> bool:
        """Whether it was heard: nobody can call all the time."""
        now = time.monotonic()
        if now - self._when.get(seat, -PAUSE) < PAUSE:
            return False
        self._when[seat] = now
        self.last += 1
        self._called.append(Emote(self.last, seat, what))
        return True

    def after(self, number: int) -> list[Emote]:
        return [reaction for reaction in self._called if reaction.number > number]

"""Who has a match open just now, and the emotes they send. Neither is stored."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

PRESENCE_SECONDS = 15.0  # for which somebody counts as present after a request
AWAY_SECONDS = 60.0  # of absence after which the others may let a bot play
PAUSE = 2.0  # seconds between two emotes of one seat
REMEMBERED = 20  # emotes

#: What players can send each other; pages have the words for it.
EMOTES = ("bravo", "ouch", "phew", "thanks", "well-played", "your-turn")


class Presence:
    """Tracks which seats' people have the match open, or had it open a few seconds ago."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._streams: Counter[int] = Counter()
        self._seen: dict[int, float] = {}

    def connect(self, seats: Iterable[int]) -> None:
        """A stream for these seats was opened."""
        for seat in seats:
            self._streams[seat] += 1

    def disconnect(self, seats: Iterable[int]) -> None:
        """A stream for these seats was closed."""
        for seat in seats:
            self._streams[seat] -= 1
        self.see(seats)

    def see(self, seats: Iterable[int]) -> None:
        """Somebody in these seats has asked for something."""
        now = time.monotonic()
        for seat in seats:
            self._seen[seat] = now

    def is_present(self, seat: int) -> bool:
        return self.absence(seat) < PRESENCE_SECONDS and (
            self._streams[seat] > 0 or seat in self._seen
        )

    def absence(self, seat: int) -> float:
        """Seconds since the seat's person was last seen, or since the match was loaded if never."""
        if self._streams[seat] > 0:
            return 0.0
        return time.monotonic() - self._seen.get(seat, self._since)


@dataclass(frozen=True)
class Emote:
    """An emote of a seat, numbered consecutively within its match."""

    number: int
    seat: int
    what: str


class Emotes:
    """The last emotes of a match, limited to one every few seconds for each seat."""

    def __init__(self) -> None:
        self.last = 0
        self._sent: deque[Emote] = deque(maxlen=REMEMBERED)
        self._when: dict[int, float] = {}

    def send(self, seat: int, what: str) -> bool:
        """Send an emote; False if the seat's last one was less than PAUSE seconds ago."""
        now = time.monotonic()
        if now - self._when.get(seat, -PAUSE) < PAUSE:
            return False
        self._when[seat] = now
        self.last += 1
        self._sent.append(Emote(self.last, seat, what))
        return True

    def after(self, number: int) -> list[Emote]:
        return [emote for emote in self._sent if emote.number > number]

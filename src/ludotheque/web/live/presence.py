"""Who has a match open just now, and the emotes they send. Neither is stored."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

BEAT_SECONDS = 8.0  # between two beats that a player's page has to answer
PRESENCE_SECONDS = 25.0  # for which somebody counts as present after a sign of life
LONGEST_POLL = 20.0  # seconds that a player's request waits: the next one is a sign of life
AWAY_SECONDS = 30.0  # of absence after which the others may let a bot play
SLACK = 0.05  # seconds after a limit at which it is surely past
PAUSE = 2.0  # seconds between two emotes of one seat
REMEMBERED = 20  # emotes
RECENT_SECONDS = 10.0  # after which nobody is told of an emote any more who has missed it

#: What players can send each other; pages have the words for it.
EMOTES = ("bravo", "ouch", "phew", "thanks", "well-played", "your-turn")


class Presence:
    """Tracks when each seat's person last gave a sign of life: a request, or an answer to a beat.

    An open connection is none. If the network is cut it stays open, with nobody at its other end.
    """

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._seen: dict[int, float] = {}

    def see(self, seats: Iterable[int]) -> bool:
        """Note a sign of life of these seats' person; whether any of them was absent before."""
        now, came = time.monotonic(), False
        for seat in seats:
            came = came or now - self._seen.get(seat, -math.inf) >= PRESENCE_SECONDS
            self._seen[seat] = now
        return came

    def is_present(self, seat: int) -> bool:
        return seat in self._seen and self.absence(seat) < PRESENCE_SECONDS

    def absence(self, seat: int) -> float:
        """Seconds since the seat's person was last seen, or since the match was loaded if never."""
        return time.monotonic() - self._seen.get(seat, self._since)

    def ages(self, seats: Iterable[int]) -> dict[int, float]:
        """Seconds since each of these seats' person was seen, as far as they were."""
        now = time.monotonic()
        return {seat: now - self._seen[seat] for seat in seats if seat in self._seen}

    def assume(self, ages: Mapping[int, float]) -> None:
        """Take over what another node knows, where it is later."""
        now = time.monotonic()
        for seat, age in ages.items():
            self._seen[seat] = max(now - age, self._seen.get(seat, -math.inf))

    def next_change(self, seats: Iterable[int]) -> float:
        """Seconds until one of these seats becomes absent or away, if nobody gives a sign."""
        left = (
            limit - self.absence(seat)
            for seat in seats
            for limit in (PRESENCE_SECONDS, AWAY_SECONDS)
        )
        return min((seconds for seconds in left if seconds > 0), default=math.inf)


class PresenceWatch:
    """Calls a function when somebody has become absent, or has been away for long.

    Neither is an event: it looks when the next of these people could have.
    """

    def __init__(
        self, presence: Presence, people: Iterable[int], changed: Callable[[], None]
    ) -> None:
        self._presence = presence
        self._people = list(people)
        self._changed = changed
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look at the next change that comes by itself, unless that is planned already."""
        seconds = math.inf if self._timer else self._presence.next_change(self._people)
        if seconds < math.inf:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds + SLACK, self._look, self._whereabouts)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _look(self, before: list[tuple[bool, bool]]) -> None:
        self._timer = None
        if self._whereabouts != before:
            self._changed()
        else:
            self.start()

    @property
    def _whereabouts(self) -> list[tuple[bool, bool]]:
        """Who is there, and who has been away for long."""
        here = self._presence
        return [
            (here.is_present(seat), here.absence(seat) >= AWAY_SECONDS) for seat in self._people
        ]


@dataclass(frozen=True)
class Emote:
    """An emote of a seat, with a number that is higher than that of any before in its match,
    whichever node has heard them: it follows the time."""

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
        self.last = max(self.last + 1, milliseconds())
        self._sent.append(Emote(self.last, seat, what))
        return True

    @property
    def recent(self) -> list[Emote]:
        return self.after(milliseconds() - int(1000 * RECENT_SECONDS))

    def after(self, number: int) -> list[Emote]:
        return [emote for emote in self._sent if emote.number > number]

    def assume(self, sent: Iterable[Emote]) -> None:
        """Take over what another node has heard."""
        for emote in sent:
            if emote.number > self.last:
                self.last = emote.number
                self._sent.append(emote)


def milliseconds() -> int:
    return int(1000 * time.time())

"""A persistent log of a match's events: appending to a copy leaves the original as it was.

Copies share one list, of which each knows its own length; only the longest may append to it, any
other copies its part first. So a command, which works on a copy, costs the same in a long match as
in a short one. Events are kept as the JSON texts that are stored: a tenth of the memory of objects.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

from .record import EventData

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class EventLog:
    """The texts of all events of a match, what was taken back included."""

    __slots__ = ("_length", "_lines")

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._length = 0

    def copy(self) -> EventLog:
        copied = EventLog.__new__(EventLog)
        copied._lines, copied._length = self._lines, self._length
        return copied

    def append(self, data: EventData) -> None:
        if len(self._lines) != self._length:  # another copy has gone on from here
            self._lines = self._lines[: self._length]
        self._lines.append(event_text(data))
        self._length += 1

    def events(self, first: int = 0, last: int | None = None) -> Iterator[EventData]:
        """The events, or a range of them, each parsed anew: they may be changed."""
        length = self._length if last is None else min(last, self._length)
        return map(json.loads, self._lines[first:length])

    def __len__(self) -> int:
        return self._length


def event_text(data: EventData) -> str:
    """An event as JSON. Draws, which are most of the events, share their texts."""
    match data:
        case {"draw": [int(size), int(k)]} if len(data) == 1 and bool not in (type(size), type(k)):
            return draw_text(size, k)
    return encode(data)


@lru_cache(maxsize=4096)
def draw_text(size: int, k: int) -> str:
    return encode({"draw": [size, k]})

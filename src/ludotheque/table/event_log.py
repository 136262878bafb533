"""A persistent log of a match's events: appending to a copy leaves the original as it was.

Copies share one list, of which each knows its own length; only the longest may append to it, any
other copies its part first. So a command, which works on a copy, costs the same in a long match as
in a short one. Events are kept as the JSON texts that are stored: a tenth of the memory of objects.
Those of a while ago are compressed, to a tenth again: they are read when a match is replayed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from functools import lru_cache

from .record import EventData

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
quoted = json.encoder.encode_basestring  # what `encode` does to a text
MOVE_KEYS = {"seat", "move"}
#: Events in a compressed piece. The last ones, at least as many, are not: they are asked for often.
PIECE = 64


class EventLog:
    """The texts of all events of a match, what was taken back included."""

    __slots__ = ("_length", "_lines", "_pieces")

    def __init__(self) -> None:
        self._pieces: tuple[bytes, ...] = ()
        self._lines: list[str] = []  # those after the pieces
        self._length = 0

    def copy(self) -> EventLog:
        copied = EventLog.__new__(EventLog)
        copied._pieces, copied._lines, copied._length = self._pieces, self._lines, self._length
        return copied

    def append(self, data: EventData) -> None:
        self._append(event_text(data))

    def append_draws(self, draws: list[tuple[int, int]]) -> None:
        """Append draws, each by its size and its outcome."""
        self._append(*(draw_text(size, k) for size, k in draws))

    def _append(self, *texts: str) -> None:
        own = self._length - PIECE * len(self._pieces)
        if len(self._lines) != own:  # another copy has gone on from here
            self._lines = self._lines[:own]
        self._lines += texts
        self._length += len(texts)
        while len(self._lines) >= 2 * PIECE:
            self._pieces = (*self._pieces, packed(self._lines[:PIECE]))
            self._lines = self._lines[PIECE:]

    def texts(self, first: int = 0, last: int | None = None) -> list[str]:
        """The texts of the events, or of a range of them."""
        length = self._length if last is None else min(last, self._length)
        begin = min(first // PIECE, len(self._pieces))
        before = PIECE * begin  # events that need not be unpacked
        texts = [text for piece in self._pieces[begin:] for text in unpacked(piece)]
        return (texts + self._lines if texts else self._lines)[first - before : length - before]

    def events(self, first: int = 0, last: int | None = None) -> Iterator[EventData]:
        """The events, or a range of them, each parsed anew: they may be changed."""
        return map(json.loads, self.texts(first, last))

    def __len__(self) -> int:
        return self._length


def packed(texts: list[str]) -> bytes:
    """The texts compressed; none of them has a line break, which JSON escapes."""
    return zlib.compress("\n".join(texts).encode())


def unpacked(piece: bytes) -> list[str]:
    return zlib.decompress(piece).decode().split("\n")


def event_text(data: EventData) -> str:
    """An event as JSON. Draws, which are most of the events, share their texts."""
    if data.keys() == MOVE_KEYS and type(data["seat"]) is int and type(data["move"]) is str:
        return f'{{"seat": {data["seat"]}, "move": {quoted(data["move"])}}}'
    draw = data.get("draw")
    if type(draw) is list and len(data) == 1 and [*map(type, draw)] == [int, int]:
        return draw_text(*draw)
    return encode(data)


@lru_cache(maxsize=4096)
def draw_text(size: int, k: int) -> str:
    return encode({"draw": [size, k]})

"""The last sentences of a match in one language, as they were told step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...table.timeline import StepKind

RECENT = 12  # steps whose take-backs are still to be seen
OLDER = 52  # sentences before them: even if all recent steps are take-backs, enough are left
SLACK = 8  # steps by which the log may grow before it is shortened


class Told(NamedTuple):
    """A step and its sentence; UTF-8 takes half the memory of a text with curly apostrophes."""

    version: int
    is_take_back: bool
    sentence: bytes | None


class StepLog:
    """The sentences of the last steps. `version` is that of the last of them, -1 without any."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self.version = -1

    def append(self, version: int, kind: StepKind, sentence: str | None) -> None:
        kept = None if sentence is None else sentence.encode()
        self._told.append(Told(version, kind == "take-back", kept))
        self.version = version
        if len(self._told) > OLDER + RECENT + SLACK:
            self._shorten()

    def _shorten(self) -> None:
        """Forget the oldest sentences, and what has been taken back long ago."""
        older: list[Told] = []
        for told in self._told[:-RECENT]:
            if told.is_take_back:
                del older[-1:]
            else:
                older.append(told)
        older = [told for told in older if told.sentence is not None]
        self._told = older[-OLDER:] + self._told[-RECENT:]

    def before(self, version: int) -> Iterator[str]:
        """The sentences up to a version, the latest first, without what was taken back."""
        taken_back = 0
        for told in reversed(self._told):
            if told.version > version:
                continue
            if told.is_take_back:
                taken_back += 1
            elif taken_back:
                taken_back -= 1
            elif told.sentence is not None:
                yield told.sentence.decode()

"""Who follows how several matches stand, and is told as soon as one of them has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Reader(Protocol):
    def changed(self, match_id: str) -> None:
        """Something has happened in this match, or who sits in it has changed."""


class Standings:
    """Publish and subscribe, by the ids of matches: they need not be in memory."""

    def __init__(self) -> None:
        self._readers: dict[str, dict[Reader, None]] = {}

    def join(self, reader: Reader, match_ids: Iterable[str]) -> None:
        for match_id in match_ids:
            self._readers.setdefault(match_id, {})[reader] = None

    def leave(self, reader: Reader, match_ids: Iterable[str]) -> None:
        for match_id in match_ids:
            readers = self._readers.get(match_id, {})
            readers.pop(reader, None)
            if not readers:
                self._readers.pop(match_id, None)

    def changed(self, match_id: str) -> None:
        for reader in self._readers.get(match_id, ()):
            reader.changed(match_id)

"""Matches as the store returns them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..table.record import EventData


@dataclass(frozen=True)
class MatchSummary:
    """A match without its events, for lists."""

    id: str
    header: EventData  # the first line of its record
    version: int  # number of events
    result: EventData | None  # the last line of its record; None while it is played
    created: datetime
    updated: datetime  # time of the last event
    begun: bool  # False in a lobby, while players are still to come

    @property
    def game(self) -> str:
        name: str = self.header["game"]
        return name

    @property
    def names(self) -> list[Any]:
        """The players' names, from the header."""
        names = self.header.get("names")
        return list(names) if isinstance(names, list) else []

    @property
    def ended(self) -> bool:
        return self.result is not None


@dataclass(frozen=True)
class StoredMatch(MatchSummary):
    """A match with all its events, including what was taken back."""

    events: list[EventData]
    private: EventData | None = (
        None  # seeds and who holds the seats; None for a match that has none
    )
    owner: str | None = None  # the node that plays it, where several share a database
    shown: tuple[Shown, ...] = ()  # of a match with reaction windows, in order


@dataclass(frozen=True)
class Shown:
    """A step that was shown of a match with reaction windows."""

    version: int
    events: int  # how many it has
    kind: str
    seconds: float | None  # that its window is open; None if it opens none
    calls: str | None  # what came of the presses before it, JSON
    age: float  # seconds since it was due; negative for one that is still to be shown


@dataclass(frozen=True)
class News:
    """What has happened in a match since a version, for a node that follows it."""

    owner: str | None
    version: int
    private: str | None
    events: list[EventData]
    shown: tuple[Shown, ...]
    waits: float = 0.0  # seconds until the next step is to be shown, if there is one already
    not_due: int = 0  # how many such steps there are

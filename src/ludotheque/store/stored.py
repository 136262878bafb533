"""Matches as the store returns them."""

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

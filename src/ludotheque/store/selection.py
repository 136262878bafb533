"""Choosing matches of a store by game, state and age."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from .reader import StoreReader
from .stored import MatchSummary

PAGE = 500  # matches read at once

State = Literal["lobby", "playing", "finished"]
STATES: tuple[State, ...] = ("lobby", "playing", "finished")


def state_of(match: MatchSummary) -> State:
    if match.ended:
        return "finished"
    return "playing" if match.begun else "lobby"


@dataclass(frozen=True)
class Selection:
    """The matches that fit every criterion; without any, all."""

    game: str | None = None
    state: str | None = None
    older: int | None = None  # days since the last move
    ids: Collection[str] = ()

    @property
    def is_everything(self) -> bool:
        return self == Selection(ids=self.ids) and not self.ids

    def __contains__(self, match: MatchSummary) -> bool:
        before = datetime.now(UTC) - timedelta(days=self.older or 0)
        return (
            (self.game is None or match.game == self.game)
            and (self.state is None or state_of(match) == self.state)
            and (self.older is None or match.updated < before)
            and (not self.ids or match.id in self.ids)
        )

    def of(self, store: StoreReader) -> Iterator[MatchSummary]:
        """The chosen matches, the newest first."""
        for offset in range(0, store.count() + PAGE, PAGE):
            yield from (each for each in store.matches(limit=PAGE, offset=offset) if each in self)

"""What the registry needs where several nodes share a store, and each plays some of the matches."""

from __future__ import annotations

from typing import Protocol

from .lobby import Lobby
from .match import LiveMatch


class Ownership(Protocol):
    async def own_if_nobody_does(self, match_id: str) -> None:
        """Take a match over, unless another node plays it."""

    def follow(self, live: LiveMatch) -> None:
        """A match was loaded that another node plays: keep it up to date."""

    async def bring_up_to_date(self, found: LiveMatch | Lobby) -> None:
        """Read what the node that plays a match has written by now."""

    @property
    def is_late(self) -> bool:
        """Whether others may have taken matches over, which this node does not know yet."""

    async def check_still_ours(self, match_id: str) -> None:
        """Give a match up that another node has taken over; NotOwner if it was."""

"""Authorization: a match admits its players, its spectators and its owner.

Everybody else gets NoMatch, as if the match did not exist.
"""

from __future__ import annotations

from ...core.errors import LudothequeError
from ...store.errors import NoMatch, StoreDamaged
from ...store.stored import MatchSummary
from ...table.seat_access import Principal
from ...table.seating import Seating
from ..live.lobby import Lobby, NotBegun
from ..live.match import LiveMatch
from ..live.registry import AnyMatch, MatchRegistry


class NotYours(LudothequeError):
    """A spectator asked for something that only players may do."""

    code = "not_yours"

    def __init__(self) -> None:
        super().__init__("that is for the people who play this match, not for who looks on")


class SeatReassigned(LudothequeError):
    """Somebody's seat was given to another device, and not by them."""

    code = "seat_reassigned"

    def __init__(self) -> None:
        super().__init__(
            "your seat was given to another device, by an invitation of whoever made the match"
        )


async def admitted(registry: MatchRegistry, match_id: str, caller: Principal) -> AnyMatch:
    """The match with this id if it admits the caller; NoMatch otherwise.

    Who has lost a seat there is told so.
    """
    found = await registry.find(match_id)
    if not found.seating.admits(caller):
        if found.seating.has_lost_seat(caller):
            raise SeatReassigned
        raise NoMatch(match_id)
    return found


def begun(found: AnyMatch) -> LiveMatch:
    """The match, if it is being played or over; NotBegun while it is still a lobby."""
    if isinstance(found, Lobby):
        raise NotBegun(found)
    return found


def matches_for(
    registry: MatchRegistry, caller: Principal, *, ended: bool | None, limit: int, offset: int = 0
) -> list[MatchSummary]:
    """The matches that a caller may list: all if the caller is local, else those of the device."""
    store = registry.store
    if caller.is_local and caller.bearer is None:
        return store.matches(ended=ended, limit=limit, offset=offset)
    if caller.key is None or caller.bearer is not None:
        return []
    return store.matches(ended=ended, limit=limit, offset=offset, device=caller.keys)


def plays(seating: Seating, caller: Principal) -> bool:
    """Whether the caller has a seat in the match, or has made it."""
    return bool(seating.seats_of(caller)) or seating.owns(caller)


def check_may_stop(live: LiveMatch, caller: Principal) -> None:
    """Raise NotYours unless the caller owns the match or holds the seats of all people in it."""
    if not live.seating.may_stop(caller):
        raise NotYours


async def check_may_delete(registry: MatchRegistry, match_id: str, caller: Principal) -> None:
    """Raise NotYours unless the caller owns the match or sits at the server's own machine."""
    try:
        seating = (await admitted(registry, match_id, caller)).seating
    except StoreDamaged:
        if not caller.is_local:
            raise
        return
    if not (seating.owns(caller) or seating.counts_as_local(caller)):
        raise NotYours

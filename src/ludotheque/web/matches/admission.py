"""Who is let in to a match: whoever belongs to it. For anybody else there is no such match."""

from __future__ import annotations

from starlette.requests import Request

from ...core.errors import LudothequeError
from ...store.errors import NoMatch, StoreDamaged
from ...store.stored import Summary
from ...table.seating import Asker, Seating
from ..access.identity import caller_of
from ..gathering import Gathering, NotBegun
from ..live import LiveMatch
from .registry import AnyMatch, MatchRegistry


class NotYours(LudothequeError):
    """Asked by somebody who may look on, and no more."""

    code = "not_yours"

    def __init__(self) -> None:
        super().__init__("that is for the people who play this match, not for who looks on")


def registry_of(request: Request) -> MatchRegistry:
    registry: MatchRegistry = request.app.state.registry
    return registry


async def table_of(request: Request, match_id: str) -> AnyMatch:
    """The match of that name, played or gathering, if whoever asks belongs to it; else NoMatch."""
    table = await registry_of(request).find_any(match_id)
    if not table.seating.admits(caller_of(request)):
        raise NoMatch(match_id)
    return table


async def match_of(request: Request, match_id: str) -> LiveMatch:
    """The same for a match that has begun; NotBegun where the players are still gathering."""
    table = await table_of(request, match_id)
    if isinstance(table, Gathering):
        raise NotBegun(table)
    return table


def matches_for(
    request: Request, *, ended: bool | None, limit: int, offset: int = 0
) -> list[Summary]:
    """The household sees every match of the house, a guest those of the own device."""
    caller, store = caller_of(request), registry_of(request).store
    if caller.is_local and caller.bearer is None:
        return store.matches(ended=ended, limit=limit, offset=offset)
    if caller.key is None or caller.bearer is not None:
        return []
    return store.matches(ended=ended, limit=limit, offset=offset, device=caller.key)


def plays(seating: Seating, asker: Asker) -> bool:
    """Whether somebody has a seat, or has set the table."""
    return bool(seating.seats_of(asker)) or seating.owns(asker)


def check_may_stop(request: Request, table: AnyMatch) -> None:
    """Who has made a match may end it without a winner, and so may whoever plays it alone."""
    if not table.seating.may_stop(caller_of(request)):
        raise NotYours


async def check_may_delete(request: Request, match_id: str) -> None:
    """Who has made a match may throw it away, and so may the people whose machine keeps it."""
    caller = caller_of(request)
    try:
        seating = (await table_of(request, match_id)).seating
    except StoreDamaged:
        if not caller.is_local:
            raise
        return
    if not (seating.owns(caller) or seating.counts_as_local(caller)):
        raise NotYours

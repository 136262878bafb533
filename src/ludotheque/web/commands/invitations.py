"""Private links: joining or watching a match by one, and making new ones.

A link's secret is a token of which only a hash is stored. Whoever brings it gets the seat.
"""

from __future__ import annotations

from ...core.errors import BadOption
from ...store.errors import NoMatch
from ...table.match import Seat
from ...table.seating import BadLink, Principal, new_token
from ..access.admission import NotYours
from ..access.viewer import check_holds
from ..live.lobby import Lobby
from ..live.presence import AWAY_SECONDS
from ..live.registry import AnyMatch, MatchRegistry, checked_seat


async def match_behind(registry: MatchRegistry, match_id: str, token: str) -> tuple[AnyMatch, int]:
    """The match and the seat that a token opens; BadLink, whatever is wrong with it."""
    try:
        found = await registry.find(match_id)
    except NoMatch:
        raise BadLink from None
    seat = found.seating.seat_opened_by(token)
    if seat is None:
        raise BadLink
    return found, seat


async def join(
    registry: MatchRegistry, match_id: str, token: str, key: str, name: str, *, own_seed: bool
) -> int:
    """Give the seat behind a token to a device, known by its key; returns the seat."""
    found, seat = await match_behind(registry, match_id, token)
    chosen = checked_seat(Seat(name)).name if name.strip() else None
    if isinstance(found, Lobby):
        return await found.sit_down(token, key, chosen, own_seed)
    await found.reseat(lambda seating: seating.sit_down(token, key))
    found.private_views = {
        device: shown for device, shown in found.private_views.items() if shown != seat
    }
    return seat


async def watch(registry: MatchRegistry, match_id: str, token: str, caller: Principal) -> None:
    """Admit a spectator who brings the match's token for spectators; BadLink otherwise."""
    try:
        found = await registry.find(match_id)
    except NoMatch:
        raise BadLink from None
    if isinstance(found, Lobby):
        await found.add_spectator(token, caller)
    else:
        await found.reseat(lambda seating: seating.add_spectator(token, caller))


async def invite(found: AnyMatch, caller: Principal, seat: int) -> str:
    """Make a new token for the own seat (for another device), or for an absent friend's seat."""
    check_may_invite(found, caller, seat)
    if isinstance(found, Lobby):
        return await found.invite(seat)
    token = new_token()
    await found.reseat(lambda seating: seating.invite(seat, token))
    return token


async def invite_spectators(found: AnyMatch, caller: Principal) -> str:
    """Make a new token for spectators; the previous one is no longer valid."""
    if not found.seating.owns(caller):
        raise NotYours
    if isinstance(found, Lobby):
        return await found.invite_spectators()
    token = new_token()
    await found.reseat(lambda seating: seating.open_to_spectators(token))
    return token


def check_may_invite(found: AnyMatch, caller: Principal, seat: int) -> None:
    """Check that the caller may make a link to a seat.

    In the lobby only the owner may, to any person's seat. Later, whoever holds the seat may, and
    the owner if its person has been away for long enough.
    """
    if seat >= len(found.names) or found.seating.seats[seat].kind == "bot":
        raise BadOption("seat {seat} is a robot's: there is no link to it", seat=seat)
    owns = found.seating.owns(caller)
    if isinstance(found, Lobby):
        if not owns:
            raise NotYours
    elif not owns or found.presence.absence(seat) < AWAY_SECONDS:
        check_holds(found, caller, seat)

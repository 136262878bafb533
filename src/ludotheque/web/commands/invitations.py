"""Private links: joining or watching a match by one, and making new ones.

A link's secret is a token of which only a hash is stored. Whoever brings it first gets the seat,
and secrets of their own that hold it from then on.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from ...core.errors import BadOption
from ...store.errors import NoMatch
from ...table.avatar import Avatar
from ...table.player_name import checked_name
from ...table.seat_access import Principal
from ...table.seating import Seating
from ...table.tokens import BadLink, new_token
from ..access.admission import NotYours
from ..access.devices import DeviceNames, device_key, new_device
from ..access.identity import Caller
from ..access.viewer import check_holds
from ..live.lobby import Lobby
from ..live.match import LiveMatch
from ..live.registry import AnyMatch, MatchRegistry

REASSIGNABLE_SECONDS = 60.0  # of absence after which the owner may give a seat to somebody else


@dataclass(frozen=True)
class Joining:
    """An invitation as somebody brings it."""

    token: str
    name: str = ""
    own_seed: bool = False  # the device makes a seed of its own for the dice
    attempt: str = ""  # a nonce, with which a join whose answer was lost can be repeated
    wants_secret: bool = False  # a program, which may have no cookies
    avatar: Avatar | None = None  # what the person would like to have


@dataclass(frozen=True)
class Joined:
    """A seat that somebody has now, and the new secrets that hold it."""

    seat: int
    device: str | None  # the device's new name; None if it had the seat already
    secret: str | None = None  # for programs, to send with every request


async def match_behind(registry: MatchRegistry, match_id: str, token: str) -> tuple[AnyMatch, int]:
    """The match and the seat that a token opens, or has opened; BadLink if there is none."""
    try:
        found = await registry.find(match_id)
    except NoMatch:
        raise BadLink from None
    seat = found.seating.seat_opened_by(token)
    if seat is None:
        raise BadLink
    return found, seat


async def join(
    registry: MatchRegistry,
    devices: DeviceNames,
    caller: Caller,
    match_id: str,
    asked: Joining,
) -> Joined:
    """Give the seat behind an invitation to the caller's device, under a new name.

    Whoever has the seat already keeps it, and nothing changes.
    """
    found, seat = await match_behind(registry, match_id, asked.token)
    access = found.seating.seats[seat]
    if access.spent and seat in found.seating.held_by(caller.keys):
        return Joined(seat, None)
    chosen = checked_name(asked.name) if asked.name.strip() else None
    device, secret = new_device(), new_token() if asked.wants_secret else None
    sit_down = partial(
        Seating.sit_down,
        token=asked.token,
        key=device_key(device),
        secret=secret,
        attempt=asked.attempt or None,
    )
    if isinstance(found, Lobby):
        await found.sit_down(
            seat, partial(sit_down, name=chosen, own_seed=asked.own_seed, avatar=asked.avatar)
        )
    else:
        await found.reseat(sit_down)
        hide_private_views(found, seat)
    await devices.succeed(device, caller.key)
    return Joined(seat, device, secret)


def hide_private_views(live: LiveMatch, seat: int) -> None:
    """The devices that showed a seat's cards may no longer be its own."""
    live.private_views = {
        device: shown for device, shown in live.private_views.items() if shown != seat
    }


async def watch(
    registry: MatchRegistry, devices: DeviceNames, caller: Caller, match_id: str, token: str
) -> str | None:
    """Admit a spectator who brings the match's token for spectators; BadLink otherwise.

    Returns the device's new name; None if it belongs to the match already.
    """
    try:
        found = await registry.find(match_id)
    except NoMatch:
        raise BadLink from None
    device = new_device()
    spectator = Caller(device, caller.is_local, None, caller.keys)
    if isinstance(found, Lobby):
        found = await add_to_lobby(found, token, spectator)
    if isinstance(found, LiveMatch):
        await found.reseat(lambda seating: seating.add_spectator(token, spectator))
    if device_key(device) not in found.seating.spectators:
        return None
    await devices.succeed(device, caller.key)
    return device


async def add_to_lobby(lobby: Lobby, token: str, spectator: Caller) -> AnyMatch:
    """Add a spectator to a lobby; or return the match that it has become in the same moment."""
    try:
        await lobby.add_spectator(token, spectator)
    except BadOption:
        if lobby.live is None:
            raise
        return lobby.live
    return lobby


async def invite(found: AnyMatch, caller: Principal, seat: int) -> str:
    """Make a new token for the own seat (for another device), or for an absent friend's seat.

    Where it is not the holder of a taken seat who does it, everybody is told.
    """
    check_may_invite(found, caller, seat)
    own = seat in found.seating.seats_of(caller)
    reassigned_at = None if own else datetime.now(UTC).isoformat(timespec="seconds")
    if isinstance(found, Lobby):
        return await found.invite(seat, reassigned_at)
    token = new_token()
    await found.reseat(lambda seating: seating.invite(seat, token, reassigned_at))
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
        return
    found.check_plays(seat)
    if not owns or found.presence.absence(seat) < REASSIGNABLE_SECONDS:
        check_holds(found, caller, seat)

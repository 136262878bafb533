"""The lobby, for programs and for the page's own script: join, commit to a seed, reveal it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from ...core.errors import BadOption
from ...table.avatar import Avatar
from ...table.fairness import hex_or_none
from ...table.seat_access import Principal
from ..access import identity
from ..access.devices import remember
from ..access.viewer import NotYourSeat
from ..commands import invitations
from ..commands.invitations import Joining
from ..dependencies import AnyMatch, BaseUrl, Caller, Devices, MatchId, Registry, ServerConfig
from ..live import registry
from ..live.lobby import Lobby
from ..live.match import LiveMatch
from ..people.portraits import avatars_of
from ..render.lobby import seat_link, watch_link
from .schemas import (
    MISSING,
    CommitIn,
    ConsentIn,
    GatheredOut,
    GatheringOut,
    JoinedOut,
    JoinIn,
    RevealIn,
    reassigned_out,
)

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/matches/{match_id}/gathering", responses=MISSING)
async def get_gathering(found: AnyMatch, caller: Caller, base_url: BaseUrl) -> GatheringOut:
    """Who has sat down by now, and what the dice still wait for."""
    return lobby_out(found, caller, base_url)


@router.post("/matches/{match_id}/join", responses=MISSING)
async def join_match(
    response: Response,
    matches: Registry,
    devices: Devices,
    config: ServerConfig,
    caller: Caller,
    base_url: BaseUrl,
    match_id: MatchId,
    join: JoinIn,
) -> JoinedOut:
    """Sit down with the token of a private link, which is spent by it.

    From then on you are known by the cookie of the answer; or bring the answer's `secret` with
    every request: `Authorization: Bearer …`. With the same token somebody else is refused
    (`seat_taken`), and you come back to your seat.
    """
    asked = Joining(
        join.token,
        join.name or "",
        join.own_seed,
        join.attempt or "",
        wants_secret=True,
        avatar=Avatar.read(join.avatar),
    )
    joined = await invitations.join(matches, devices, caller, match_id, asked)
    player: Principal = caller
    if joined.device is not None:
        remember(joined.device, response, config)
        player = identity.Caller(joined.device, caller.is_local, None, caller.keys)
    found = await matches.find(match_id)
    gathering = lobby_out(found, player, base_url)
    return JoinedOut(seat=joined.seat, secret=joined.secret, gathering=gathering)


@router.post("/matches/{match_id}/commit", responses=MISSING)
async def commit(
    found: AnyMatch, caller: Caller, base_url: BaseUrl, promise: CommitIn
) -> GatheringOut:
    """Commit to a seed, before anybody's is known."""
    lobby = lobby_for(found, caller, promise.seat)
    await lobby.commit(promise.seat, promise.round, bytes.fromhex(promise.commitment))
    return lobby_out(lobby, caller, base_url)


@router.post("/matches/{match_id}/reveal", responses=MISSING)
async def reveal(
    found: AnyMatch, caller: Caller, base_url: BaseUrl, shown: RevealIn
) -> GatheringOut:
    """Reveal the seed, once everybody has committed to one. With the last one the match begins."""
    lobby = lobby_for(found, caller, shown.seat)
    await lobby.reveal(shown.seat, shown.round, bytes.fromhex(shown.seed))
    return lobby_out(lobby, caller, base_url)


@router.post("/matches/{match_id}/consent", responses=MISSING)
async def consent(
    found: AnyMatch, caller: Caller, base_url: BaseUrl, agreed: ConsentIn
) -> GatheringOut:
    """Agree to make the seeds anew, after two rounds in which somebody did not reveal theirs."""
    lobby = lobby_for(found, caller, agreed.seat)
    await lobby.consent([agreed.seat], agreed.round)
    return lobby_out(lobby, caller, base_url)


def lobby_for(found: registry.AnyMatch, caller: Principal, seat: int) -> Lobby:
    """The lobby, if the match has not begun, for a caller who holds the seat."""
    if seat >= len(found.names):
        raise BadOption(
            "there is no seat {seat!r}; allowed: 0 … {most}", seat=seat, most=len(found.names) - 1
        )
    if seat not in found.seating.seats_of(caller):
        raise NotYourSeat(found.names, seat)
    if isinstance(found, LiveMatch):
        raise BadOption("the match has begun")
    return found


def lobby_out(found: registry.AnyMatch, caller: Principal, base_url: str) -> GatheringOut:
    """The state of the lobby as JSON; links are included for callers who may invite."""
    if isinstance(found, LiveMatch):
        return begun_out(found, caller)
    owns, avatars = found.seating.owns(caller), avatars_of(found)
    seen = found.seen_by(caller)
    for seat, avatar in zip(seen["seats"], avatars, strict=True):
        seat["avatar"] = str(avatar)
    links = {seat: seat_link(base_url, found.id, token) for seat, token in found.tokens.items()}
    return GatheringOut(
        id=found.id,
        game=found.game.id,
        links=links if owns else {},
        watch=watch_link(base_url, found) if owns else None,
        reassigned=reassigned_out(found.seating.reassignments),
        **seen,
    )


def begun_out(live: LiveMatch, caller: Principal) -> GatheringOut:
    commitments = (
        [None] * len(live.names) if live.fairness is None else live.fairness.seat_commitments
    )
    avatars = avatars_of(live)
    return GatheringOut(
        id=live.id,
        game=live.game.id,
        phase="begun",
        round=live.seating.round,
        version=None if live.fairness is None else live.fairness.version,
        commitment="" if live.fairness is None else live.fairness.commitment.hex(),
        header=None,
        late=[],
        failed=[] if live.fairness is None else [each.names for each in live.fairness.rounds],
        seats=[
            GatheredOut(
                name=name,
                bot=live.kinds[seat],
                friend=live.seating.seats[seat].kind == "link",
                joined=True,
                present=live.presence.is_present(seat),
                commitment=hex_or_none(commitments[seat]),
                revealed=commitments[seat] is not None,
                consents=False,
                avatar=str(avatars[seat]),
            )
            for seat, name in enumerate(live.names)
        ],
        yours=sorted(live.seating.seats_of(caller)),
        seeds=[],
        links={},
        watch=None,
        reassigned=reassigned_out(live.seating.reassignments),
    )

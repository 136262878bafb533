"""Gathering, for programs and for the page's own script: sit down, commit, reveal."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.errors import BadOption
from ...table.fairness import as_hex
from ...table.seating import Asker
from ..access.identity import Caller, caller_of, device_key, new_device, remember
from ..gathering import Gathering
from ..live import LiveMatch
from ..matches.admission import registry_of, table_of
from ..matches.registry import AnyMatch
from ..matches.viewer import NotYourSeat
from ..pages.links import sit_down
from ..render.lobby import seat_link, watch_link
from .schemas import (
    MISSING,
    CommitIn,
    GatheredOut,
    GatheringOut,
    JoinedOut,
    JoinIn,
    MatchId,
    RevealIn,
)

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/matches/{match_id}/gathering", responses=MISSING)
async def get_gathering(request: Request, match_id: MatchId) -> GatheringOut:
    """Who has sat down by now, and what the dice still wait for."""
    return gathering_out(request, await table_of(request, match_id), caller_of(request))


@router.post("/matches/{match_id}/join", responses=MISSING)
async def join_match(
    request: Request, response: Response, match_id: MatchId, join: JoinIn
) -> JoinedOut:
    """Sit down with the token of a private link.

    From then on you are known by the cookie `device` of the answer; or bring the token with every
    request: `Authorization: Bearer …`.
    """
    caller = caller_of(request)
    device = caller.device or new_device()
    key = device_key(device)
    seat = await sit_down(request, match_id, join.token, key, join.name or "", join.own_seed)
    remember(device, response)
    asker = Caller(device, caller.is_local)
    table = await registry_of(request).find_any(match_id)
    return JoinedOut(seat=seat, gathering=gathering_out(request, table, asker))


@router.post("/matches/{match_id}/commit", responses=MISSING)
async def commit(request: Request, match_id: MatchId, promise: CommitIn) -> GatheringOut:
    """Commit to a seed, before anybody's is known."""
    gathering = await gathering_of(request, match_id, promise.seat)
    await gathering.commit(promise.seat, promise.round, bytes.fromhex(promise.commitment))
    return gathering_out(request, gathering, caller_of(request))


@router.post("/matches/{match_id}/reveal", responses=MISSING)
async def reveal(request: Request, match_id: MatchId, shown: RevealIn) -> GatheringOut:
    """Reveal the seed, once everybody has committed to one. With the last one the match begins."""
    gathering = await gathering_of(request, match_id, shown.seat)
    await gathering.reveal(shown.seat, shown.round, bytes.fromhex(shown.seed))
    return gathering_out(request, gathering, caller_of(request))


async def gathering_of(request: Request, match_id: str, seat: int) -> Gathering:
    """The gathering, if it still is one, for somebody who may act for the seat."""
    table = await table_of(request, match_id)
    if seat >= len(table.names):
        raise BadOption(
            "there is no seat {seat!r}; allowed: 0 … {most}", seat=seat, most=len(table.names) - 1
        )
    if seat not in table.seating.seats_of(caller_of(request)):
        raise NotYourSeat(table.names, seat)
    if isinstance(table, LiveMatch):
        raise BadOption("the match has begun")
    return table


def gathering_out(request: Request, table: AnyMatch, asker: Asker) -> GatheringOut:
    """How it stands; the links are for who may invite."""
    owns = table.seating.owns(asker)
    if isinstance(table, LiveMatch):
        return begun_out(table, asker)
    return GatheringOut(
        id=table.id,
        game=table.game.id,
        links={seat: seat_link(request, table.id, token) for seat, token in table.tokens.items()}
        if owns
        else {},
        watch=watch_link(request, table) if owns else None,
        **table.seen_by(asker),
    )


def begun_out(live: LiveMatch, asker: Asker) -> GatheringOut:
    commitments = (
        [None] * len(live.names) if live.fairness is None else live.fairness.seat_commitments
    )
    return GatheringOut(
        id=live.id,
        game=live.game.id,
        phase="begun",
        round=live.seating.round,
        commitment="" if live.fairness is None else live.fairness.commitment.hex(),
        late=[],
        seats=[
            GatheredOut(
                name=name,
                bot=live.kinds[seat],
                friend=live.seating.places[seat].kind == "link",
                joined=True,
                present=live.presence.is_here(seat),
                commitment=as_hex(commitments[seat]),
                revealed=commitments[seat] is not None,
            )
            for seat, name in enumerate(live.names)
        ],
        yours=sorted(live.seating.seats_of(asker)),
        seeds=[],
        links={},
        watch=None,
    )

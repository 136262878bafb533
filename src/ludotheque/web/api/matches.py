"""Matches, for programs: everything that the pages do. Described in /api/openapi.json."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from ...store.stored import MatchSummary as StoredSummary
from ...table.avatar import Avatar
from ...table.manual_dice import draws_to_type
from ...table.match import Seat
from ...table.record import MANUAL
from ..access import identity
from ..access.admission import admitted, begun, matches_for
from ..access.creation import check_may_create
from ..access.devices import device_key, new_device, remember
from ..access.viewer import Viewer, viewer_as, viewer_of
from ..catalogue import find
from ..commands import play
from ..commands.play import CommandRequest, MatchSetup
from ..dependencies import (
    BaseUrl,
    Caller,
    Devices,
    Follower,
    GameLanguage,
    Match,
    MatchId,
    Registry,
    ServerConfig,
    StreamSlots,
    Workers,
)
from ..live.lobby import Lobby
from ..live.match import LiveMatch
from ..live.reaction_match import lockouts_of
from ..live.waiting import waiting_in
from ..people.portraits import avatars_of
from ..render.record import record_response
from ..render.view import snapshot_of
from .lobby import lobby_out
from .schemas import (
    MISSING,
    REFUSED,
    CommandIn,
    GatheringOut,
    MatchOut,
    MatchSummary,
    NewMatch,
    SeatOut,
    reassigned_out,
)

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/matches", responses=REFUSED, response_model=list[MatchSummary])
async def list_matches(
    registry: Registry,
    caller: Caller,
    workers: Workers,
    ended: bool | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    """The matches of this server, the latest first; to guests, their own."""
    return await workers.run(
        lambda: summaries(matches_for(registry, caller, ended=ended, limit=limit, offset=offset))
    )


def summaries(found: list[StoredSummary]) -> Response:
    return JSONResponse(
        [
            MatchSummary(
                id=match.id,
                game=match.game,
                names=match.names,
                created=match.created.isoformat(timespec="seconds"),
                ended=match.result is not None,
            ).model_dump()
            for match in found
        ]
    )


@router.post("/matches", status_code=201, responses=MISSING)
async def create_match(
    request: Request,
    response: Response,
    registry: Registry,
    caller: Caller,
    devices: Devices,
    config: ServerConfig,
    base_url: BaseUrl,
    new: NewMatch,
) -> MatchOut | GatheringOut:
    """Begin a match. A seat without a bot is a person's: here, or a friend's by link.

    With friends the match waits until all of them have sat down; the answer has their links.
    """
    find(new.game)  # first, so that an unknown game is reported before any other mistake
    check_may_create(request, caller)
    setup = MatchSetup(
        new.game,
        [Seat(seat.name, seat.bot) for seat in new.seats],
        [place for place, seat in enumerate(new.seats) if seat.friend],
        new.options,
        new.edition,
        manual_dice=new.dice == MANUAL,
        clock=new.clock,
        avatars=tuple(Avatar.read(seat.avatar) for seat in new.seats),
    )
    anonymous = caller.is_local and caller.device is None  # a program: its key is all it needs
    device = None if anonymous else new_device()
    owner = None if device is None else device_key(device)
    made = await play.create_match(registry, setup, owner, is_local=caller.is_local)
    if device is not None:
        await devices.succeed(device, caller.key)
        remember(device, response, config)
    maker = identity.Caller(device, caller.is_local)
    if isinstance(made, Lobby):
        return lobby_out(made, maker, base_url)
    return match_out(made, viewer_of(made, maker))


@router.get("/matches/{match_id}", responses=MISSING)
async def get_match(
    registry: Registry,
    live: Match,
    caller: Caller,
    slots: StreamSlots,
    follower: Follower,
    since: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    wait: Annotated[float, Query(ge=0, le=30, allow_inf_nan=False)] = 0,
    seat: Annotated[int | None, Query(ge=0, le=11)] = None,
) -> MatchOut:
    """A match as it stands. With `since` and `wait`, the answer waits for a newer version.

    It waits so many seconds at most: those who play with others are answered after 20 and ask
    again, which shows that they are there; and nobody waits where too many do.

    In a game with secrets, `seat` says as whom you look; without it you see what a spectator sees,
    or the only person at the table.
    """
    if since is not None and wait > 0:
        await play.wait_past(live, since, wait, slots, follower)
        live = begun(await admitted(registry, live.id, caller))  # may have changed meanwhile
    return match_out(live, viewer_as(live, caller, seat))


@router.post("/matches/{match_id}/commands", responses=MISSING)
async def command_match(
    registry: Registry, live: Match, caller: Caller, language: GameLanguage, command: CommandIn
) -> MatchOut:
    """Roll, move, take back or resign. When the answer comes, what happened is on disk."""
    asked = CommandRequest(**command.model_dump())
    await play.carry_out(registry, live, caller, asked, language)
    return match_after(live, caller, command.seat)


def match_after(live: LiveMatch, caller: identity.Caller, seat: int) -> MatchOut:
    """The match after a command of a seat."""
    holds = seat in live.seats_of(caller)  # not if it was given away, or has resigned
    return match_out(live, viewer_as(live, caller, seat if holds else None))


def match_document(live: LiveMatch, caller: identity.Caller, seat: int) -> bytes:
    """The same as JSON, for the route that does without FastAPI."""
    return match_after(live, caller, seat).model_dump_json().encode()


@router.post("/matches/{match_id}/stop", responses=MISSING)
async def stop_match(live: Match, caller: Caller) -> MatchOut:
    """Stop a match without a winner: for who has made it, and for who holds all people's seats.

    Nothing is deleted; its record says that it was abandoned.
    """
    await play.stop(live, caller)
    return match_out(live, viewer_of(live, caller))


@router.get(
    "/matches/{match_id}/record",
    responses={**MISSING, 200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def get_record(live: Match, workers: Workers) -> Response:
    """The match's record: every draw and move, one JSON object a line.

    It holds every secret: where a game has some, it is for after the match.
    """
    return await workers.run(record_response, live)


@router.delete("/matches/{match_id}", status_code=204, responses=MISSING)
async def delete_match(registry: Registry, match_id: MatchId, caller: Caller) -> Response:
    """Delete a match for good: for who has made it, and the people at the server's machine."""
    await play.delete(registry, match_id, caller)
    return Response(status_code=204)


def match_out(live: LiveMatch, viewer: Viewer) -> MatchOut:
    """The match as JSON, as it is on disk: events that are still being written are not included."""
    step = live.steps[-1]
    state = step.state
    waits, seat_to_act = waiting_in(step, manual_dice=live.record.manual_dice)
    told = not live.game.secrets or viewer.perspective == seat_to_act
    points, avatars = state.points, avatars_of(live)
    return MatchOut(
        id=live.id,
        game=live.game.id,
        version=live.version,
        seats=[
            SeatOut(
                name=name,
                bot=kind,
                points=points[seat],
                resigned=seat in live.resigned,
                avatar=str(avatars[seat]),
            )
            for seat, (name, kind) in enumerate(zip(live.names, live.kinds, strict=True))
        ],
        options=live.record.options,
        edition=live.record.edition,
        dice="hand" if live.record.manual_dice else "house",
        waits_for=waits,
        throw=[draw.what for draw in draws_to_type(state)] if waits == "throw" else [],
        seat=seat_to_act,
        awaits=None if waits == "watch" else state.awaits,  # type: ignore[arg-type]
        moves=state.moves() if waits == "move" and told else [],
        taker_back=live.taker_back,
        can_retype=live.timeline.can_retype,
        closed_buttons=lockouts_of(live, viewer.seats),
        snapshot=snapshot_of(live, step, viewer.perspective),
        result=live.timeline.result,
        commitment=None if live.fairness is None else live.fairness.commitment.hex(),
        rounds=0 if live.fairness is None else len(live.fairness.rounds),
        reassigned=reassigned_out(live.seating.reassignments),
    )

"""What people at a table do besides playing: call something across, leave, come back, stop."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...bots import bot_if_any
from ...core.errors import BadCommand, BadOption
from ...core.language import HOUSE, Language
from ..access.identity import caller_of
from ..api.schemas import MatchId
from ..live import STAND_IN, LiveMatch
from ..matches.admission import NotYours, check_may_stop, match_of, plays, registry_of
from ..matches.viewer import check_holds
from ..presence import AWAY, REACTIONS
from ..render.fragment import waiting_in
from ..render.match_form import bots_offered
from ..render.templates import Settings

router = APIRouter(include_in_schema=False)

SeatField = Annotated[int, Field(ge=0, le=11)]
LevelField = Annotated[str, Field(max_length=30)]


@router.post("/match/{match_id}/react")
async def react(
    request: Request,
    match_id: MatchId,
    seat: SeatField,
    what: Annotated[str, Field(max_length=30)],
) -> Response:
    """Call something across the table. Nothing of it is kept."""
    live = await match_of(request, match_id)
    check_person(live, seat)
    check_holds(live, caller_of(request), seat)
    if what not in REACTIONS:
        raise BadOption(
            "{what!r} is nothing one calls across a table; what is: {known}",
            what=what,
            known=", ".join(REACTIONS),
        )
    if not live.reactions.call(seat, what):
        words = Language.of(Settings.of(request).lang, HOUSE)
        raise HTTPException(429, words("Not so fast: they have heard you."))
    live.announce()
    return Response(status_code=204)


@router.post("/match/{match_id}/leave")
async def leave(
    request: Request, match_id: MatchId, seat: SeatField, level: LevelField = STAND_IN
) -> Response:
    """A robot plays for whoever has to go, until they are back."""
    live = await match_of(request, match_id)
    check_person(live, seat)
    check_holds(live, caller_of(request), seat)
    check_playing(live)
    await live.reseat(lambda seating: seating.leave(seat, checked_level(level)))
    registry_of(request).play_on(live)
    return done(request, "/")


@router.post("/match/{match_id}/stand-in")
async def let_a_robot_play(request: Request, match_id: MatchId, seat: SeatField) -> Response:
    """The others go on without somebody who is away, and whose turn it is.

    Which robot it is is not theirs to choose: they would choose the weakest.
    """
    live = await match_of(request, match_id)
    if not plays(live.seating, caller_of(request)):
        raise NotYours
    check_person(live, seat)
    check_playing(live)
    _, playing = waiting_in(live.moments[-1])
    replaced = seat in live.seating.stand_ins
    if playing != seat or replaced or live.presence.absence(seat) < AWAY:
        raise BadCommand(
            "not_away",
            live.version,
            "{name} can be replaced when it is their turn and they have been away for {seconds} "
            "seconds",
            name=live.names[seat],
            seconds=round(AWAY),
        )
    await live.reseat(lambda now: now.leave(seat, now.stand_ins.get(seat, STAND_IN)))
    registry_of(request).play_on(live)
    return done(request, f"/match/{match_id}")


@router.post("/match/{match_id}/return")
async def come_back(request: Request, match_id: MatchId, seat: SeatField) -> Response:
    live = await match_of(request, match_id)
    check_person(live, seat)
    check_holds(live, caller_of(request), seat)
    await live.welcome_back(seat)
    return done(request, f"/match/{match_id}")


@router.post("/match/{match_id}/stop")
async def stop(request: Request, match_id: MatchId) -> Response:
    """The match ends here, for everybody, and nobody wins."""
    live = await match_of(request, match_id)
    check_may_stop(request, live)
    try:
        await live.abandon()
    except BadCommand:  # it was over before: that is what its page shows
        if wants_json(request):
            raise
    return done(request, f"/match/{match_id}")


def check_person(live: LiveMatch, seat: int) -> None:
    if seat not in live.people:
        raise BadOption(
            "there is no person in seat {seat!r}; the people's seats are: {seats}",
            seat=seat,
            seats=", ".join(map(str, live.people)) or "–",
        )


def check_playing(live: LiveMatch) -> None:
    if live.story.result is not None:
        raise BadCommand("over", live.version, "the match is over")


def checked_level(level: str) -> str:
    found = bot_if_any(level)
    if found is None or found not in bots_offered():
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}",
            kind=level,
            bots=", ".join(bots_offered()),
        )
    return found


def done(request: Request, place: str) -> Response:
    if wants_json(request):
        return JSONResponse({"done": True})
    return RedirectResponse(place, 303)


def wants_json(request: Request) -> bool:
    return "json" in request.headers.get("accept", "")

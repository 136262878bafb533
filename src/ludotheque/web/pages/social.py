"""What people do at a match besides playing: send emotes, leave, come back, stop the match."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...core.errors import BadCommand
from ...table.resignations import STAND_IN
from ..commands import play, social
from ..dependencies import Caller, Match, Registry, ServerLanguage, WantsJson

router = APIRouter(include_in_schema=False)

SeatField = Annotated[int, Field(ge=0, le=11)]
LevelField = Annotated[str, Field(max_length=30)]


@router.post("/match/{match_id}/react")
async def react(
    live: Match,
    caller: Caller,
    language: ServerLanguage,
    seat: SeatField,
    what: Annotated[str, Field(max_length=30)],
) -> Response:
    """Call something across the table. It is never stored."""
    if not social.react(live, caller, seat, what):
        raise HTTPException(429, language("Not so fast: they have heard you."))
    return Response(status_code=204)


@router.post("/match/{match_id}/leave")
async def leave(
    registry: Registry,
    live: Match,
    caller: Caller,
    by_script: WantsJson,
    seat: SeatField,
    level: LevelField = STAND_IN,
) -> Response:
    """Let a bot play for whoever has to go, until they are back."""
    await social.leave(registry, live, caller, seat, level)
    return done("/", by_script)


@router.post("/match/{match_id}/stand-in")
async def replace_absent(
    registry: Registry, live: Match, caller: Caller, by_script: WantsJson, seat: SeatField
) -> Response:
    """Let a bot play for somebody who is away, and whose turn it is."""
    await social.replace_absent(registry, live, caller, seat)
    return done(f"/match/{live.id}", by_script)


@router.post("/match/{match_id}/return")
async def come_back(live: Match, caller: Caller, by_script: WantsJson, seat: SeatField) -> Response:
    await social.come_back(live, caller, seat)
    return done(f"/match/{live.id}", by_script)


@router.post("/match/{match_id}/stop")
async def stop(live: Match, caller: Caller, by_script: WantsJson) -> Response:
    """End the match for everybody, without a winner."""
    try:
        await play.stop(live, caller)
    except BadCommand:  # the match was over already, as its page shows
        if by_script:
            raise
    return done(f"/match/{live.id}", by_script)


def done(path: str, by_script: bool) -> Response:
    """The answer to a form that was carried out: the next page, or JSON for a script."""
    return JSONResponse({"done": True}) if by_script else RedirectResponse(path, 303)

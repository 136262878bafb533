"""The lobby's page: what people do there besides sitting down."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Form as Field
from starlette.responses import RedirectResponse, Response

from ..access.admission import NotYours
from ..dependencies import AnyMatch, Caller
from ..live.lobby import Lobby

router = APIRouter(include_in_schema=False)


@router.post("/match/{match_id}/consent")
async def consent(
    found: AnyMatch, caller: Caller, round_: Annotated[int, Field(alias="round", ge=0)] = 0
) -> Response:
    """Agree, for all of one's own seats, to make the seeds of the dice anew."""
    if isinstance(found, Lobby):
        seats = found.seating.seats_of(caller) & found.people
        if not seats:
            raise NotYours
        if round_ == found.seating.round:  # else somebody else was faster: nothing is left to do
            await found.consent(seats, round_)
    return RedirectResponse(f"/match/{found.id}", 303)

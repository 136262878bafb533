"""The dice of a match, counted, for programs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from ..dependencies import GameLanguage, Match, Workers
from ..render.dice_charts import dice_of
from .schemas import MISSING

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/matches/{match_id}/dice", responses=MISSING, response_model=dict[str, Any])
async def get_dice(live: Match, language: GameLanguage, workers: Workers) -> Response:
    """The dice of a match, counted: what came, what was expected, with 95 % intervals.

    Cards and other secrets are counted when the match is over.
    """
    return await workers.run(JSONResponse, await dice_of(live, language, workers))

"""The dice of a match, counted, for programs."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from ..dependencies import GameLanguage, Match
from ..render.dice_charts import counted_dice
from .schemas import MISSING

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/matches/{match_id}/dice", responses=MISSING)
async def get_dice(live: Match, language: GameLanguage) -> dict[str, Any]:
    """The dice of a match, counted: what came, what was expected, with 95 % intervals.

    Cards and other secrets are counted when the match is over.
    """
    return counted_dice(live, language)

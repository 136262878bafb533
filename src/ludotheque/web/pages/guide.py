"""The guides of games: a scripted match that a newcomer plays in the page."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...store.errors import NoMatch
from ..access.admission import admitted
from ..catalogue import find
from ..dependencies import Caller, Page, Registry, Workers
from ..render.guide import guide_of
from ..render.warmup import prepare_game

router = APIRouter(include_in_schema=False)


@router.get("/guide/{game_id}")
async def guide_page(
    page: Page,
    registry: Registry,
    caller: Caller,
    workers: Workers,
    game_id: str,
    match: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """A guide; `match` is the match to lead back to. Nothing is stored of it."""
    game = find(game_id)
    await workers.run_once(prepare_game, game)
    guide = await workers.run(guide_of, game, page.settings.lang)
    if guide is None:
        raise HTTPException(404)
    came_from = None
    if match is not None:
        with suppress(NoMatch):  # the guide is shown even if the match is gone
            came_from = {"id": (await admitted(registry, match, caller)).id}
    setup = {**guide["setup"], "pace": page.settings.pace}
    context = {**guide, "setup": setup, "frame": guide["frames"][0], "match": came_from}
    return page("guide.html.jinja", game, **context)

"""The rulebooks of games, and comparisons of their editions."""

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
from ..render.guide import has_guide
from ..render.rulebook import editions_of, rulebook_of
from ..render.warmup import prepare_game

router = APIRouter(include_in_schema=False)


@router.get("/rules/{game_id}")
async def rules_page(
    page: Page,
    registry: Registry,
    caller: Caller,
    workers: Workers,
    game_id: str,
    match: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """A rulebook; `match` is the match to lead back to."""
    game = find(game_id)
    await workers.run_once(prepare_game, game)
    book = await workers.run(rulebook_of, game, page.settings)
    came_from = None
    if match is not None:
        with suppress(NoMatch):  # the rulebook is shown even if the match is gone
            found = await admitted(registry, match, caller)
            came_from = {"id": found.id, "names": found.names}
    return page(
        "rulebook.html.jinja",
        game,
        html=book.html,
        toc=book.contents,
        match=came_from,
        has_guide=has_guide(game),
    )


@router.get("/rules/{game_id}/editions")
async def editions_page(page: Page, game_id: str, workers: Workers) -> Response:
    """The editions of a game, compared rule by rule."""
    game = find(game_id)
    book = await workers.run(editions_of, game, page.settings)
    if book is None:
        raise HTTPException(404)
    return page("editions.html.jinja", game, title=book.title, html=book.html)

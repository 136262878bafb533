"""Somebody's edition of a game beside the printed one: played by robots, in figures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...arena.bench.comparison import Comparison
from ...core.errors import BadEdition, BadOption
from ...core.game import Game
from ...core.language import Language
from ..catalogue import find
from ..dependencies import Caller, Page, Workers
from ..live.bot_pool import TooBusy
from ..live.comparisons import ComparisonQueue, comparison_of
from ..render.comparison import shown_comparison
from ..render.match_form import Form, edition_in, options_in, seats_in
from ..render.warmup import prepare_game
from .new_match import form_page, sent_form

router = APIRouter(include_in_schema=False)

Key = Annotated[str, Path(pattern="^[0-9a-f]{20}$")]


@router.post("/compare")
async def ask_for_comparison(
    request: Request, page: Page, caller: Caller, workers: Workers
) -> Response:
    """Compare the edition of the form for a new match with the printed one."""
    form = await sent_form(request)
    game = find(form.get("game", ""))
    await workers.run_once(prepare_game, game)
    comparisons: ComparisonQueue = request.app.state.comparisons
    try:
        language = game.language(page.settings.lang)
        comparison = await workers.run(comparison_in, form, game, language)
        job = comparisons.request(comparison)
    except (BadOption, TooBusy) as problem:
        return form_page(page, game, form, problem)
    return RedirectResponse(f"/compare/{job.id}", 303)


def comparison_in(form: Form, game: Game, language: Language) -> Comparison:
    edition = edition_in(form, game)
    if edition is None or edition == game.edition:
        raise BadEdition("describe a box that differs from the printed one, to compare the two")
    players = len(seats_in(form, game, language))
    return comparison_of(game, edition, options_in(form, game), players)


@router.get("/compare/{key}")
async def comparison_page(request: Request, page: Page, key: Key, workers: Workers) -> Response:
    """The figures; until they are there, how far it is."""
    comparisons: ComparisonQueue = request.app.state.comparisons
    job = comparisons.find(key)
    if job is None:
        raise HTTPException(404)  # it was given up, or the server has forgotten it
    game = job.bench.comparison.game
    shown = None
    if job.is_made:
        language = game.language(page.settings.lang)
        shown = await workers.run(shown_comparison, job.bench, language)
    response = page("compare.html.jinja", game, job=job, shown=shown)
    response.headers["cache-control"] = "no-store"
    return response


@router.post("/compare/{key}/cancel")
async def cancel_comparison(request: Request, caller: Caller, key: Key) -> Response:
    """Give up a comparison that one has asked for."""
    comparisons: ComparisonQueue = request.app.state.comparisons
    job = comparisons.find(key)
    if job is None:
        raise HTTPException(404)
    if not comparisons.cancel(key):
        raise HTTPException(403)
    return RedirectResponse(f"/new/{job.bench.comparison.game.id}", 303)

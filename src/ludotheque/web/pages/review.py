"""The page of a finished match's review."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadCommand
from ...core.language import Language
from ..dependencies import Caller, GameLanguage, Match, Page, Registry, Workers
from ..live.bot_pool import TooBusy
from ..live.match import LiveMatch
from ..live.reviews import ReviewJob, ReviewQueue
from ..people.portraits import FACES, portraits_of
from ..render.review_chart import chart_of
from ..render.templates import asset
from .replay import replayed

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/review")
async def review_page(
    request: Request,
    page: Page,
    live: Match,
    caller: Caller,
    language: GameLanguage,
    workers: Workers,
    registry: Registry,
) -> Response:
    if live.timeline.result is None:
        raise BadCommand("not_over", live.version, "the review of a match is for after its end")
    reviews: ReviewQueue = request.app.state.reviews
    try:
        job = reviews.request(live)
    except TooBusy:
        return waiting_page(page, live, 0, queued=True)  # it reloads itself
    if job.failed:
        raise HTTPException(500)
    if job.review is None:
        return waiting_page(page, live, job.progress)
    told = await registry.history(live)
    return await workers.run(review_shown, page, told, job, language)


@router.post("/match/{match_id}/review/cancel")
async def cancel_review(request: Request, live: Match) -> Response:
    """Give up a review that one has asked for."""
    reviews: ReviewQueue = request.app.state.reviews
    if not reviews.cancel(live.id):
        raise HTTPException(403)
    return RedirectResponse(f"/match/{live.id}/replay", 303)


def review_shown(page: Page, live: LiveMatch, job: ReviewJob, language: Language) -> Response:
    report, positions = job.report(language), replay_positions(live)
    assert live.timeline.result is not None
    return page(
        "review.html.jinja",
        live.game,
        live=live,
        report=report,
        portraits=portraits_of(live, language.code),
        faces=asset(FACES),
        positions=positions,
        chart=chart_of(report, positions),
        ended=live.timeline.result["ended"],
    )


def waiting_page(page: Page, live: LiveMatch, progress: int, *, queued: bool = False) -> Response:
    response = page(
        "review.html.jinja", live.game, live=live, report=None, progress=progress, queued=queued
    )
    response.headers["cache-control"] = "no-store"
    return response


def replay_positions(live: LiveMatch) -> dict[int, int]:
    """For each number of events, the position of the replay that shows the last of them."""
    positions, seen = {0: 0}, 0
    for position, step in enumerate(replayed(live)):
        happened = sum("ended" not in event for event in live.steps[step].events)
        for event in range(seen + 1, seen + happened + 1):
            positions[event] = position
        seen += happened
    return positions

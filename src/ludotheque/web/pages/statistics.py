"""The dice of a match, counted: a page with small charts."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from ...core.language import Language
from ...table.statistics_text import dealt_note
from ..dependencies import GameLanguage, Match, Page, Workers
from ..live.match import LiveMatch
from ..people.portraits import FACES, portraits_of
from ..render.dice_charts import Data, charts_of, dice_of, has_cards
from ..render.templates import asset

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/dice")
async def dice_page(page: Page, live: Match, language: GameLanguage, workers: Workers) -> Response:
    figures = await dice_of(live, language, workers)
    return await workers.run(statistics_page, page, live, language, figures)


def statistics_page(page: Page, live: LiveMatch, language: Language, figures: Data) -> Response:
    return page(
        "statistics.html.jinja",
        live.game,
        live=live,
        figures=figures,
        portraits=portraits_of(live, language.code),
        faces=asset(FACES),
        charts=[charts_of(sort, language) for sort in figures["sorts"]],
        dealt=dealt_note(language) if has_cards(figures) else None,
        over=live.timeline.result is not None,
    )

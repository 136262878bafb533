"""The dice of a match, counted: a page with small charts, and the same numbers as JSON."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...core.language import Language
from ...table.figures import dealt_note, figures_of
from ...table.statistics import statistics_of
from ...table.story import fold
from ..api.schemas import MISSING, MatchId
from ..live import LiveMatch
from ..matches.admission import match_of
from ..render.templates import Settings, page

router = APIRouter()

Data = dict[str, Any]

#: A small chart, in units of its drawing.
WIDTH, HEIGHT = 240, 128
LEFT, RIGHT, TOP, BOTTOM = 6, 6, 16, 22
FEWEST = 1.0  # expected of each face, below which a chart shows nothing but chance


@router.get("/match/{match_id}/dice", include_in_schema=False)
async def dice_page(request: Request, match_id: MatchId) -> Response:
    live = await match_of(request, match_id)
    words = live.game.language(Settings.of(request).lang)
    figures = counted(live, words)
    return page(
        request,
        "statistics.html.jinja",
        live.game,
        live=live,
        figures=figures,
        charts=[charts_of(sort, words) for sort in figures["sorts"]],
        dealt=dealt_note(words) if has_cards(figures) else None,
        over=live.story.result is not None,
    )


@router.get("/api/matches/{match_id}/dice", responses=MISSING, tags=["ludotheque"])
async def get_dice(request: Request, match_id: MatchId) -> Data:
    """The dice of a match, counted: what came, what was expected, with 95 % intervals.

    Cards and other secrets are counted when the match is over.
    """
    live = await match_of(request, match_id)
    return counted(live, live.game.language(Settings.of(request).lang))


def counted(live: LiveMatch, words: Language) -> Data:
    """What everybody has seen: a match of attention shows some draws later than it makes them."""
    lines, _ = fold(row for moment in live.moments for row in moment.rows)
    over = live.story.result is not None
    statistics = statistics_of(live.record.start(), lines, secrets=over)
    return figures_of(statistics, live.game, live.names, words)


def has_cards(figures: Data) -> bool:
    return not all(sort["put_back"] for sort in figures["sorts"])


def charts_of(sort: Data, words: Language) -> list[Data]:
    """A chart for all together and one for each seat, if there is enough to draw."""
    enough = all(face["expected"] >= FEWEST for face in sort["faces"])
    if not sort["put_back"] or not enough:
        return []
    labels = [face["label"] for face in sort["faces"]]
    charts = [chart_of(words("All together"), None, sort["draws"], labels, sort["faces"])]
    if len(sort["seats"]) > 1:
        for place, seat in enumerate(sort["seats"]):
            counts = [face["seats"][place] for face in sort["faces"]]
            charts.append(chart_of(seat["name"], seat["seat"], seat["draws"], labels, counts))
    return charts


def chart_of(
    name: str, seat: int | None, draws: int, labels: list[str], counts: list[Data]
) -> Data:
    """Bars with their expected height and its interval, placed on the drawing."""
    most = max(1, *(max(count["came"], count["high"]) for count in counts))
    pitch = (WIDTH - LEFT - RIGHT) / len(counts)
    up = (HEIGHT - TOP - BOTTOM) / most

    def height(value: float) -> float:
        return float(round(HEIGHT - BOTTOM - value * up, 1))

    return {
        "name": name,
        "seat": seat,
        "draws": draws,
        "width": WIDTH,
        "height": HEIGHT,
        "base": HEIGHT - BOTTOM,
        "bars": [
            {
                **count,
                "label": label,
                "x": round(LEFT + pitch * (place + 0.5), 1),
                "half": round(pitch * 0.32, 1),
                "top": height(count["came"]),
                "line": height(count["expected"]),
                "from": height(count["low"]),
                "to": height(count["high"]),
            }
            for place, (label, count) in enumerate(zip(labels, counts, strict=True))
        ],
    }

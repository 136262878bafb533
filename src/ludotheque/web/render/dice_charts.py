"""The dice of a match, counted and drawn as small bar charts."""

from __future__ import annotations

from typing import Any

from ...core.language import Language
from ...table.event_data import fold
from ...table.statistics import statistics_of
from ...table.statistics_text import statistics_text
from ..live.match import LiveMatch
from ..live.workers import Workers

Data = dict[str, Any]

#: A small chart, in units of its drawing.
WIDTH, HEIGHT = 240, 128
LEFT, RIGHT, TOP, BOTTOM = 6, 6, 16, 22
FEWEST = 1.0  # expected count of a face, below which a chart would be noise


def counted_dice(live: LiveMatch, language: Language) -> Data:
    """Dice statistics of all public draws; secret ones are included when the match is over.

    A match with reactions shows some draws later than it makes them, so its steps are counted and
    not its record.
    """
    over = live.timeline.result is not None
    lines, _ = fold(live.shown_events())
    statistics = statistics_of(live.record.start(), lines, secrets=over)
    return statistics_text(statistics, live.game, live.names, language)


async def dice_of(live: LiveMatch, language: Language, workers: Workers) -> Data:
    """The counted dice, once for each version: all throws are replayed, on a worker's thread."""
    key = ("dice", live.version, live.timeline.result is None, language.code)
    return await live.derived.get(key, workers, lambda: counted_dice(live, language))


def has_cards(figures: Data) -> bool:
    return not all(sort["put_back"] for sort in figures["sorts"])


def charts_of(sort: Data, language: Language) -> list[Data]:
    """A chart of all seats' draws and one for each seat, if there are enough draws."""
    enough = all(face["expected"] >= FEWEST for face in sort["faces"])
    if not sort["put_back"] or not enough:
        return []
    labels = [face["label"] for face in sort["faces"]]
    charts = [chart_of(language("All together"), None, sort["draws"], labels, sort["faces"])]
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

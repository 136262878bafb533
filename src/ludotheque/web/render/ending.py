"""The end of a match as data: who won, and everybody's points in the course of it."""

from __future__ import annotations

from typing import Any

from ...core.language import Language
from ...table.result import tie_break
from ..access.viewer import Viewer
from ..live.match import LiveMatch

MOST_DRAWN = 120  # points of a line in the picture of a match's course


def ending_of(live: LiveMatch, language: Language, viewer: Viewer) -> dict[str, Any] | None:
    """The end of a match: who won, and everybody's points in the course of the match.

    Players may ask for a rematch; for a match between bots, everybody may.
    """
    result = live.match.result
    if result is None:
        return None
    own = live.game.language(language.code)
    return {
        "ended": result.ended,
        "winners": result.winners,
        "resigned": result.seat,
        "leavers": sorted(live.resigned),
        "makers": sorted(live.seating.creator_seats),
        "rematch": bool(viewer.seats) or not live.people,
        "points": result.points,
        "names": live.names,
        "tie_break": tie_break(live.timeline.state, result, live.resigned, live.names, own),
        "unit": live.game.unit[language.code],
        "series": series_of(live),
    }


def series_of(live: LiveMatch) -> list[dict[str, Any]]:
    """Each seat's points at the start, and after each round (or what the game counts instead)."""
    timeline = live.timeline
    history = [[0] * len(live.names), *(each.points for each in timeline.rounds)]
    history[-1] = timeline.state.points  # including the last, unfinished round
    history = thinned(history, MOST_DRAWN)
    return [
        {"seat": seat, "name": name, "points": [points[seat] for points in history]}
        for seat, name in enumerate(live.names)
    ]


def thinned(history: list[list[int]], most: int) -> list[list[int]]:
    """At most so many entries, evenly spaced; a picture shows no more."""
    if len(history) <= most:
        return history
    return [history[place * (len(history) - 1) // (most - 1)] for place in range(most)]

"""View model of the home page: its games, and a row for each match."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...core.errors import UnknownGame
from ...core.game import Game
from ...core.language import Language
from ...core.typography import with_minus
from ..catalogue import find
from .guide import has_guide

if TYPE_CHECKING:
    from ...store.stored import MatchSummary


def game_card(game: Game, lang: str) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "origin": game.origin,
        "players_text": game.players_text,
        "minutes": game.minutes,
        "age": game.age,
        "pitch": game.pitch[lang],
        "has_guide": has_guide(game),
    }


def match_row(match: MatchSummary, language: Language) -> dict[str, Any]:
    """A match in a list: who plays, and how it stands."""
    return {
        "id": match.id,
        "title": title_of(match.game),
        "names": match.names,
        "updated_text": when(match.updated),
        "result_sentence": result_sentence(match, language),
    }


def title_of(name: str) -> str:
    """A game's title; its name if the package that brought it is gone."""
    try:
        return find(name).title
    except UnknownGame:
        return name


def when(step: datetime) -> str:
    return step.astimezone().strftime("%d/%m %H:%M")


def result_sentence(match: MatchSummary, language: Language) -> str:
    if match.result is None:
        return ""
    if match.result["ended"] == "abandoned":
        return language("The match was abandoned.")
    winners = language(" and ").join(match.names[seat] for seat in match.result["winners"])
    points = " : ".join(with_minus(str(each)) for each in match.result["points"])
    return language("{points} — won by {winners}", points=points, winners=winners)

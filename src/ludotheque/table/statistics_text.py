"""Dice statistics as JSON with texts in a player's language."""

from __future__ import annotations

from typing import Any

from ..core.game import Game
from ..core.language import Language, written_number
from .manual_dice import face_label
from .statistics import Seat, Sort, Statistics, Tally

Data = dict[str, Any]


def statistics_text(
    statistics: Statistics, game: Game, names: list[str], language: Language
) -> Data:
    """Every sort of draw with its faces: observed and expected counts."""
    p_value = statistics.p_value()
    return {
        "draws": statistics.draws,
        "looks": len(statistics.comparisons()),
        "surprise": p_value,
        "unusual": statistics.is_unusual,
        "verdict": verdict(statistics, language),
        "sorts": [sort_text(sort, game, names, language) for sort in statistics.sorts],
    }


def dealt_note(language: Language) -> str:
    """A note on how dealt cards are counted."""
    return language(
        "What is dealt is not put back: each card counts with the chances that it had when it was "
        "dealt."
    )


def verdict(statistics: Statistics, language: Language) -> str:
    """A sentence on whether the match is unusual, with the number of comparisons."""
    if not statistics.draws:
        return language("Nothing has been drawn yet.")
    looks = len(statistics.comparisons())
    if statistics.is_unusual:
        return language(
            "Unusual: with fair dice, about 1 match in {many} has a count as far off as this one "
            "has. (Counts compared: {looks}. The more there are, the sooner one is off by chance; "
            "this is allowed for.)",
            many=written_number(round(1 / max(statistics.p_value(), 1e-9)), ",", language),
            looks=looks,
        )
    return language(
        "As expected: nothing here is odd for fair dice. (Counts compared: {looks}. The more there "
        "are, the sooner one is off by chance; this is allowed for.)",
        looks=looks,
    )


def sort_text(sort: Sort, game: Game, names: list[str], language: Language) -> Data:
    seats = sort.seats if len(sort.by_seat) > 1 or sort.seats != [None] else []
    interval = sort.draw.replaced
    return {
        "kind": sort.draw.kind,
        "put_back": sort.draw.replaced,
        "title": game.throws.heading(sort.draw, language),
        "draws": sort.draws.total(),
        "seats": [
            {"seat": seat, "name": name_of(seat, names, language), "draws": sort.draws[seat]}
            for seat in seats
        ],
        "faces": [
            {
                "face": face,
                "label": face_label(game, sort.draw, face, names, language),
                **tally_text(sort.in_all(face), interval=interval),
                "seats": [
                    {"seat": seat, **tally_text(sort.tally(face, seat), interval=interval)}
                    for seat in seats
                ],
            }
            for face in sort.faces
        ],
    }


def tally_text(tally: Tally, *, interval: bool) -> Data:
    figures: Data = {"came": tally.observed, "expected": round(tally.expected, 3)}
    if not interval:
        return figures | {"low": None, "high": None, "inside": True}
    low, high = tally.interval()
    return figures | {"low": low, "high": high, "inside": low <= tally.observed <= high}


def name_of(seat: Seat, names: list[str], language: Language) -> str:
    return language("Nobody's") if seat is None else names[seat]

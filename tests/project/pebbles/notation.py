"""Moves of Pebbles as text: how many are taken, or a guess."""

from typing import Any

from ludotheque.core.errors import IllegalMove
from ludotheque.core.rule import MOVE

from .rules import EVEN, MOST_FACES, ODD

GUESSES = {"even": EVEN, "odd": ODD}
HIDDEN = "?"


def write_move(move: int) -> str:
    return {EVEN: "even", ODD: "odd"}.get(move, str(move))


def public_text(text: str) -> str:
    return HIDDEN if text in GUESSES else text


def read_move(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    known = {str(pebbles): pebbles for pebbles in range(1, MOST_FACES + 1)} | GUESSES
    return known.get(text)


def why_illegal(state: Any, text: object) -> IllegalMove:
    if state.awaits != MOVE:
        return IllegalMove("not_awaited", "PB-1", "no move is awaited")
    return IllegalMove("not_legal", "PB-2", "{text!r} cannot be played now", text=text)

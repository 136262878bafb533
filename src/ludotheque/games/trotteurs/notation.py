"""Moves of Les Trotteurs as text: `claim` or `call`, and `silent`."""

from typing import Any

from ...core.errors import IllegalMove
from ...core.rule import DRAW, END
from .rules import CALL, CLAIM, SILENT

TEXTS = {SILENT: "silent", CLAIM: "claim", CALL: "call"}
VOCABULARY = tuple(TEXTS.values())
MOVES = {text: move for move, text in TEXTS.items()}


def write_move(move: int) -> str:
    return TEXTS[move]


def public_text(text: str) -> str:
    """What the other seats learn of a move: all of it, nothing is secret."""
    return text


def read_move(text: object) -> int | None:
    """The move a text names, legal or not; None if it names none."""
    return MOVES.get(text) if isinstance(text, str) else None


def why_illegal(state: Any, text: object) -> IllegalMove:
    """The reason why this text is not a legal move now, with its rule."""
    if state.awaits == DRAW:
        return IllegalMove("not_awaited", "TR-2", "no move is awaited: the dice are to be thrown")
    if state.awaits == END:
        return IllegalMove("over", "TR-13", "the game is over")
    move = read_move(text)
    if move is None:
        return IllegalMove(
            "unreadable",
            "TR-20",
            "{text!r} is not a move: write 'claim', 'call' or 'silent'",
            text=text,
        )
    if move == CLAIM:
        return IllegalMove(
            "too_late",
            "TR-20",
            "it is too late to claim: this was missed, write 'call' or 'silent'",
        )
    return IllegalMove(
        "not_missed",
        "TR-20",
        "there is no omission to call yet: write 'claim' or 'silent'",
    )

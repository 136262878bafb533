"""Commands as they come in, from a form or from JSON, for the table."""

from __future__ import annotations

from typing import Any

from ..core.errors import BadCommand, LudothequeError
from ..core.language import Language
from ..table.events import Command, Move, Resign, Roll, TakeBack

KINDS = ("roll", "move", "take-back", "resign")
ALWAYS_WRONG = ("unreadable", "no_seat", "robot")  # whatever the match's version is


def command_of(kind: str, seat: int, version: int, move: str | None) -> Command:
    match kind:
        case "roll":
            return Roll(seat, version)
        case "take-back":
            return TakeBack(seat, version)
        case "resign":
            return Resign(seat, version)
        case "move" if move is not None:
            return Move(seat, version, move)
    raise BadCommand(
        "unreadable",
        version,
        "{kind!r} is not a command; the commands are: {kinds} (with 'move', the move)",
        kind=kind,
        kinds=", ".join(KINDS),
    )


def explained(problem: LudothequeError, words: Language) -> dict[str, Any]:
    """An error as the pages and the API say it."""
    said = {
        "code": getattr(problem, "code", type(problem).__name__),
        "message": words(problem.template, **problem.params),
        "rule": getattr(problem, "rule", None),
    }
    version = getattr(problem, "version", None)
    return said if version is None else said | {"version": version}


def status_of(problem: LudothequeError) -> int:
    """409 where the match has moved on, 422 where the request itself is wrong."""
    if isinstance(problem, BadCommand) and problem.code not in ALWAYS_WRONG:
        return 409
    return 422

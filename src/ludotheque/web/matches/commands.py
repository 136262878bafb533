"""Commands as they come in, from a form or from JSON, for the table."""

from __future__ import annotations

from typing import Any

from ...core.errors import BadCommand, LudothequeError
from ...core.language import Language
from ...table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ...table.hand import check_goes_on, dice_of, read_throw
from ..live import LiveMatch

KINDS = ("roll", "move", "take-back", "retype", "resign")
NOT_THEIRS = ("not_your_seat", "not_yours", "bad_link")
ALWAYS_WRONG = ("unreadable", "no_seat", "robot")  # whatever the match's version is


def command_of(
    kind: str, seat: int, version: int, move: str | None, typed: tuple[int, ...] | None = None
) -> Command:
    match kind:
        case "roll":
            return Roll(seat, version, typed)
        case "retype":
            return Retype(seat, version)
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


def typed_in(
    live: LiveMatch, version: int, throw: str | None, words: Language, *, sure: bool = True
) -> tuple[int, ...] | None:
    """The outcomes of a throw that was typed in; BadDraw says what is wrong with it.

    One that answers an older version names other dice: the match itself refuses it. Who is not
    `sure` is asked once more where the match would be over: LastThrow.
    """
    if throw is None or version != live.version or live.match.waits_for.what != "throw":
        return None if throw is None else ()
    state = live.match.state
    dice = dice_of(state, live.names, words)
    typed = read_throw(throw, dice)
    if not sure:
        check_goes_on(state, dice, typed, live.names, words)
    return typed


def error_data(problem: LudothequeError, words: Language) -> dict[str, Any]:
    """An error as the pages and the API say it."""
    said = {
        "code": getattr(problem, "code", type(problem).__name__),
        "message": words(problem.template, **problem.params),
        "rule": getattr(problem, "rule", None),
    }
    version = getattr(problem, "version", None)
    return said if version is None else said | {"version": version}


def status_of(problem: LudothequeError) -> int:
    """403 where it is not theirs to ask, 409 where the match has moved on, 422 where the request
    itself is wrong."""
    if getattr(problem, "code", None) in NOT_THEIRS:
        return 403
    if isinstance(problem, BadCommand) and problem.code not in ALWAYS_WRONG:
        return 409
    return 422

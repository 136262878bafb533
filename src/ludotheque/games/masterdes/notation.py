"""Moves of MasterDés as text: `first`, `second`, `keep`, `throw:1,4,m`."""

import re
from itertools import combinations_with_replacement
from typing import Any

from ...core.errors import IllegalMove
from ...core.rule import DRAW, END
from .duel import BLANK, DICE, FACE_BITS, FACES, KEEP, MASTER_TOO, picked_of
from .rules import CHOOSING, GO_FIRST, GO_SECOND
from .track import FLASH

WORDS = {KEEP: "keep", GO_FIRST: "first", GO_SECOND: "second"}
CODES = {word: code for code, word in WORDS.items()}
THROW = "throw:"
MASTER = "m"


def write_move(move: int) -> str:
    return WORDS.get(move) or THROW + ",".join(dice_of(move))


def dice_of(move: int) -> list[str]:
    """The dice that a rethrow names, the MasterDé last."""
    faces = [str(face + 1) for face in range(FACES) for _ in range(picked_of(move, face))]
    return [*faces, MASTER] if move & MASTER_TOO else faces


def every_throw() -> list[str]:
    """Every set of dice that could be thrown again, by its size, the MasterDé last."""
    faces = [str(face + 1) for face in range(FACES)]
    picks = [
        (*dice, *master)
        for count in range(DICE + 1)
        for dice in combinations_with_replacement(faces, count)
        for master in ((), (MASTER,))
    ]
    return [THROW + ",".join(dice) for dice in picks if dice]


VOCABULARY = (*CODES, *every_throw())


def public_text(text: str) -> str:
    """What the other seat learns of a move: all of it, nothing is secret."""
    return text


def read_move(text: object) -> int | None:
    """The move a text names, legal or not; None if it names none."""
    if not isinstance(text, str):
        return None
    if text in CODES:
        return CODES[text]
    dice = text.removeprefix(THROW).split(",")
    move = code_of(dice) if text.startswith(THROW) else None
    return move if move is not None and write_move(move) == text else None


def code_of(dice: list[str]) -> int | None:
    """The rethrow of these dice, in any order; None if nobody can have them."""
    faces = [str(face + 1) for face in range(FACES)]
    ordinary = [die for die in dice if die != MASTER]
    if not dice or len(ordinary) > DICE or len(dice) > len(ordinary) + 1:
        return None
    if not all(die in faces for die in ordinary):
        return None
    move = sum(1 << (FACE_BITS * faces.index(die)) for die in ordinary)
    return move | MASTER_TOO if MASTER in dice else move


def why_illegal(state: Any, text: object) -> IllegalMove:
    """The reason why this text is not a legal move now, with its rule."""
    if state.awaits == DRAW:
        return IllegalMove("not_awaited", "MD-1", "no move is awaited: dice are to be thrown")
    if state.awaits == END:
        rule = "MD-10" if state.level == FLASH else "MD-11"
        return IllegalMove("over", rule, "the game is over")
    if not isinstance(text, str):
        return IllegalMove(
            "not_text", "MD-3", "a move is a text such as 'throw:1,4,m', 'keep', 'first', 'second'"
        )
    move = read_move(text)
    if move is None:
        return unreadable(text)
    return why_not(state, move)


def unreadable(text: str) -> IllegalMove:
    """The error for a text that is no move, or is not in the notation of moves."""
    listed = re.fullmatch(r"throw:\s*([1-6m]([\s,]*[1-6m])*)\s*", text[:40], re.ASCII)
    dice = re.findall(r"[1-6m]", listed[1]) if listed else []
    move = code_of(dice) if dice else None
    if move is not None:
        return IllegalMove(
            "spelling",
            "MD-3",
            "name the faces in rising order, the MasterDé last, a comma between them: '{spelling}'",
            spelling=write_move(move),
        )
    if dice:
        return IllegalMove(
            "too_many", "MD-1", "nobody has more than three ordinary dice and one MasterDé"
        )
    return IllegalMove(
        "unreadable",
        "MD-3",
        "{text!r} is not a move: name the faces to throw again, such as 'throw:1,4,m', or 'keep'; "
        "where there is a choice, 'first' or 'second'",
        text=text[:40],
    )


def why_not(state: Any, move: int) -> IllegalMove:
    """The reason why a move of the game is not legal now."""
    if state.phase == CHOOSING:
        return IllegalMove(
            "choose_first", "MD-3", "first choose whether you rethrow 'first' or 'second'"
        )
    if move in (GO_FIRST, GO_SECOND):
        return IllegalMove(
            "no_choice", "MD-3", "there is no order to choose now: throw again, or 'keep'"
        )
    return die_refused(state, move) or master_refused(state)


def die_refused(state: Any, move: int) -> IllegalMove | None:
    """The error for a rethrow that names more dice of a face than the seat has."""
    for face in range(FACES):
        wanted, left = picked_of(move, face), int(state.dice[state.seat, face])
        if wanted > left:
            return IllegalMove(
                "no_such_die",
                "MD-3",
                "of your dice left, {left} show {face}, not {wanted}",
                face=face + 1,
                left=left,
                wanted=wanted,
            )
    return None


def master_refused(state: Any) -> IllegalMove:
    """The error for a rethrow of a MasterDé that may not be thrown."""
    assert state.master[state.seat] != BLANK
    if state.alike[state.seat]:
        return IllegalMove(
            "master_out",
            "MD-2",
            "your MasterDé is out of this duel: all your dice showed {face}",
            face=int(state.alike[state.seat]),
        )
    return IllegalMove(
        "master_stays",
        "MD-3",
        "your MasterDé shows an image and stays: only a blank one is thrown again",
    )

"""Moves of Level X as text: the sums of the groups in rising order, `5 5 6`; passing is `-`."""

from typing import Any

from ...core.errors import IllegalMove
from ...core.rule import DRAW, END
from .groups import (
    DICE,
    GROUP_BITS,
    GROUP_MASK,
    HIGHEST_SUM,
    LOWEST_SUM,
    MOVES,
    ROWS,
    Sums,
    moves_of,
    packed,
    unpacked,
)
from .rules import room_in_rows

PASS = "-"


def write_move(move: int) -> str:
    return " ".join(map(str, unpacked(move))) or PASS


#: Every move of any roll, passing first, then by the number of groups.
VOCABULARY = tuple(
    write_move(packed(sums))
    for sums in sorted(
        set(map(unpacked, MOVES.ravel().tolist())), key=lambda sums: (len(sums), sums)
    )
)


def public_text(text: str) -> str:
    """What the other seats learn of a move: all of it, nothing is secret."""
    return text


def read_move(text: object) -> int | None:
    """The move a text names, legal or not; None if it names none."""
    if isinstance(text, str) and text == PASS:
        return 0
    sums = read_sums(text)
    return None if sums is None or not sums else packed(sums)


def read_sums(text: object) -> Sums | None:
    """The sums a text lists, if they are one to four sums from 5 to 10 in rising order."""
    if not isinstance(text, str):
        return None
    words = text.split(" ")
    known = {str(total): total for total in range(LOWEST_SUM, HIGHEST_SUM + 1)}
    if len(words) > DICE or not all(word in known for word in words):
        return None
    sums = tuple(known[word] for word in words)
    return sums if list(sums) == sorted(sums) else None


def why_illegal(state: Any, text: object) -> IllegalMove:
    """The reason why this text is not a legal move now, with its rule."""
    if state.awaits == DRAW:
        return IllegalMove("not_awaited", "LX-2", "no move is awaited: the dice are to be rolled")
    if state.awaits == END:
        return IllegalMove("over", "LX-12", "the game is over")
    if not isinstance(text, str):
        return IllegalMove("not_text", "LX-14", "a move is a text such as '5 5 6', or '-' to pass")
    return unreadable(text) or not_made(state, text) or no_room(state, text)


def unreadable(text: str) -> IllegalMove | None:
    """The error for a text that is not a list of a move's sums."""
    if text == PASS or read_sums(text) is not None:
        return None
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        return IllegalMove(
            "unreadable",
            "LX-14",
            "{text!r} is not a move: write the sums of the groups, such as '5 5 6', or '-' to pass",
            text=text[:40],
        )
    for word in words:
        if len(word) > 2 or not LOWEST_SUM <= int(word) <= HIGHEST_SUM:
            return IllegalMove(
                "sum_out_of_range",
                "LX-3",
                "there is no row {sum}: the sum of a group must be 5 to 10",
                sum=word[:12],
            )
    groups = len(words)
    if groups > DICE:
        return IllegalMove(
            "too_many_groups",
            "LX-3",
            "four dice cannot make {groups} groups",
            groups=groups,
        )
    spelling = " ".join(map(str, sorted(map(int, words))))
    return IllegalMove(
        "spelling",
        "LX-14",
        "write the sums in rising order, one space between them: '{spelling}'",
        spelling=spelling,
    )


def not_made(state: Any, text: str) -> IllegalMove | None:
    """The error for sums that the dice cannot make."""
    dice = tuple(sorted(state.dice.tolist()))
    if read_move(text) in moves_of(dice):
        return None
    params = {"dice": "-".join(map(str, state.dice.tolist())), "sums": text}
    if dice.count(1) >= 2:
        return IllegalMove(
            "not_made",
            "LX-10",
            "the dice {dice} cannot make {sums}, even with all ones but one turned",
            **params,
        )
    return IllegalMove(
        "not_made",
        "LX-3",
        "the dice {dice} cannot make {sums}: each die goes into one group at most",
        **params,
    )


def no_room(state: Any, text: str) -> IllegalMove:
    """The error for a group that would come after its row has closed."""
    room = int(room_in_rows(state, state.seat))
    sums = read_sums(text) or ()
    for row in range(ROWS):
        useful = (room >> (GROUP_BITS * row)) & GROUP_MASK
        wanted = sums.count(LOWEST_SUM + row)
        if wanted > useful == 0:
            return IllegalMove(
                "row_closed",
                "LX-8",
                "row {row} is closed: its chips are gone",
                row=LOWEST_SUM + row,
            )
        if wanted > useful:
            return IllegalMove(
                "row_would_close",
                "LX-8",
                "{wanted} groups of {row} are too many: row {row} closes with the group number "
                "{useful}, the rest would do nothing",
                row=LOWEST_SUM + row,
                wanted=wanted,
                useful=useful,
            )
    raise AssertionError(f"{text!r} is legal")

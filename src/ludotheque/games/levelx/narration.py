"""Narration of Level X: what is awaited, what a move does, what has happened."""

from typing import Any

from msgspec import Struct

from ...core.language import Language
from ...core.state import State
from .groups import LOWEST_SUM, ROWS
from .notation import PASS

Snapshot = dict[str, Any]


class RowEffect(Struct, frozen=True):
    """What a move does in one row."""

    row: int  # its number, 5 to 10
    chips: int  # taken
    space: int  # where the pawn stands afterwards, 0 if it is gone with its row
    sent_back: int | None  # the seat whose pawn had to leave the X
    closes: bool


def row_effects(before: Snapshot, after: Snapshot, seat: int) -> list[RowEffect]:
    """What has changed for a seat, row by row, between two snapshots."""
    effects = []
    had, has = before["won"][seat], after["won"][seat]
    start, end = before["pawns"][seat], after["pawns"][seat]
    for row in range(ROWS):
        chips = has[row] - had[row]
        if not chips and end[row] == start[row]:
            continue
        closes = after["chips"][row] == 0
        losers = [
            other
            for other, pawns in enumerate(before["pawns"])
            if other != seat and pawns[row] and not after["pawns"][other][row]
        ]
        effects.append(
            RowEffect(
                row=LOWEST_SUM + row,
                chips=chips,
                space=end[row],
                sent_back=losers[0] if losers and not closes else None,
                closes=closes,
            )
        )
    return effects


def new_tiles(before: Snapshot, after: Snapshot, seat: int) -> list[int]:
    tiles: list[int] = after["bonus"][seat][len(before["bonus"][seat]) :]
    return tiles


def ask(state: State, names: list[str], language: Language) -> str:
    """What is asked of whom, in a sentence."""
    seat, roller = state.seat, state.roller
    if seat is not None:
        return language("{name}, group your dice: sums from 5 to 10.", name=names[seat])
    if roller is not None:
        return language("{name}, roll the four dice.", name=names[roller])
    return language("The first seat is drawn by lot.")


def effect(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move brings, in a few words; the two states are before and after it."""
    assert before.seat is not None
    return effect_between(before.snapshot(), after.snapshot(), before.seat, names, language)


def effect_between(
    old: Snapshot, new: Snapshot, seat: int, names: list[str], language: Language
) -> str:
    """The same from two snapshots, for a caller that describes many moves of one position."""
    said = [row_words(each, names, language) for each in row_effects(old, new, seat)]
    said += [language("bonus tile {tile}", tile=tile) for tile in new_tiles(old, new, seat)]
    return " · ".join(said)


def brief(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move brings, short enough for a list: where pawns go (→), chips (◉), tiles (★)."""
    seat = before.seat
    assert seat is not None
    old, new = before.snapshot(), after.snapshot()
    spaces = before.record.spaces.tolist()
    marks = []
    for done in row_effects(old, new, seat):
        if done.chips:
            marks.append(
                f"{done.row} +{done.chips}◉"
                + ("" if done.sent_back is None else f" ↩{names[done.sent_back]}")
                + (" ✕" if done.closes else "")
            )
        else:
            marks.append(f"{done.row} → {done.space}/{spaces[done.row - LOWEST_SUM]}")
    marks += [f"★{tile}" for tile in new_tiles(old, new, seat)]
    return " · ".join(marks)


def legend(language: Language) -> str:
    """What the marks of `brief` mean."""
    return language(
        "In the list: 5 → 2/4 is row 5, space 2 of 4 · ◉ a chip · ↩ somebody sent back · "
        "✕ the row closes · ★ a bonus tile"
    )


def row_words(done: RowEffect, names: list[str], language: Language) -> str:
    if not done.chips:
        return language("row {row}: space {space}", row=done.row, space=done.space)
    text = language.plural(
        "row {row}: {count} chip", "row {row}: {count} chips", done.chips, row=done.row
    )
    if done.sent_back is not None:
        text += language(", {name} is sent back", name=names[done.sent_back])
    if done.closes:
        text += language(", row closed")
    return text


def is_silent(before: State) -> bool:
    """Whether the draws of a throw are not told: dice are told with the move that uses them."""
    return bool(before.plain.first >= 0)


def tell(
    before: State, event: dict[str, Any], after: State, names: list[str], language: Language
) -> str | None:
    """What an event of a record did, in a sentence; None while a throw is under way."""
    if "draw" in event:
        if is_silent(before):
            return None
        return language("{name} begins.", name=names[after.plain.first])
    old, new = before.shared_snapshot(), after.shared_snapshot()
    seat, move = event["seat"], event["move"]
    dice = language.die("-".join(map(str, old["dice"])))
    if move == PASS:
        said = language("{name} rolls {dice} and passes", name=names[seat], dice=dice)
    else:
        said = language(
            "{name} rolls {dice} and plays {move}", name=names[seat], dice=dice, move=move
        )
        said += f" — {effect_between(old, new, seat, names, language)}"
    if new["last_round"] and not old["last_round"]:
        said += language("; the last round has begun")
    return f"{said}."

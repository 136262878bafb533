"""What the line of last moves is drawn from: the card played, and which dice it moved where."""

from collections.abc import Callable
from typing import Any

from ...core.state import State
from .notation import Notation
from .preview import dice_moved
from .snapshots import dice_in_throw, dice_looks, members

Data = dict[str, Any]
PICK = "pick"  # the verb of choosing dice for the roll-off


def last_move_of(
    before: State,
    events: list[Data],
    after: State,
    notation: Notation,
    public_text: Callable[[str], str],
) -> Data | None:
    """A move as everybody sees it, or the dice of the race that have fallen; None for cards."""
    move = next((event["move"] for event in events if "move" in event), None)
    if move is None:
        return fallen_dice(before, after)
    code = notation.read(move)
    assert code is not None
    verb, _, picked = move.partition(":")
    if verb == PICK:
        looks = [notation.dice.index(die) for die in picked.split(",")]
        return {"move": PICK, "picked": looks, "ways": []}
    moved = dice_moved(before, after.plain, code)
    return {"move": public_text(move), "ways": ways_of(moved, before.plain, after.plain)}


def ways_of(moved: int, before: Any, after: Any) -> list[Data]:
    """The dice that went from one group to another, together; the foremost first.

    Dice are told by their look, as a number: in notation they would read like objectives.
    """
    ways: dict[tuple[int, int], int] = {}
    start, end = numbers_of_groups(before, moved), numbers_of_groups(after, moved)
    for die in members(moved):
        way = (end[die], start[die])
        ways[way] = ways.get(way, 0) | 1 << die
    return [
        {"from": first, "to": last, "dice": dice_looks(after, dice)}
        for (last, first), dice in sorted(ways.items())
    ]


def numbers_of_groups(record: Any, dice: int) -> dict[int, int]:
    """The number of each of these dice's group, the lead being 1; gap cards do not count."""
    groups = [group & dice for group in record.line[: record.places] if group]
    return {die: number for number, group in enumerate(groups, 1) for die in members(group)}


def fallen_dice(before: State, after: State) -> Data | None:
    """The dice of a throw, where it is not the first one: all thirty make the race then."""
    thrown = dice_in_throw(before.plain)
    if not thrown or not before.plain.places:
        return None
    return {"fallen": dice_looks(after.plain, thrown)}

"""Preview of a legal move: its label, its effect in words, and the dice that it moves."""

from typing import Any

from ...core.state import State
from .browser import road_of, worth_of
from .labels import Labels
from .moves import (
    ADVANCE,
    BRING_UP,
    COLOUR_FIRST,
    CRASH,
    FLIP,
    GAP,
    GOAL,
    JOKER_FOR,
    SPRINT,
    SWAP,
    action_of,
    first_of,
    second_of,
)
from .road import COLOURS, VALUES, advance_target, group_at, matching_dice
from .snapshots import dice_in, dice_in_throw

Data = dict[str, Any]


def preview_of(
    state: State, after: State, move: str, labels: Labels, objectives: list[int], bonus: int
) -> Data:
    """A legal move, and the road after it with what the mover's objectives are worth then.

    The end of a stage is not shown: who has only looked at a move still sees the road as it was.
    """
    code = labels.notation.read(move)
    assert code is not None
    moved = dice_in(dice_moved(state, after.plain, code))
    changes_road = bool(moved) or action_of(code) == GAP
    road = (after if changes_road else state).plain
    return {
        "label": labels.button(move),
        "say": labels.effect(move, after.record, moved=len(moved)),
        "moved": moved,
        "road": {**road_of(road), "air": dice_in_throw(after.plain)},
        "worth": worth_of(road, objectives, bonus, labels.notation),
    }


def dice_moved(state: State, after: Any, code: int) -> int:
    """The dice that a move moves to another group, or turns over."""
    record, action = state.plain, action_of(code)
    first, second = first_of(code), second_of(code)
    if action in (ADVANCE, JOKER_FOR):
        return movers(record, first)
    if action == GOAL:
        return movers_of_goal(state.copy().record, first, second)
    if action == SWAP:
        return int(group_at(record, first) | group_at(record, first + 1))
    if action == BRING_UP:
        return int(record.line[record.places - 1])
    if action == SPRINT:
        return int(after.line[0])
    if action == CRASH:
        return int(record.line[0] & after.line[after.places - 1])
    if action == FLIP:
        return int(group_at(record, first) & record.values[second])
    return 0


def movers(record: Any, target: int) -> int:
    """DR-3 The dice that advance: all that match, except those of a lead that matches entirely."""
    dice, lead = int(matching_dice(record, target)), int(record.line[0])
    return dice & ~lead if lead & dice == lead else dice


def movers_of_goal(record: Any, goal: int, order: int) -> int:
    """DR-9 The dice that move in the first advance or in the second, which are made."""
    targets = [goal // VALUES, COLOURS + goal % VALUES]
    dice = 0
    for target in targets if order == COLOUR_FIRST else reversed(targets):
        dice |= movers(record, target)
        advance_target(record, target)
    return dice

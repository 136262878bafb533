"""Previews of legal moves for the page: each move as steps to tap, with its effect.

A move's steps are the things on the table that a player taps one after another:

    card:joker  target:b        a card, then what it is for
    card:swap   joint:2         … or the joint behind group 2
    card:flip   group:2  target:6
    goal:b3     order:color     an objective, played openly
    reroll  card:value:6  group:3

All sprints are one entry: the player picks three dice of the lead, and the page then asks for the
preview of that sprint. So are all picks for the roll-off, an entry without any step: from the
beginning the player taps dice.
"""

from typing import Any

from .browser import RaceTable
from .labels import button_label, preview_text
from .layout import points_by_group, road_layout
from .moves import (
    ADVANCE,
    BRING_UP,
    COLOUR_FIRST,
    CRASH,
    FLIP,
    GOAL,
    JOKER_FOR,
    PICK,
    REROLL,
    SPRINT,
    SWAP,
    action_of,
    first_of,
    second_of,
)
from .road import COLOURS, VALUES, advance_target, group_at, matching_dice
from .snapshots import dice_in

Data = dict[str, Any]

SPRINTERS = 3
ROLL_OFF_DICE = 2


def choices(table: RaceTable) -> list[Data]:
    """The legal moves of the seat to move; all sprints together are one entry, as are all picks."""
    picking = [
        entry for entry in (any_sprint(table), any_pick(table)) if entry["verb"] in table.verbs
    ]
    verbs = [entry["verb"] for entry in picking]
    others = [move for move in table.moves if move.partition(":")[0] not in verbs]
    return [*picking, *(choice(table, move) for move in others)]


def any_sprint(table: RaceTable) -> Data:
    return picking_entry("sprint", ["card:sprint"], SPRINTERS, table.language("Sprint"))


def any_pick(table: RaceTable) -> Data:
    label = table.language("Two dice for the roll-off")
    return picking_entry("pick", [], ROLL_OFF_DICE, label)


def picking_entry(verb: str, steps: list[str], dice: int, label: str) -> Data:
    """All moves of a kind that names so many dice: the player picks them on the road."""
    return {"move": verb, "verb": verb, "steps": steps, "pick": dice, "label": label, "say": ""}


def choice(table: RaceTable, move: str) -> Data:
    """One legal move: its steps, its texts, and the road after it."""
    code = table.notation.read(move)
    assert code is not None
    after = table.state.copy()
    table.state.game.rules.make_move(after.record, code)
    moved = dice_moved(table, after.record, code)
    thrown = dice_thrown(after.record, code)
    verb = move.partition(":")[0]
    changed = bool(moved) or verb == "gap"
    return {
        "move": move,
        "verb": verb,
        "steps": steps_of(table, move),
        "label": button_label(table, move),
        "say": preview_text(table, move, after.record, moved=len(moved)),
        "scene": road_layout(after.record) if changed else None,
        "moved": moved,
        "thrown": thrown,
        "worth": worth_of_goals(table, after.record, changed=changed),
    }


def worth_of_goals(table: RaceTable, after: Any, *, changed: bool) -> dict[str, list[int]]:
    """The points of the owner's objectives after the move, group by group."""
    if not changed:
        return {goal["goal"]: goal["worth"] for goal in table.goals}
    numbers = {goal["goal"]: table.notation.dice.index(goal["goal"]) for goal in table.goals}
    return {goal: points_by_group(after, number, table.bonus) for goal, number in numbers.items()}


def steps_of(table: RaceTable, move: str) -> list[str]:
    """The steps of a move, in order."""
    verb, _, rest = move.partition(":")
    what, _, more = rest.partition(":")
    if verb == table.notation.reroll:
        return ["reroll", f"card:{more}", f"group:{what}"]
    match verb:
        case "joker":
            return ["card:joker", f"target:{what}"]
        case "swap" | "gap":
            return [f"card:{verb}", f"joint:{what}"]
        case "flip":
            return ["card:flip", f"group:{what}", f"target:{more}"]
        case "crash":
            return ["card:crash", f"die:{what}"]
        case "sprint":
            return ["card:sprint"]
        case "pick":
            return []
        case "goal":
            return [f"goal:{what}", f"order:{more}"]
        case "choose" | "exchange":
            return [f"goal:{what}"]
        case "discard":
            return [f"card:{rest}"]
    return [f"card:{move}"]


def dice_moved(table: RaceTable, after: Any, code: int) -> list[int]:
    """The dice that a move moves to another group, or turns over."""
    record, action = table.record, action_of(code)
    first, second = first_of(code), second_of(code)
    dice = 0
    if action in (ADVANCE, JOKER_FOR):
        dice = movers(record, first)
    elif action == GOAL:
        dice = movers_of_goal(table, first, second)
    elif action == SWAP:
        dice = group_at(record, first) | group_at(record, first + 1)
    elif action == BRING_UP:
        dice = record.line[record.places - 1]
    elif action == SPRINT:
        dice = after.line[0]
    elif action == CRASH:
        dice = record.line[0] & after.line[after.places - 1]
    elif action == FLIP:
        dice = group_at(record, first) & record.values[second]
    return dice_in(int(dice))


def dice_thrown(after: Any, code: int) -> list[int]:
    """The dice that a move rolls."""
    return dice_in(int(after.to_throw)) if action_of(code) in (REROLL, PICK) else []


def movers(record: Any, target: int) -> int:
    """DR-3 The dice that advance: all that match, except those of a lead that matches entirely."""
    dice, lead = int(matching_dice(record, target)), int(record.line[0])
    return dice & ~lead if lead & dice == lead else dice


def movers_of_goal(table: RaceTable, goal: int, order: int) -> int:
    """DR-9 The dice that move in the first advance or in the second."""
    record = table.state.copy().record
    targets = [goal // VALUES, COLOURS + goal % VALUES]
    dice = 0
    for target in targets if order == COLOUR_FIRST else reversed(targets):
        dice |= movers(record, target)
        advance_target(record, target)
    return dice

"""Moves of DiceRun as text: `color:b`, `sprint:r6,b1,b2`, `reroll:3:value:6` …; why one is refused.

The shared race parses and writes texts; this module says why a move is refused.
"""

from typing import Any

from ...core.errors import IllegalMove
from ...core.rule import DRAW, END
from .._race.cards import HAND, JOKER, NOTHING
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    CRASH,
    DISCARD,
    FLIP,
    GAP,
    GOAL,
    JOKER_FOR,
    PICK,
    REROLL,
    SPRINT,
    SWAP,
    action_of,
    first_of,
    second_of,
    third_of,
)
from .._race.road import count_dice, count_groups, dice_like, group_at
from .cards import (
    CRASH_CARD,
    FLIP_CARD,
    GAP_CARD,
    NOTATION,
    SPRINT_CARD,
    SURGE_CARD,
    SWAP_CARD,
)
from .move_generation import SPRINTERS
from .rules import CHOOSING, PICKING

write_move = NOTATION.write
public_text = NOTATION.public
VOCABULARY = NOTATION.vocabulary

#: The card that an action takes, where the action alone says it, and the action's rule.
CARD_OF = {
    JOKER_FOR: (JOKER, "DR-12"),
    SWAP: (SWAP_CARD, "DR-13"),
    SPRINT: (SPRINT_CARD, "DR-14"),
    BRING_UP: (SURGE_CARD, "DR-15"),
    FLIP: (FLIP_CARD, "DR-16"),
    GAP: (GAP_CARD, "DR-17"),
    CRASH: (CRASH_CARD, "DR-18"),
}
OUR_ACTIONS = {ADVANCE, REROLL, DISCARD, CHOOSE, GOAL, PICK, *CARD_OF}


def read_move(text: object) -> int | None:
    """The move a text names, legal or not; None if it names none."""
    move = NOTATION.read(text)
    return move if move is not None and action_of(move) in OUR_ACTIONS else None


def why_illegal(state: Any, text: object) -> IllegalMove:
    """The reason why this text is not a legal move now, with its rule."""
    if state.awaits == DRAW:
        return IllegalMove("not_awaited", "DR-8", "no move is awaited: something is to be drawn")
    if state.awaits == END:
        return IllegalMove("over", "DR-25", "the game is over")
    move = read_move(text)
    if move is None:
        return unreadable(state, text)
    action = action_of(move)
    if state.phase == PICKING or action == PICK:
        return wrong_pick(state, move)
    if state.phase == CHOOSING or action == CHOOSE:
        return wrong_choice(state, move)
    if action == GOAL:
        return wrong_goal(state, move)
    if action == REROLL:
        return not_in_hand(state, second_of(move), "DR-10") or wrong_reroll(state, move)
    if action == DISCARD:
        return not_in_hand(state, first_of(move), "DR-19") or IllegalMove(
            "can_play",
            "DR-19",
            "a card is discarded only where none of the hand can be played for its action",
        )
    card, rule = CARD_OF.get(action, (first_of(move), "DR-11"))
    return not_in_hand(state, card, rule) or impossible(state, move, rule)


def unreadable(state: Any, text: object) -> IllegalMove:
    if state.phase == PICKING:
        return IllegalMove(
            "unreadable",
            "DR-7",
            "{text!r} is not a move: write the two dice that you pick, such as 'pick:r6,b1'",
            text=text,
        )
    return IllegalMove(
        "unreadable",
        "DR-8",
        "{text!r} is not a move: write such as 'color:b', 'swap:2', 'sprint:r6,b1,b2', "
        "'goal:b3:color' or 'reroll:3:joker'",
        text=text,
    )


def wrong_pick(state: Any, move: int) -> IllegalMove:
    if state.phase != PICKING:
        return IllegalMove(
            "no_roll_off", "DR-7", "dice are picked to see who begins, before the first turn"
        )
    if action_of(move) != PICK:
        return IllegalMove(
            "pick_awaited",
            "DR-7",
            "the race has not begun: pick two dice of the group for the roll-off with 'pick:'",
        )
    dice = [first_of(move), second_of(move)]
    if dice != sorted(dice):
        return wrong_spelling("DR-7", "pick", dice)
    missing = (die for die in dice if dice.count(die) > count_dice(dice_like(state, die)))
    return IllegalMove(
        "not_in_group",
        "DR-7",
        "the group has no such die, or only one: {die}",
        die=NOTATION.dice[next(missing)],
    )


def wrong_spelling(rule: str, verb: str, dice: list[int]) -> IllegalMove:
    return IllegalMove(
        "spelling",
        rule,
        "write the dice by colour, then value: '{spelling}'",
        spelling=f"{verb}:" + ",".join(NOTATION.dice[die] for die in sorted(dice)),
    )


def wrong_choice(state: Any, move: int) -> IllegalMove:
    if state.phase != CHOOSING:
        return IllegalMove(
            "no_stage_end", "DR-21", "objectives are chosen at the end of a stage, not now"
        )
    if action_of(move) != CHOOSE:
        return IllegalMove(
            "choice_awaited",
            "DR-21",
            "the stage is over: choose one of your objectives with 'choose:' and what it shows",
        )
    return not_own_goal(move, "DR-21")


def wrong_goal(state: Any, move: int) -> IllegalMove:
    played = state.open_goals[state.seat]
    if played != NOTHING:
        return IllegalMove(
            "goal_played",
            "DR-9",
            "one of your objectives is open already: only one is played in a stage",
        )
    return not_own_goal(move, "DR-9")


def not_own_goal(move: int, rule: str) -> IllegalMove:
    return IllegalMove(
        "not_own_goal",
        rule,
        "{goal} is none of your objectives",
        goal=NOTATION.dice[first_of(move)],
    )


def not_in_hand(state: Any, card: int, rule: str) -> IllegalMove | None:
    if state.hands[state.seat, card] > 0:
        return None
    return IllegalMove(
        "not_in_hand",
        rule,
        "the card {card} is not among the {count} of your hand",
        card=NOTATION.cards[card],
        count=HAND,
    )


def wrong_reroll(state: Any, move: int) -> IllegalMove:
    if state.rerolled == state.seat:
        return IllegalMove(
            "rerolled_last",
            "DR-10",
            "you made the latest reroll: another player must reroll before you do again",
        )
    if first_of(move) == 1:
        return IllegalMove("reroll_lead", "DR-10", "the lead is never rerolled")
    return no_group(state, first_of(move), "DR-10")


def no_group(state: Any, number: int, rule: str) -> IllegalMove:
    groups = int(count_groups(state))
    return IllegalMove(
        "no_group",
        rule,
        "there is no group {number}: the race has {groups}",
        number=number,
        groups=groups,
    )


def impossible(state: Any, move: int, rule: str) -> IllegalMove:
    """The error for a card that the seat has, but whose action is not possible now."""
    action, groups = action_of(move), int(count_groups(state))
    if action == SWAP:
        return wrong_swap(state, first_of(move), groups)
    if action == SPRINT:
        return wrong_sprint(state, move)
    if action == BRING_UP:
        return too_few_groups(rule, 3, groups)
    if action == FLIP:
        return wrong_flip(state, move, groups)
    if action == GAP:
        if groups < 2:
            return too_few_groups(rule, 2, groups)
        return nothing_behind(state, first_of(move), groups, rule)
    if groups < 2:
        return too_few_groups(rule, 2, groups)
    return not_in_lead(first_of(move), rule)


def too_few_groups(rule: str, needed: int, groups: int) -> IllegalMove:
    return IllegalMove(
        "too_few_groups",
        rule,
        "this takes at least {needed} groups, and the race has {groups}",
        needed=needed,
        groups=groups,
    )


def nothing_behind(state: Any, number: int, groups: int, rule: str) -> IllegalMove:
    if number > groups:
        return no_group(state, number, rule)
    return IllegalMove("nothing_behind", rule, "no group follows group {number}", number=number)


def wrong_swap(state: Any, number: int, groups: int) -> IllegalMove:
    if groups < 3:
        return too_few_groups("DR-13", 3, groups)
    if number == 1:
        return IllegalMove("swap_lead", "DR-13", "the lead is never swapped")
    return nothing_behind(state, number, groups, "DR-13")


def wrong_sprint(state: Any, move: int) -> IllegalMove:
    lead = group_at(state, 1)
    size = int(count_dice(lead))
    if size <= SPRINTERS:
        return IllegalMove(
            "lead_too_small",
            "DR-14",
            "a sprint takes a lead of four dice or more, and it has {size}",
            size=size,
        )
    dice = [first_of(move), second_of(move), third_of(move)]
    if dice != sorted(dice):
        return wrong_spelling("DR-14", "sprint", dice)
    missing = (die for die in dice if dice.count(die) > count_dice(lead & dice_like(state, die)))
    return not_in_lead(next(missing), "DR-14")


def not_in_lead(die: int, rule: str) -> IllegalMove:
    return IllegalMove(
        "not_in_lead", rule, "the lead has no such die, or too few: {die}", die=NOTATION.dice[die]
    )


def wrong_flip(state: Any, move: int, groups: int) -> IllegalMove:
    number, value = first_of(move), second_of(move)
    if number > groups:
        return no_group(state, number, "DR-16")
    return IllegalMove(
        "no_such_value",
        "DR-16",
        "group {number} has no die that shows {value}",
        number=number,
        value=value + 1,
    )

"""Encoding of a race's moves as integers: an action and up to three operands.

    move = action + 32·first + 1024·second + 32768·third

Operands: a target is a colour (0 … 4) or a value (5 … 10 for the values 1 … 6); a group is its
number from the lead (1 …); a card is its kind; an objective, or a kind of dice, is
6·colour + value − 1.
"""

from typing import Any

from ...core.rule import rule

ADVANCE = 0  # target: a card of that colour or value
JOKER_FOR = 1  # target
SWAP = 2  # the front group of the two
GAP = 3  # the group ahead of the card
BRING_UP = 4  # nothing: surge, overtake
REROLL = 5  # group, card laid down: reroll, tumble
DISCARD = 6  # card
CHOOSE = 7  # objective
SPRINT = 8  # three dice, in rising order
FLIP = 9  # group, value (0 … 5)
CRASH = 10  # die
GOAL = 11  # objective, COLOUR_FIRST or VALUE_FIRST
EXCHANGE = 12  # objective
PICK = 13  # two dice, in rising order

COLOUR_FIRST, VALUE_FIRST = 0, 1

BITS_EACH = 5
MASK = (1 << BITS_EACH) - 1


@rule
def move_of(action: Any, first: Any, second: Any, third: Any) -> Any:
    return action | first << BITS_EACH | second << (2 * BITS_EACH) | third << (3 * BITS_EACH)


@rule
def action_of(move: Any) -> Any:
    return move & MASK


@rule
def first_of(move: Any) -> Any:
    return (move >> BITS_EACH) & MASK


@rule
def second_of(move: Any) -> Any:
    return (move >> (2 * BITS_EACH)) & MASK


@rule
def third_of(move: Any) -> Any:
    return (move >> (3 * BITS_EACH)) & MASK

"""The road: thirty dice in a line of groups, the lead first, with gap cards between them.

A set of dice is a bitboard, one bit for each die: die i of colour c is bit 6·c + i. The line is a
list of such sets from the lead backwards, and an empty set in it is a gap card. So a gap card is
what the rulebooks call it, a virtual group, and advancing needs no special case for it.

Groups are numbered from the lead, 1, 2, 3 …; gap cards have no number. A *place* is an index into
the line. Rules that can remove gap cards from the road return how many, for the game to discard.
"""

from typing import Any

import numpy as np

from ...core.rule import rule

COLOURS = 5
VALUES = 6  # faces of a die
DICE_OF_COLOUR = 6
DICE = COLOURS * DICE_OF_COLOUR
ALL_DICE = (1 << DICE) - 1
MOST_GAPS = 24  # gap cards of the largest box
MOST_PLACES = DICE + MOST_GAPS

#: The fields of a state that the road needs.
ROAD: list[tuple[Any, ...]] = [
    ("line", np.int32, MOST_PLACES),  # sets of dice from the lead backwards; 0 is a gap card
    ("places", np.int32),  # how many of them there are; 0 before the dice have been rolled
    ("values", np.int32, VALUES),  # the dice that show 1, 2, … 6
    ("to_throw", np.int32),  # dice of the throw under way that are still in the hand
    ("thrown", np.int32, VALUES),  # … and those that have fallen, by what they show
]

TABLE_BITS = 10
BITS = np.array([number.bit_count() for number in range(1 << TABLE_BITS)], np.int32)
LOW_BITS = (1 << TABLE_BITS) - 1


@rule
def count_dice(dice: Any) -> Any:
    """How many dice a set has."""
    return (
        BITS[dice & LOW_BITS]
        + BITS[(dice >> TABLE_BITS) & LOW_BITS]
        + BITS[dice >> (2 * TABLE_BITS)]
    )


@rule
def dice_of_colour(colour: Any) -> Any:
    """The six dice of a colour (0 … 4)."""
    return ((1 << DICE_OF_COLOUR) - 1) << (DICE_OF_COLOUR * colour)


@rule
def matching_dice(state: Any, target: Any) -> Any:
    """The dice of a target: 0 … 4 is a colour, 5 … 10 the value 1 … 6."""
    if target < COLOURS:
        return dice_of_colour(target)
    return state.values[target - COLOURS]


@rule
def dice_like(state: Any, kind: Any) -> Any:
    """The dice of one colour that show one value; the kind is 6·colour + value − 1."""
    return dice_of_colour(kind // VALUES) & state.values[kind % VALUES]


@rule
def first_dice(dice: Any, count: Any) -> Any:
    """The first `count` dice of a set, in dice order."""
    taken = 0
    for _ in range(count):
        taken |= dice & -dice
        dice &= dice - 1
    return taken


@rule
def alike_dice(state: Any, kind: Any, count: Any) -> Any:
    """The first `count` dice of one colour that show one value."""
    return first_dice(dice_like(state, kind), count)


# -- looking


@rule
def count_groups(state: Any) -> Any:
    groups = 0
    for place in range(state.places):
        if state.line[place] != 0:
            groups += 1
    return groups


@rule
def place_of(state: Any, number: Any) -> Any:
    """Where in the line group `number` stands; the lead is number 1."""
    place = 0
    left = number - 1
    while left > 0:
        place += 1
        if state.line[place] != 0:
            left -= 1
    return place


@rule
def group_at(state: Any, number: Any) -> Any:
    """The dice of group `number`."""
    return state.line[place_of(state, number)]


# -- moving


@rule
def insert(state: Any, place: Any, dice: Any) -> None:
    """Insert a group, or a gap card if there are no dice, at a place; what is there moves back."""
    for behind in range(state.places, place, -1):
        state.line[behind] = state.line[behind - 1]
    state.line[place] = dice
    state.places += 1


@rule
def cut_line(state: Any, places: Any) -> None:
    """Truncate the line to its first `places` places."""
    for place in range(places, state.places):
        state.line[place] = 0
    state.places = places


@rule
def advance(state: Any, dice: Any) -> Any:
    """DR-3, DR-4 Move dice of the set one group ahead; returns how many gap cards they entered.

    The line is processed from the lead backwards. Dice enter whatever is directly ahead at that
    point; groups that have become empty are removed from the line before. A gap card that dice
    enter becomes a group.
    """
    line = state.line
    leaders = line[0] & dice
    if leaders != 0 and leaders != line[0]:
        line[0] ^= leaders
        insert(state, 0, leaders)
    entered = 0
    settled = 1
    for place in range(1, state.places):
        group = line[place]
        movers = group & dice
        if movers != 0:
            if line[settled - 1] == 0:
                entered += 1
            line[settled - 1] |= movers
            group ^= movers
            if group == 0:
                continue
        line[settled] = group
        settled += 1
    cut_line(state, settled)
    return entered


@rule
def advance_target(state: Any, target: Any) -> Any:
    """Advance all dice of a colour (0 … 4) or a value (5 … 10); returns the gap cards entered."""
    return advance(state, matching_dice(state, target))


@rule
def swap_groups(state: Any, number: Any) -> None:
    """Groups `number` and `number` + 1 change places; gap cards stay where they lie."""
    front = place_of(state, number)
    back = place_of(state, number + 1)
    dice = state.line[front]
    state.line[front] = state.line[back]
    state.line[back] = dice


@rule
def break_away(state: Any, dice: Any) -> None:
    """Some dice of the lead, not all, form a new lead."""
    state.line[0] ^= dice
    insert(state, 0, dice)


@rule
def bring_up_last(state: Any) -> Any:
    """Move the last group directly behind the lead; returns how many gap cards that removes."""
    last = state.places - 1
    dice = state.line[last]
    places = last
    while state.line[places - 1] == 0:
        places -= 1
    cut_line(state, places)
    insert(state, 1, dice)
    return last - places


@rule
def fall_back(state: Any, dice: Any) -> Any:
    """Move dice of the lead to the last group; returns how many gap cards that removes."""
    state.line[0] ^= dice
    state.line[state.places - 1] |= dice
    if state.line[0] != 0:
        return 0
    gone = 1  # the empty lead itself, and the gap cards that followed it
    while state.line[gone] == 0:
        gone += 1
    for place in range(gone, state.places):
        state.line[place - gone] = state.line[place]
    cut_line(state, state.places - gone)
    return gone - 1


@rule
def place_gap(state: Any, number: Any) -> None:
    """A gap card comes to lie behind group `number`."""
    insert(state, place_of(state, number) + 1, 0)


@rule
def turn_over(state: Any, number: Any, value: Any) -> None:
    """All dice of group `number` that show the value (0 … 5) turn to the opposite face."""
    dice = group_at(state, number) & state.values[value]
    state.values[value] ^= dice
    state.values[VALUES - 1 - value] |= dice


# -- throwing


@rule
def take_in_hand(state: Any, dice: Any) -> None:
    """These dice are going to be thrown; until all have fallen the road shows the old faces."""
    state.to_throw = dice


@rule
def let_fall(state: Any, value: Any) -> Any:
    """The next die, in dice order, shows a value (0 … 5); True when it was the last one.

    Dice thrown together show together.
    """
    die = state.to_throw & -state.to_throw
    state.thrown[value] |= die
    state.to_throw ^= die
    if state.to_throw != 0:
        return False
    fallen = 0
    for face in range(VALUES):
        fallen |= state.thrown[face]
    for face in range(VALUES):
        state.values[face] = (state.values[face] & ~fallen) | state.thrown[face]
        state.thrown[face] = 0
    return True


@rule
def line_up(state: Any) -> None:
    """DR-1 All dice form one group."""
    state.line[0] = ALL_DICE
    state.places = 1

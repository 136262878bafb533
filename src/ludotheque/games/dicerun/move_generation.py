"""Move generation of DiceRun: lists the codes of all legal moves, rule by rule."""

from math import comb
from typing import Any

import numpy as np

from ...core.rule import rule
from .._race.cards import (
    HAND,
    JOKER,
    NOTHING,
    OBJECTIVES,
    TARGETS,
)
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    COLOUR_FIRST,
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
    VALUE_FIRST,
    move_of,
)
from .._race.road import DICE, VALUES, count_dice, count_groups, dice_like
from .cards import (
    FLIP_CARD,
    GAP_CARD,
    KINDS,
    SPRINT_CARD,
    SURGE_CARD,
    SWAP_CARD,
)

GOALS = 4  # DR-5 objectives each
SPRINTERS = 3  # DR-14

#: An upper bound: three of thirty dice that all differ for a sprint, and on top of that advances,
#: a joker's targets, swaps, gaps and rerolls by group, flips and crashes by die, and objectives.
MOST_MOVES = (
    comb(DICE, SPRINTERS) + HAND + TARGETS + (2 + HAND) * DICE + 2 * DICE + 2 * GOALS + HAND
)


@rule
def list_turn(state: Any, into: Any) -> Any:
    """All that the seat to move may do: cards first, then objectives and rerolls."""
    seat = state.seat
    groups = count_groups(state)
    count = 0
    for card in range(KINDS):
        if state.hands[seat, card] > 0:
            count = list_plays(state, card, groups, into, count)
    if count == 0:
        count = list_discards(state, seat, into, count)
    if state.open_goals[seat] == NOTHING:
        count = list_goals(state, seat, into, count)
    if state.rerolled != seat:
        count = list_rerolls(state, seat, groups, into, count)
    return count


@rule
def list_plays(state: Any, card: Any, groups: Any, into: Any, count: Any) -> Any:
    """DR-19 What a card can do now, if it can do anything."""
    if card < TARGETS:  # DR-11
        into[count] = move_of(ADVANCE, card, 0, 0)
        return count + 1
    if card == JOKER:  # DR-12
        for target in range(TARGETS):
            into[count] = move_of(JOKER_FOR, target, 0, 0)
            count += 1
    elif card == SWAP_CARD:  # DR-13
        for number in range(2, groups):
            into[count] = move_of(SWAP, number, 0, 0)
            count += 1
    elif card == SPRINT_CARD:
        count = list_sprints(state, into, count)
    elif card == SURGE_CARD:  # DR-15
        if groups >= 3:
            into[count] = move_of(BRING_UP, 0, 0, 0)
            count += 1
    elif card == FLIP_CARD:
        count = list_flips(state, into, count)
    elif card == GAP_CARD:  # DR-17
        for number in range(1, groups):
            into[count] = move_of(GAP, number, 0, 0)
            count += 1
    elif groups >= 2:
        count = list_crashes(state, into, count)
    return count


@rule
def list_sprints(state: Any, into: Any, count: Any) -> Any:
    """DR-14 Three dice of the lead, of at least four; dice that look alike are alike."""
    lead = state.line[0]
    if count_dice(lead) <= SPRINTERS:
        return count
    looks = np.empty(DICE, np.int32)  # what the dice of the lead look like
    copies = np.empty(DICE, np.int32)  # and how many look so
    kinds = 0
    for look in range(DICE):
        alike = count_dice(lead & dice_like(state, look))
        if alike > 0:
            looks[kinds] = look
            copies[kinds] = alike
            kinds += 1
    for one in range(kinds):
        for two in range(one, kinds):
            if two == one and copies[one] < 2:
                continue
            for three in range(two, kinds):
                if three == two and copies[two] < (3 if two == one else 2):
                    continue
                into[count] = move_of(SPRINT, looks[one], looks[two], looks[three])
                count += 1
    return count


@rule
def list_flips(state: Any, into: Any, count: Any) -> Any:
    """DR-16 A group and a value present in it."""
    number = 0
    for place in range(state.places):
        group = state.line[place]
        if group != 0:
            number += 1
            for value in range(VALUES):
                if group & state.values[value] != 0:
                    into[count] = move_of(FLIP, number, value, 0)
                    count += 1
    return count


@rule
def list_crashes(state: Any, into: Any, count: Any) -> Any:
    """DR-18 A die of the lead."""
    lead = state.line[0]
    for die in range(DICE):
        if lead & dice_like(state, die) != 0:
            into[count] = move_of(CRASH, die, 0, 0)
            count += 1
    return count


@rule
def list_discards(state: Any, seat: Any, into: Any, count: Any) -> Any:
    """DR-19 No card can be played: any of them may go."""
    for card in range(KINDS):
        if state.hands[seat, card] > 0:
            into[count] = move_of(DISCARD, card, 0, 0)
            count += 1
    return count


@rule
def list_goals(state: Any, seat: Any, into: Any, count: Any) -> Any:
    """DR-9 An objective of one's own, in either order."""
    for goal in range(OBJECTIVES):
        if (state.goals[seat] >> goal) & 1 != 0:
            into[count] = move_of(GOAL, goal, COLOUR_FIRST, 0)
            into[count + 1] = move_of(GOAL, goal, VALUE_FIRST, 0)
            count += 2
    return count


@rule
def list_rerolls(state: Any, seat: Any, groups: Any, into: Any, count: Any) -> Any:
    """DR-10 Any group but the lead, for any card of the hand."""
    for card in range(KINDS):
        if state.hands[seat, card] > 0:
            for number in range(2, groups + 1):
                into[count] = move_of(REROLL, number, card, 0)
                count += 1
    return count


@rule
def list_picks(state: Any, into: Any) -> Any:
    """DR-7 Any two dice of the group; dice that look alike are alike."""
    looks = np.empty(DICE, np.int32)  # what the dice look like
    pairs = np.empty(DICE, np.bool_)  # and whether two of them or more look so
    kinds = 0
    for look in range(DICE):
        alike = dice_like(state, look)
        if alike != 0:
            looks[kinds] = look
            pairs[kinds] = alike & (alike - 1) != 0
            kinds += 1
    count = 0
    for one in range(kinds):
        for two in range(one if pairs[one] else one + 1, kinds):
            into[count] = move_of(PICK, looks[one], looks[two], 0)
            count += 1
    return count


@rule
def list_choices(state: Any, into: Any) -> Any:
    """DR-21 One of the objectives that are left."""
    count = 0
    for goal in range(OBJECTIVES):
        if (state.goals[state.seat] >> goal) & 1 != 0:
            into[count] = move_of(CHOOSE, goal, 0, 0)
            count += 1
    return count

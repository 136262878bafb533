"""Pruning of rerolls: for each group, keep only the reroll that costs the least useful card."""

from typing import Any

from ...core.rule import rule
from .cards import JOKER, NOTHING, OBJECTIVES
from .moves import REROLL, action_of, second_of
from .road import COLOURS, VALUES

#: How useful a card is: a joker; a card that does something else than advance dice; a card that
#: advances dice of an own objective, for each such objective.
JOKER_VALUE, OTHER_VALUE, OWN_VALUE = 5.0, 0.5, 1.0


@rule(inline=False)
def prune_rerolls(state: Any, goals: Any, moves: Any, count: Any) -> Any:
    """Drop rerolls that cost a more useful card than necessary; returns how many moves are left."""
    worst = least_useful_card(state.hands[state.seat], goals)
    left = 0
    for place in range(count):
        move = moves[place]
        if action_of(move) != REROLL or second_of(move) == worst:
            moves[left] = move
            left += 1
    return left


@rule
def least_useful_card(hand: Any, goals: Any) -> Any:
    """The least useful card of a hand, for somebody with these objectives."""
    worst, least = NOTHING, JOKER_VALUE + OBJECTIVES
    for card in range(hand.shape[0]):
        if hand[card] > 0:
            value = usefulness(card, goals)
            if value < least:
                worst, least = card, value
    return worst


@rule
def usefulness(card: Any, goals: Any) -> Any:
    if card == JOKER:
        return JOKER_VALUE
    if card > JOKER:
        return OTHER_VALUE
    value = 0.0
    for goal in range(OBJECTIVES):
        is_own = (goals >> goal) & 1 == 1
        if is_own and (card == goal // VALUES or card == COLOURS + goal % VALUES):
            value += OWN_VALUE
    return value

"""Rerolls that are worth a thought: whatever the group, one lays down the card one needs least."""

from typing import Any

from ...core.rule import rule
from .cards import JOKER, NOTHING, OBJECTIVES
from .moves import REROLL, action_of, second_of
from .road import COLOURS, VALUES

#: How hard it is to part with a card: a joker, one of those that do something else than advance
#: dice, or one that advances dice of an objective, for each of them.
JOKER_TIE, OTHER_TIE, OWN_TIE = 5.0, 0.5, 1.0


@rule(inline=False)
def spare_good_cards(state: Any, goals: Any, moves: Any, count: Any) -> Any:
    """Keep, in their order, all moves but rerolls for a better card than need be; how many."""
    worst = least_needed(state.hands[state.seat], goals)
    left = 0
    for place in range(count):
        move = moves[place]
        if action_of(move) != REROLL or second_of(move) == worst:
            moves[left] = move
            left += 1
    return left


@rule
def least_needed(hand: Any, goals: Any) -> Any:
    """The card that is given away most easily, by somebody who has these objectives."""
    worst, least = NOTHING, JOKER_TIE + OBJECTIVES
    for card in range(hand.shape[0]):
        if hand[card] > 0:
            tie = tie_to(card, goals)
            if tie < least:
                worst, least = card, tie
    return worst


@rule
def tie_to(card: Any, goals: Any) -> Any:
    if card == JOKER:
        return JOKER_TIE
    if card > JOKER:
        return OTHER_TIE
    tie = 0.0
    for goal in range(OBJECTIVES):
        is_own = (goals >> goal) & 1 == 1
        if is_own and (card == goal // VALUES or card == COLOURS + goal % VALUES):
            tie += OWN_TIE
    return tie

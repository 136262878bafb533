"""Move generation of Course de dés: lists the codes of all legal moves."""

from typing import Any

from ...core.rule import rule
from .._race.cards import HAND, JOKER, OBJECTIVES, TARGETS
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    DISCARD,
    EXCHANGE,
    GAP,
    JOKER_FOR,
    REROLL,
    SWAP,
    move_of,
)
from .._race.road import DICE, count_groups
from .cards import GAP_CARD, KINDS, SWAP_CARD
from .phases import PICK

VARIABLE_EACH = 4  # CD-15 Variable objectives that each seat is dealt

#: Three cards of three kinds, with as many groups as there are dice: a joker for every target, a
#: gap behind every group but the last, a swap of every two groups behind the lead; each of the
#: three cards laid down for every group behind the lead; every other objective in exchange.
MOST_MOVES = TARGETS + (DICE - 1) + (DICE - 2) + HAND * (DICE - 1) + (VARIABLE_EACH - 1)


@rule
def can_tumble(state: Any, seat: Any, groups: Any) -> Any:
    """CD-5 Not twice without somebody else's tumble between, and never the lead."""
    return state.rerolled != seat and groups > 1


@rule
def list_moves(state: Any, into: Any) -> Any:
    """CD-4, CD-5, CD-8, CD-15 What the seat may do: pick; or exchange, play, discard, tumble."""
    seat = state.seat
    if state.phase == PICK:
        return list_objectives(state, CHOOSE, into)
    count = 0
    if state.variable == 1 and state.exchanged == 0:
        count = list_objectives(state, EXCHANGE, into)
    groups = count_groups(state)
    before = count
    for card in range(KINDS):
        if state.hands[seat, card] > 0:
            count = list_plays(card, groups, into, count)
    nothing_to_play = count == before
    may_tumble = can_tumble(state, seat, groups)
    for card in range(KINDS):
        if state.hands[seat, card] > 0:
            if nothing_to_play:
                into[count] = move_of(DISCARD, card, 0, 0)
                count += 1
            if may_tumble:
                count = list_tumbles(card, groups, into, count)
    return count


@rule
def list_objectives(state: Any, action: Any, into: Any) -> Any:
    """CD-15 The seat's own objectives, but the one in force."""
    count = 0
    for objective in range(OBJECTIVES):
        is_own = (state.goals[state.seat] >> objective) & 1 == 1
        if is_own and objective != state.in_force[state.seat]:
            into[count] = move_of(action, objective, 0, 0)
            count += 1
    return count


@rule
def list_plays(card: Any, groups: Any, into: Any, count: Any) -> Any:
    """CD-6, CD-7 All ways to play a card for its action."""
    if card < TARGETS:
        into[count] = move_of(ADVANCE, card, 0, 0)
        count += 1
    elif card == JOKER:
        for target in range(TARGETS):
            into[count] = move_of(JOKER_FOR, target, 0, 0)
            count += 1
    elif card == GAP_CARD:
        for group in range(1, groups):
            into[count] = move_of(GAP, group, 0, 0)
            count += 1
    elif card == SWAP_CARD:
        for group in range(2, groups):
            into[count] = move_of(SWAP, group, 0, 0)
            count += 1
    elif groups >= 3:
        into[count] = move_of(BRING_UP, 0, 0, 0)
        count += 1
    return count


@rule
def list_tumbles(card: Any, groups: Any, into: Any, count: Any) -> Any:
    """CD-5 A card laid down for any group but the lead."""
    for group in range(2, groups + 1):
        into[count] = move_of(REROLL, group, card, 0)
        count += 1
    return count

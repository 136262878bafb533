"""Effects of the movement cards of DiceRun."""

from typing import Any

from ...core.rule import rule
from .._race.cards import JOKER, discard_card
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CRASH,
    FLIP,
    GAP,
    JOKER_FOR,
    SPRINT,
    SWAP,
    first_of,
    second_of,
    third_of,
)
from .._race.road import (
    advance_target,
    break_away,
    bring_up_last,
    dice_like,
    fall_back,
    first_dice,
    place_gap,
    swap_groups,
    turn_over,
)
from .cards import CRASH_CARD, FLIP_CARD, GAP_CARD, SPRINT_CARD, SURGE_CARD, SWAP_CARD


@rule
def lift_gaps(state: Any, count: Any) -> None:
    """DR-4 Gap cards that leave the road are discarded."""
    state.discard[GAP_CARD] += count


@rule
def play_card(state: Any, action: Any, move: Any) -> None:
    """DR-8 The action of a card, and the card discarded; DR-19 or only discarded."""
    seat = state.seat
    first = first_of(move)
    if action == ADVANCE:
        discard_card(state, seat, first)
        lift_gaps(state, advance_target(state, first))
    elif action == JOKER_FOR:
        discard_card(state, seat, JOKER)
        lift_gaps(state, advance_target(state, first))
    elif action == SWAP:
        discard_card(state, seat, SWAP_CARD)
        swap_groups(state, first)
    elif action == SPRINT:
        discard_card(state, seat, SPRINT_CARD)
        sprint(state, first, second_of(move), third_of(move))
    elif action == BRING_UP:
        discard_card(state, seat, SURGE_CARD)
        lift_gaps(state, bring_up_last(state))
    elif action == FLIP:
        discard_card(state, seat, FLIP_CARD)
        turn_over(state, first, second_of(move))
    elif action == GAP:
        state.hands[seat, GAP_CARD] -= 1
        place_gap(state, first)
    elif action == CRASH:
        discard_card(state, seat, CRASH_CARD)
        lift_gaps(state, fall_back(state, first_dice(state.line[0] & dice_like(state, first), 1)))
    else:
        discard_card(state, seat, first)


@rule
def sprint(state: Any, one: Any, two: Any, three: Any) -> None:
    """DR-14 Which of several dice that look alike goes does not matter: the first ones go."""
    lead = state.line[0]
    dice = first_dice(lead & dice_like(state, one), 1)
    dice |= first_dice(lead & dice_like(state, two) & ~dice, 1)
    dice |= first_dice(lead & dice_like(state, three) & ~dice, 1)
    break_away(state, dice)

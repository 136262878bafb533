"""Cards as counts: a pile without an order of its own, hands, what is discarded and what is hidden.

Card kinds are numbered in the card order of the game: 0 … 4 the colours, 5 … 10 the values, 11 the
joker, then whatever the game has. Objectives are numbered 6·colour + value − 1, and a set of them
is a whole number with one bit for each.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .road import COLOURS, DICE_OF_COLOUR, MOST_GAPS, VALUES, first_dice

MOST_SEATS = 6
HAND = 3  # movement cards each
STAGES = 4
TARGETS = COLOURS + VALUES  # what can advance: a colour or a value; also the first kinds of cards
JOKER = TARGETS
OBJECTIVES = COLOURS * VALUES
ALL_OBJECTIVES = (1 << OBJECTIVES) - 1
MOST_COPIES = MOST_GAPS  # of one kind of card, in the largest box
NOTHING = -1

assert DICE_OF_COLOUR == VALUES, "dice and objectives are numbered alike"


def card_fields(kinds: int) -> list[tuple[Any, ...]]:
    """The fields of a state that cards need, for a game with so many kinds of cards."""
    return [
        ("deck", np.int32, kinds),  # what the pile holds of each kind, all packs together
        ("pile", np.int32),  # how many cards that makes
        ("hands", np.int32, (MOST_SEATS, kinds)),
        ("discard", np.int32, kinds),  # discarded openly
        ("buried", np.int32, (MOST_SEATS, kinds)),  # discarded face down, by seat
        ("face_down", np.int32),  # the card that lies face down, NOTHING without one
        ("rerolled", np.int32),  # the seat of the latest reroll, who laid it; NOTHING without one
        ("undealt", np.int32),  # objectives that nobody has had
        ("goals", np.int32, MOST_SEATS),  # objectives of each seat, neither played nor spent
        ("spent", np.int32, (MOST_SEATS, STAGES + 1)),  # those revealed, by stage
        ("spent_count", np.int32, MOST_SEATS),
    ]


def lay_out_cards(state: Any, deck: list[int]) -> None:
    """The whole deck in the pile, nothing dealt. For `set_up`."""
    state.deck[:] = deck
    state.pile = sum(deck)
    state.face_down = state.rerolled = NOTHING
    state.undealt = ALL_OBJECTIVES
    state.spent[:] = NOTHING


# -- movement cards


@rule
def draw_card(state: Any, seat: Any, k: Any) -> None:
    """The k-th of the pile's cards, laid out in card order, goes to a seat's hand."""
    card = 0
    left = k
    while left >= state.deck[card]:
        left -= state.deck[card]
        card += 1
    state.deck[card] -= 1
    state.pile -= 1
    state.hands[seat, card] += 1


@rule
def discard_card(state: Any, seat: Any, card: Any) -> None:
    """A card of the hand is discarded openly."""
    state.hands[seat, card] -= 1
    state.discard[card] += 1


@rule
def lay_face_down(state: Any, seat: Any, card: Any) -> None:
    """A card of the hand is laid down for a reroll; the one that lay there is discarded unseen."""
    state.hands[seat, card] -= 1
    if state.face_down >= 0:
        state.buried[state.rerolled, state.face_down] += 1
    state.face_down = card
    state.rerolled = seat


# -- objectives


@rule
def count_objectives(objectives: Any) -> Any:
    count = 0
    while objectives != 0:
        objectives &= objectives - 1
        count += 1
    return count


@rule
def number_of(objective: Any) -> Any:
    """The number of the only (or first) objective of a set."""
    number = 0
    while (objective >> number) & 1 == 0:
        number += 1
    return number


@rule
def draw_objective(state: Any, seat: Any, k: Any) -> Any:
    """The k-th objective left, by colour and value, goes to a seat; its number."""
    before = first_dice(state.undealt, k)
    drawn = first_dice(state.undealt ^ before, 1)
    state.undealt ^= drawn
    state.goals[seat] |= drawn
    return number_of(drawn)


@rule
def spend(state: Any, seat: Any, objective: Any) -> None:
    """An objective is revealed and out of the game, whether the seat still held it or not."""
    state.goals[seat] &= ~(1 << objective)
    state.spent[seat, state.spent_count[seat]] = objective
    state.spent_count[seat] += 1

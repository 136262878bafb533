"""Determinization of both races: the cards and objectives that a seat cannot see, dealt anew.

Determinization samples a complete state from a seat's information set, the states that it cannot
tell apart. Here all of them are equally likely. What is dealt depends on nothing but the generator
and on what the seat knows, so indistinguishable states become the same state.

Field access is slow in interpreted mode, so each field is read once.
"""

from typing import Any

import numpy as np

from ...core.rng import randbelow
from ...core.rule import rule
from .cards import NOTHING, count_objectives, number_of
from .road import first_dice


@rule(inline=False)
def deal_cards_anew(state: Any, seat: Any, generator: Any) -> None:
    """Deal anew the other hands and the cards that others have laid face down, from the pile.

    The pile has no order, and ends with as many cards as it had.
    """
    deck, hands, buried, players = state.deck, state.hands, state.buried, state.players
    left, sizes = int(state.pile), np.zeros((players, 2), np.int64)
    for other in range(players):
        if other != seat:
            sizes[other, 0] = put_back(hands[other], deck)
            sizes[other, 1] = put_back(buried[other], deck)
            left += sizes[other, 0] + sizes[other, 1]
    lies_unseen = state.rerolled != NOTHING and state.rerolled != seat
    if lies_unseen:
        deck[state.face_down] += 1
        state.face_down = take_any(deck, left + 1, generator)
    for other in range(players):
        if other != seat:
            deal(deck, left, hands[other], sizes[other, 0], generator)
            left -= sizes[other, 0]
            deal(deck, left, buried[other], sizes[other, 1], generator)
            left -= sizes[other, 1]


@rule
def put_back(cards: Any, deck: Any) -> Any:
    """Put all of these cards back into the pile; returns how many they are."""
    count = 0
    for card in range(cards.shape[0]):
        copies = cards[card]
        if copies != 0:
            deck[card] += copies
            cards[card] = 0
            count += copies
    return count


@rule
def deal(deck: Any, left: Any, cards: Any, count: Any, generator: Any) -> None:
    """Deal a number of random cards from the pile, given how many it has left."""
    for dealt in range(count):
        cards[take_any(deck, left - dealt, generator)] += 1


@rule
def take_any(deck: Any, left: Any, generator: Any) -> Any:
    """Take a random card out of the pile, uniformly."""
    k = randbelow(generator, left)
    card = 0
    while k >= deck[card]:
        k -= deck[card]
        card += 1
    deck[card] -= 1
    return card


@rule(inline=False)
def deal_goals_anew(state: Any, seat: Any, generator: Any) -> None:
    """Deal anew the other seats' objectives, from those that the seat has never seen."""
    goals, unseen = state.goals, int(state.undealt)
    for other in range(state.players):
        if other != seat:
            unseen |= int(goals[other])
    for other in range(state.players):
        if other != seat:
            dealt = 0
            for _ in range(count_objectives(int(goals[other]))):
                objective = any_objective(unseen, generator)
                unseen ^= objective
                dealt |= objective
            goals[other] = dealt
    state.undealt = unseen


@rule
def any_objective(objectives: Any, generator: Any) -> Any:
    """A random objective of a set, uniformly, as a set with one element."""
    k = randbelow(generator, count_objectives(objectives))
    return first_dice(objectives ^ first_dice(objectives, k), 1)


@rule
def any_goal(state: Any, seat: Any, generator: Any) -> Any:
    """The number of one of a seat's objectives."""
    return number_of(any_objective(int(state.goals[seat]), generator))

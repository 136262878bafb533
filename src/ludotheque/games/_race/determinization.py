"""What a seat cannot see, dealt anew: any state that the seat takes for possible, as likely as any.

`resample` makes one state from a View. A search wants thousands, and makes them from that one.
"""

from typing import Any

from ...core.rng import randbelow
from ...core.rule import rule
from .cards import NOTHING, count_objectives, number_of
from .road import first_dice


@rule(inline=False)
def deal_cards_anew(state: Any, seat: Any, generator: Any) -> None:
    """Cards in other hands, those that others have laid down unseen, and the pile."""
    laid_down = state.rerolled != NOTHING and state.rerolled != seat
    for other in range(state.players):
        if other != seat:
            for card in range(state.deck.shape[0]):
                put_back(state, card, state.hands[other, card] + state.buried[other, card])
    if laid_down:
        put_back(state, state.face_down, 1)
    for other in range(state.players):
        if other != seat:
            redraw(state, state.hands[other], generator)
            redraw(state, state.buried[other], generator)
    if laid_down:
        state.face_down = take_any(state, generator)


@rule
def put_back(state: Any, card: Any, copies: Any) -> None:
    state.deck[card] += copies
    state.pile += copies


@rule
def redraw(state: Any, cards: Any, generator: Any) -> None:
    """As many cards as there were, any of the pile."""
    count = 0
    for card in range(cards.shape[0]):
        count += cards[card]
        cards[card] = 0
    for _ in range(count):
        cards[take_any(state, generator)] += 1


@rule
def take_any(state: Any, generator: Any) -> Any:
    """A card of the pile, each as likely as any other."""
    left = randbelow(generator, state.pile)
    card = 0
    while left >= state.deck[card]:
        left -= state.deck[card]
        card += 1
    state.deck[card] -= 1
    state.pile -= 1
    return card


@rule(inline=False)
def deal_goals_anew(state: Any, seat: Any, generator: Any) -> None:
    """Objectives that the seat has never seen: other seats', and those that nobody has had."""
    for other in range(state.players):
        if other != seat:
            state.undealt |= state.goals[other]
    for other in range(state.players):
        if other != seat:
            count = count_objectives(state.goals[other])
            state.goals[other] = 0
            for _ in range(count):
                drawn = any_objective(state.undealt, generator)
                state.undealt ^= drawn
                state.goals[other] |= drawn


@rule
def any_objective(objectives: Any, generator: Any) -> Any:
    """One of a set, each as likely as any other, as a set of its own."""
    k = randbelow(generator, count_objectives(objectives))
    return first_dice(objectives ^ first_dice(objectives, k), 1)


@rule
def any_goal(state: Any, seat: Any, generator: Any) -> Any:
    """The number of one of a seat's objectives."""
    return number_of(any_objective(state.goals[seat], generator))

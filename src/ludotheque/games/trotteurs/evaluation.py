"""Evaluation of Les Trotteurs: the expected balance.

Nobody decides where trotters go, so a board's future is the number of throws that its trotters
still need. Whoever needs the fewest is likely to win, and gets what the others owe by then. There
are decisions only with manual vigilance: a claim or a call is evaluated by what it changes in these
expectations, and an omission that can still be called counts as if it were.
"""

from itertools import product
from typing import Any

import numpy as np

from ...core.rule import END, MOVE, rule
from .board import BANDS, BUT, FACES, NO_SIGN, PENTAGON, place_after, place_by_sign
from .rules import NEWCOMER_BAND, RESIDENT_BAND, RESIDENT_SEAT


def throws_needed() -> tuple[float, ...]:
    """How often a trotter must be named, on average, to get to BUT from each place.

    The expected hitting times of a Markov chain, signs left aside: ten linear equations.
    """
    chances = np.zeros((BUT, BUT))
    for place, order, points in product(range(BUT), range(FACES), range(1, FACES + 1)):
        after = place_after(place, order, points)
        if after != BUT:
            chances[place, after] += 1 / FACES**2
    needed = np.linalg.solve(np.eye(BUT) - chances, np.ones(BUT))
    return (*needed.tolist(), 0.0)


NEEDED: tuple[float, ...] = throws_needed()

#: The throws that a prisoner needs in addition, until somebody else stops on a pentagon.
CAPTIVITY = 6.0

#: The exponent of the race: the higher it is, the more certainly the board that is ahead wins.
SHARPNESS = 2.5

#: Throws added for everybody: wheel and BUT together win from anywhere, so nobody is ever out.
LUCK = 4.0


#: A balance of so many points is a good one.
STAKES = 50.0


@rule
def win_probability(state: Any, seat: Any) -> Any:
    """A value from 0 to 1 that increases with the expected balance."""
    balance = expected_balance(state, seat)
    return 0.5 + 0.5 * balance / (STAKES + abs(balance))


@rule
def expected_balance(state: Any, seat: Any) -> Any:
    """The seat's expected balance at the end of the present game."""
    own = float(state.balance[seat])
    if state.awaits == END:
        return own
    weights = 0.0
    debts = 0.0
    for other in range(state.players):
        weights += race_weight(state, other)
        if other != seat:
            debts += debt_expected(state, other)
    chance = race_weight(state, seat) / weights
    return own + chance * debts - (1.0 - chance) * debt_expected(state, seat)


@rule
def race_weight(state: Any, seat: Any) -> Any:
    """The seat's weight in the race, proportional to its probability to win it."""
    needed = LUCK
    for band in range(BANDS):
        place = place_expected(state, seat, band)
        needed += NEEDED[place]
        if state.signs[band, place] == PENTAGON:
            needed += CAPTIVITY
    return needed**-SHARPNESS


@rule
def debt_expected(state: Any, seat: Any) -> Any:
    debt = 0.0
    for band in range(BANDS):
        debt += state.figures[place_expected(state, seat, band)]
    return debt


@rule
def place_expected(state: Any, seat: Any, band: Any) -> Any:
    """TR-16, TR-17, TR-18 Where a trotter stands, or where a call of an omission would put it."""
    place = state.boards[seat, band]
    kind = state.signs[band, place]
    if seat != state.newcomer or kind == NO_SIGN:
        return place
    first = state.asked
    last = state.pair_count
    if state.awaits == MOVE and state.calling == 0:  # claims: those up front have been missed
        first = 0
        last = state.missed
    for pair in range(first, last):
        if is_open(state, pair, band, kind):
            return place_by_sign(kind)
    return place


@rule
def is_open(state: Any, pair: Any, band: Any, kind: Any) -> Any:
    """TR-19 Whether an omission is about this newcomer, and the resident is still there."""
    resident = state.pairs[pair, RESIDENT_SEAT]
    other = state.pairs[pair, RESIDENT_BAND]
    stands = state.signs[other, state.boards[resident, other]] == kind
    return stands and state.pairs[pair, NEWCOMER_BAND] == band

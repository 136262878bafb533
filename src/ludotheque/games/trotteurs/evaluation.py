"""What a greedy player and an evaluator look at: the gain to be hoped for in Les Trotteurs.

Nobody decides where trotters go, so a board's future is how many throws its trotters still need.
Whoever needs fewest is likely to win; the winner gets what the others owe by then. Decisions there
are only with manual vigilance: a claim or a call is judged by what it changes in that reckoning,
and an omission that still can be called is reckoned with as if it were.
"""

from itertools import product
from typing import Any

import numpy as np

from ...core.rule import END, MOVE, rule
from .board import BANDS, BUT, FACES, NO_SIGN, PENTAGON, place_after, place_by_sign
from .rules import NEWCOMER_BAND, RESIDENT_BAND, RESIDENT_SEAT


def throws_needed() -> tuple[float, ...]:
    """How often a trotter must be named until it is at BUT, on average, from each place.

    It is one more than from wherever the dice lead: ten equations, signs left aside.
    """
    chances = np.zeros((BUT, BUT))
    for place, order, points in product(range(BUT), range(FACES), range(1, FACES + 1)):
        after = place_after(place, order, points)
        if after != BUT:
            chances[place, after] += 1 / FACES**2
    needed = np.linalg.solve(np.eye(BUT) - chances, np.ones(BUT))
    return (*needed.tolist(), 0.0)


NEEDED: tuple[float, ...] = throws_needed()

#: What a prisoner needs more: somebody else must stop on a pentagon before it can go on.
CAPTIVITY = 6.0

#: How far a board's lead in throws makes it the likely winner: with a high number, nearly surely.
EAGERNESS = 2.5

#: Wheel and BUT together win from anywhere, so that nobody is ever out of the race.
LUCK = 4.0


#: What a game is about: a balance of so many points is a good one.
STAKES = 50.0


@rule
def win_probability(state: Any, seat: Any) -> Any:
    """How well the seat stands, from 0 to 1: better with every point it may hope for."""
    balance = balance_of(state, seat)
    return 0.5 + 0.5 * balance / (STAKES + abs(balance))


@rule
def balance_of(state: Any, seat: Any) -> Any:
    """The balance that the seat may hope for, when the game that is played will be over."""
    own = float(state.balance[seat])
    if state.awaits == END:
        return own
    hopes = 0.0
    debts = 0.0
    for other in range(state.players):
        hopes += hope_of(state, other)
        if other != seat:
            debts += debt_expected(state, other)
    chance = hope_of(state, seat) / hopes
    return own + chance * debts - (1.0 - chance) * debt_expected(state, seat)


@rule
def hope_of(state: Any, seat: Any) -> Any:
    """A weight of the seat in the race: the higher, the fewer throws its trotters need."""
    needed = LUCK
    for band in range(BANDS):
        place = place_expected(state, seat, band)
        needed += NEEDED[place]
        if state.signs[band, place] == PENTAGON:
            needed += CAPTIVITY
    return needed**-EAGERNESS


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

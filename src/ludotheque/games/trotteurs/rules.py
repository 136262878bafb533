"""The rules of Les Trotteurs: every transition of the game is here, and only here.

The numbers are those of RULES.fr.md and RULES.en.md.
"""

from typing import Any

import numpy as np

from ...core.awaiting import await_draw, await_move, await_nothing
from ...core.rule import rule, state_dtype
from .board import (
    BANDS,
    BUT,
    DEPART,
    FACES,
    NO_SIGN,
    PENTAGON,
    PLACES,
    SQUARE,
    TO_BUT,
    WHEEL,
    place_after,
    place_by_sign,
)
from .edition import colours_of, signs_of

MOST_SEATS = 6
MOST_PAIRS = BANDS * (MOST_SEATS - 1) * BANDS  # each newcomer with each trotter of the others
MOST_MOVES = 2
SILENT, CLAIM, CALL = 0, 1, 2
NOBODY = -1

#: The draws of a throw, in order: three dice, then the cup.
POINTS, COLOUR, ORDER, MARKS = 0, 1, 2, 3
DRAWS = 4

#: The columns of `pairs`: with the newcomers' seat, they describe an opportunity.
NEWCOMER_BAND, RESIDENT_SEAT, RESIDENT_BAND = 0, 1, 2

STATE = state_dtype(
    [
        ("players", np.int32),
        ("rounds", np.int32),  # games of the match
        ("manual", np.int32),  # 1 if signs have to be noticed
        ("colours", np.int32, BANDS),  # of the bands, by their place among all colours
        ("figures", np.int32, PLACES),  # beside DEPART and the holes; 0 for BUT
        ("signs", np.int32, (BANDS, PLACES)),  # beside the holes
        ("game", np.int32),  # the one that is played, from 1
        ("throws", np.int32),  # of the whole match
        ("thrower", np.int32),  # NOBODY until the cup has named one
        ("boards", np.int32, (MOST_SEATS, BANDS)),  # where each trotter stands
        ("balance", np.int32, MOST_SEATS),  # gains and losses of the games that are over
        ("dice", np.int32, DRAWS),  # the throw under way
        ("drawn", np.int32),  # how much of it is known
        ("throw", np.int32, DRAWS),  # the last complete one of this game, NOBODY before
        ("calling", np.int32),  # 1 from the end of a throw's draws until it is marked
        ("newcomer", np.int32),  # the seat whose trotters are the newcomers of the pairs
        ("pairs", np.int32, (MOST_PAIRS, 3)),  # opportunities, in order; missed ones move up front
        ("pair_count", np.int32),
        ("asked", np.int32),  # the pair that is offered, or is to be next
        ("missed", np.int32),  # how many claims of this throw were not made
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    """TR-1 Everybody has a board."""
    state.players = players
    state.rounds = options["rounds"]
    state.manual = options["vigilance"] == "manual"
    state.colours[:] = colours_of(edition)
    state.figures[:BUT] = edition["figures"]
    state.signs[:] = signs_of(edition)
    open_game(state)


@rule
def open_game(state: Any) -> None:
    """TR-1 All trotters are on DEPART, and the cup is to name the first thrower."""
    state.game += 1
    state.thrower = NOBODY
    state.newcomer = NOBODY
    state.boards[:] = DEPART
    state.throw[:] = NOBODY
    state.calling = 0
    forget_pairs(state)
    await_draw(state, state.players)


@rule
def take_draw(state: Any, k: Any) -> None:
    """TR-1 the first thrower; TR-2 three dice, then the cup for who marks."""
    if state.thrower == NOBODY:
        state.thrower = k
        await_draw(state, FACES)
        return
    state.dice[state.drawn] = k
    state.drawn += 1
    if state.drawn == MARKS:
        await_draw(state, state.players)
    elif state.drawn == DRAWS:
        state.throw[:] = state.dice
        state.drawn = 0
        state.throws += 1
        state.calling = 1
        go_on(state)


@rule(inline=False)
def go_on(state: Any) -> None:
    """TR-20 First calls of the previous throw's omissions, then the marking, then its claims."""
    if state.calling == 1:
        if asks_somebody(state):
            return
        state.calling = 0
        forget_pairs(state)
        winner = meet_signs(state, mark_throw(state))
        if winner != NOBODY:
            win_game(state, winner)
            return
    if not asks_somebody(state):
        pass_dice_on(state)


@rule
def pass_dice_on(state: Any) -> None:
    """TR-1 Pass the dice to the right-hand neighbour; TR-20 missed claims stay open to calls."""
    state.thrower = (state.thrower + state.players - 1) % state.players
    state.pair_count = state.missed
    state.missed = 0
    state.asked = 0
    await_draw(state, FACES)


@rule
def mark_throw(state: Any) -> Any:
    """TR-2, TR-3, TR-12 All trotters that are named move; the bands where they did, as bits."""
    marker = state.throw[MARKS]
    stopped = 0
    for band in range(BANDS):
        named = state.throw[COLOUR] == WHEEL or state.throw[COLOUR] == band
        if named and can_move(state, marker, band):
            place = state.boards[marker, band]
            points = state.throw[POINTS] + 1
            state.boards[marker, band] = place_after(place, state.throw[ORDER], points)
            stopped |= 1 << band
    return stopped


@rule
def can_move(state: Any, seat: Any, band: Any) -> Any:
    """TR-7 Nobody leaves BUT; TR-10 only Wheel and BUT together move a prisoner."""
    if state.boards[seat, band] == BUT:
        return False
    frees = state.throw[COLOUR] == WHEEL and state.throw[ORDER] == TO_BUT
    return frees or sign_of(state, seat, band) != PENTAGON


@rule
def sign_of(state: Any, seat: Any, band: Any) -> Any:
    """The sign on which a trotter stands."""
    return state.signs[band, state.boards[seat, band]]


@rule
def meet_signs(state: Any, stopped: Any) -> Any:
    """TR-12, TR-13 The signs of the newcomers, band by band; the winner, if there is one now."""
    marker = state.throw[MARKS]
    if all_at_but(state, marker):
        return marker
    state.newcomer = marker
    for band in range(BANDS):
        if stopped >> band & 1:
            kind = sign_of(state, marker, band)
            if kind != NO_SIGN:
                winner = meet_sign(state, band, kind)
                if winner != NOBODY:
                    return winner
    return NOBODY


@rule
def meet_sign(state: Any, band: Any, kind: Any) -> Any:
    """TR-8, TR-9, TR-10 Move all others on such a sign; TR-19 or note them as opportunities."""
    winner = NOBODY
    for further in range(1, state.players):
        seat = (state.newcomer + further) % state.players
        for other in range(BANDS):
            if sign_of(state, seat, other) == kind:
                if state.manual == 1:
                    add_pair(state, band, seat, other)
                else:
                    state.boards[seat, other] = place_by_sign(kind)
        if all_at_but(state, seat):
            winner = seat
    return winner


@rule
def add_pair(state: Any, band: Any, seat: Any, other: Any) -> None:
    state.pairs[state.pair_count, NEWCOMER_BAND] = band
    state.pairs[state.pair_count, RESIDENT_SEAT] = seat
    state.pairs[state.pair_count, RESIDENT_BAND] = other
    state.pair_count += 1


@rule
def forget_pairs(state: Any) -> None:
    state.pair_count = 0
    state.asked = 0
    state.missed = 0


@rule
def asks_somebody(state: Any) -> Any:
    """TR-19 Offer the next opportunity that still holds; False if there is none."""
    while state.asked < state.pair_count:
        band = state.pairs[state.asked, NEWCOMER_BAND]
        seat = state.pairs[state.asked, RESIDENT_SEAT]
        kind = sign_of(state, state.newcomer, band)
        # Signs send trotters only to places without a sign: one that is on a sign has not moved.
        if kind != NO_SIGN and kind == sign_of(
            state, seat, state.pairs[state.asked, RESIDENT_BAND]
        ):
            newcomer_speaks = (kind == SQUARE) != (state.calling == 1)
            await_move(state, state.newcomer if newcomer_speaks else seat)
            return True
        state.asked += 1
    return False


@rule
def list_moves(state: Any, into: Any) -> Any:
    """TR-20 Claim or call, or stay silent."""
    into[0] = CALL if state.calling == 1 else CLAIM
    into[1] = SILENT
    return 2


@rule
def make_move(state: Any, move: Any) -> None:
    """TR-16, TR-17, TR-18 A claim moves the resident, a call the newcomer; silence nobody."""
    newcomer_band = state.pairs[state.asked, NEWCOMER_BAND]
    seat = state.pairs[state.asked, RESIDENT_SEAT]
    band = state.pairs[state.asked, RESIDENT_BAND]
    state.asked += 1
    if move == SILENT:
        if state.calling == 0:
            state.pairs[state.missed, NEWCOMER_BAND] = newcomer_band
            state.pairs[state.missed, RESIDENT_SEAT] = seat
            state.pairs[state.missed, RESIDENT_BAND] = band
            state.missed += 1
        go_on(state)
        return
    if move == CALL:
        seat = state.newcomer
        band = newcomer_band
    state.boards[seat, band] = place_by_sign(sign_of(state, seat, band))
    if all_at_but(state, seat):
        win_game(state, seat)
    else:
        go_on(state)


@rule
def all_at_but(state: Any, seat: Any) -> Any:
    """TR-13 Whether all trotters of a seat are at BUT, which wins the game."""
    for band in range(BANDS):
        if state.boards[seat, band] != BUT:
            return False
    return True


@rule
def debt_of(state: Any, seat: Any) -> Any:
    """TR-14 The figures beside the trotters still in play."""
    debt = 0
    for band in range(BANDS):
        debt += state.figures[state.boards[seat, band]]
    return debt


@rule(inline=False)
def win_game(state: Any, winner: Any) -> None:
    """TR-14 Everybody pays the winner; TR-15 the next game is set up, or the match is over."""
    for seat in range(state.players):
        debt = debt_of(state, seat)
        state.balance[winner] += debt
        state.balance[seat] -= debt
    if state.game < state.rounds:
        open_game(state)
    else:
        await_nothing(state)


@rule
def points_of(state: Any, seat: Any) -> Any:
    """TR-14, TR-15 Gains less losses."""
    return state.balance[seat]


@rule
def has_won(state: Any, seat: Any) -> Any:
    """TR-15 The best balance; equal ones share the victory."""
    for other in range(state.players):
        if state.balance[other] > state.balance[seat]:
            return False
    return True


@rule
def length_of(state: Any) -> Any:
    """In throws."""
    return state.throws

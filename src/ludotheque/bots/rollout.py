"""Decisions that are taken at a glance, and what is thought of a position: what a search imagines.

A *liking* is what the game's advice makes of the position after a move. Where thousands of others'
moves have to be imagined it takes too long: there a *hunch* decides, if the advice has one.
"""

from typing import Any

import numpy as np

from ..core.rng import randbelow
from ..core.rule import (
    DRAW,
    END,
    has_won,
    list_moves,
    make_move,
    quick_evaluate,
    rule,
    shortlist,
    take_draw,
    win_probability,
)

NONE = -1

#: How many moves are looked at where a decision is taken at a glance.
MOST_EVALUATED = 32

#: How many a hunch is asked about: of the seat that thinks, whose next move makes the most of the
#: present one, and of others.
OWN_QUICK_EVALUATIONS, QUICK_EVALUATIONS = 24, 4


@rule(inline=False)
def guided_rollout(states: Any, moves: Any, rollout_depth: Any, generator: Any, shares: Any) -> Any:
    """So many decisions further, each taken at a glance.

    What the last one to decide thinks of the position is written into `shares`, to be worked out
    but once: whose it is, NOWHERE if nobody had anything to compare.
    """
    state, scratch = states[0], states[1:2]
    decisions, known = 0, NONE
    while state.awaits != END and decisions < rollout_depth:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            count = shortlisted(state, moves)
            place, liked = best_move(state, moves, count, generator, scratch)
            known = NONE if liked < 0.0 else state.seat
            if known != NONE:
                shares[known] = liked
            apply_move(state, moves[place])
            decisions += 1
    return known


@rule(inline=False)
def quick_rollout(states: Any, moves: Any, thinker: Any, decisions: Any, generator: Any) -> None:
    """So many decisions further, each by a hunch; those of the seat that thinks with more care."""
    state, scratch = states[0], states[1:2]
    while state.awaits != END and decisions > 0:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            count = shortlisted(state, moves)
            most = OWN_QUICK_EVALUATIONS if state.seat == thinker else QUICK_EVALUATIONS
            apply_move(state, moves[quick_best(state, moves, count, most, generator, scratch)])
            decisions -= 1


@rule(inline=False)
def quick_best(state: Any, moves: Any, count: Any, most: Any, generator: Any, scratch: Any) -> Any:
    """The place of the move that feels best; of more than so many, some are looked at."""
    best, best_feeling = 0, -np.inf
    if count == 1:
        return best
    for look in range(min(count, most)):
        place = look if count <= most else randbelow(generator, count)
        feeling = quick_value_after(state, moves[place], scratch)
        if feeling > best_feeling:
            best, best_feeling = place, feeling
    return best


@rule(inline=False)
def quick_value_after(state: Any, move: Any, scratch: Any) -> Any:
    """What the mover feels about a move: nothing but the position right after it counts."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return np.inf if has_won(after, seat) else -np.inf
    return quick_evaluate(after, seat)


@rule(inline=False)
def random_rollout(state: Any, moves: Any, generator: Any) -> None:
    while state.awaits != END:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            apply_move(state, moves[randbelow(generator, legal_moves(state, moves))])


@rule(inline=False)
def best_move(state: Any, moves: Any, count: Any, generator: Any, scratch: Any) -> Any:
    """The place of the move that is liked best, and how much; of very many, some are looked at.

    An only move is not looked at: its liking is below 0.
    """
    best, best_liking = 0, -1.0
    if count == 1:
        return best, best_liking
    for look in range(min(count, MOST_EVALUATED)):
        place = look if count <= MOST_EVALUATED else randbelow(generator, count)
        liked = value_after(state, moves[place], scratch)
        if liked > best_liking:
            best, best_liking = place, liked
    return best, best_liking


@rule(inline=False)
def value_after(state: Any, move: Any, scratch: Any) -> Any:
    """What the mover thinks of a move at a glance: how the position right after it looks."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return 1.0 if has_won(after, seat) else 0.0
    return win_probability(after, seat)


@rule(inline=False)
def evaluate_seats(state: Any, players: Any, shares: Any, known: Any) -> None:
    """What part of the victory each seat has, or may hope for; of one it may be `known`."""
    total = 0.0
    for seat in range(players):
        if state.awaits == END:
            shares[seat] = 1.0 if has_won(state, seat) else 0.0
        else:
            worth = shares[seat] if seat == known else win_probability(state, seat)
            shares[seat] = max(worth, 1e-9)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule(inline=False)
def evaluate_seat(state: Any, seat: Any, players: Any, shares: Any) -> None:
    """What one seat has of the victory, or may hope for: all that matters where no tree grows."""
    if state.awaits == END:
        evaluate_seats(state, players, shares, NONE)
    else:
        shares[seat] = win_probability(state, seat)


@rule(inline=False)
def shortlisted(state: Any, into: Any) -> Any:
    """The moves that the game's advice thinks worth a thought."""
    return shortlist(state, into, list_moves(state, into))


@rule(inline=False)
def legal_moves(state: Any, into: Any) -> Any:
    return list_moves(state, into)


@rule(inline=False)
def apply_move(state: Any, move: Any) -> None:
    make_move(state, move)


@rule(inline=False)
def sample_draw(state: Any, generator: Any) -> Any:
    """Let the awaited draw come out: how."""
    k = randbelow(generator, state.draw_size)
    take_draw(state, k)
    return k

"""Rollouts: how a search plays on from a position, and how it evaluates where they end.

In a *guided* rollout everybody makes the move after which the game's `win_probability` is highest.
A *quick* rollout goes by `quick_evaluate`, where thousands of decisions have to be simulated. In a
*random* rollout all legal moves are equally likely, and it goes on to the end of the match.

A seat's *share* is its part of the victory: 1 for a victory, a half for one that two seats share.
Before the end of the match it is an estimate.
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

NONE = -1  # no seat; no node

#: How many moves a decision of a guided rollout compares at most; of more, a random sample.
MOST_EVALUATED = 32

#: The same for quick rollouts: the searching seat's decisions, whose next move matters most for the
#: value of the present one, and those of the others.
OWN_QUICK_EVALUATIONS, QUICK_EVALUATIONS = 24, 4

LEAST_SHARE = 1e-9  # so that not all shares are 0 when they are divided by their sum


@rule(inline=False)
def guided_rollout(states: Any, moves: Any, rollout_depth: Any, generator: Any, shares: Any) -> Any:
    """Play so many greedy decisions.

    Returns the seat that decided last, and writes its evaluation of the position into `shares`, so
    that it is computed only once; NONE if that seat had no moves to compare.
    """
    state, scratch = states[0], states[1:2]
    decisions, known = 0, NONE
    while state.awaits != END and decisions < rollout_depth:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            count = shortlisted(state, moves)
            place, value = best_move(state, moves, count, generator, scratch)
            known = NONE if value < 0.0 else state.seat
            if known != NONE:
                shares[known] = value
            apply_move(state, moves[place])
            decisions += 1
    return known


@rule(inline=False)
def quick_rollout(states: Any, moves: Any, searcher: Any, decisions: Any, generator: Any) -> None:
    """Play so many decisions by `quick_evaluate`; the searching seat compares more moves."""
    state, scratch = states[0], states[1:2]
    while state.awaits != END and decisions > 0:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            count = shortlisted(state, moves)
            most = OWN_QUICK_EVALUATIONS if state.seat == searcher else QUICK_EVALUATIONS
            apply_move(state, moves[quick_best(state, moves, count, most, generator, scratch)])
            decisions -= 1


@rule(inline=False)
def random_rollout(state: Any, moves: Any, generator: Any) -> None:
    """Play uniformly random moves to the end of the match."""
    while state.awaits != END:
        if state.awaits == DRAW:
            sample_draw(state, generator)
        else:
            apply_move(state, moves[randbelow(generator, legal_moves(state, moves))])


@rule(inline=False)
def best_move(state: Any, moves: Any, count: Any, generator: Any, scratch: Any) -> Any:
    """The index of the move with the highest win probability, and that probability.

    Of more than MOST_EVALUATED moves a random sample is compared. A single move is not evaluated:
    its value is negative.
    """
    best, best_value = 0, -1.0
    if count == 1:
        return best, best_value
    for look in range(min(count, MOST_EVALUATED)):
        place = look if count <= MOST_EVALUATED else randbelow(generator, count)
        value = value_after(state, moves[place], scratch)
        if value > best_value:
            best, best_value = place, value
    return best, best_value


@rule(inline=False)
def quick_best(state: Any, moves: Any, count: Any, most: Any, generator: Any, scratch: Any) -> Any:
    """The index of the move with the highest quick evaluation; of too many, a random sample."""
    best, best_value = 0, -np.inf
    if count == 1:
        return best
    for look in range(min(count, most)):
        place = look if count <= most else randbelow(generator, count)
        value = quick_value_after(state, moves[place], scratch)
        if value > best_value:
            best, best_value = place, value
    return best


@rule(inline=False)
def value_after(state: Any, move: Any, scratch: Any) -> Any:
    """The mover's win probability right after a move, before anything is drawn."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return 1.0 if has_won(after, seat) else 0.0
    return win_probability(after, seat)


@rule(inline=False)
def quick_value_after(state: Any, move: Any, scratch: Any) -> Any:
    """The mover's quick evaluation right after a move; infinite for a victory or a defeat."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return np.inf if has_won(after, seat) else -np.inf
    return quick_evaluate(after, seat)


@rule(inline=False)
def evaluate_seats(state: Any, players: Any, shares: Any, known: Any) -> None:
    """Write every seat's share; that of the seat `known` is already there, not yet normalised."""
    total = 0.0
    for seat in range(players):
        if state.awaits == END:
            shares[seat] = 1.0 if has_won(state, seat) else 0.0
        else:
            share = shares[seat] if seat == known else win_probability(state, seat)
            shares[seat] = max(share, LEAST_SHARE)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule(inline=False)
def evaluate_seat(state: Any, seat: Any, players: Any, shares: Any) -> None:
    """Write one seat's share: without a tree nobody else's is needed."""
    if state.awaits == END:
        evaluate_seats(state, players, shares, NONE)
    else:
        shares[seat] = win_probability(state, seat)


@rule(inline=False)
def shortlisted(state: Any, into: Any) -> Any:
    """Write the legal moves that the game's evaluation does not prune; how many they are."""
    return shortlist(state, into, list_moves(state, into))


@rule(inline=False)
def legal_moves(state: Any, into: Any) -> Any:
    """Write the legal moves; how many they are."""
    return list_moves(state, into)


@rule(inline=False)
def apply_move(state: Any, move: Any) -> None:
    make_move(state, move)


@rule(inline=False)
def sample_draw(state: Any, generator: Any) -> Any:
    """Sample the pending draw and apply it; its outcome."""
    k = randbelow(generator, state.draw_size)
    take_draw(state, k)
    return k

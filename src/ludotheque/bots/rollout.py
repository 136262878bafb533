"""Rollouts: policies that play on from a position, and the evaluation of where they end.

In a *guided* rollout every seat makes the move with the highest `win_probability`. A *quick*
rollout uses the cheaper `quick_evaluate`, because thousands of decisions have to be simulated. A
*random* rollout makes uniformly random legal moves, to the end of the match.

A seat's *share* of the victory is its payoff: 1 for a win, ½ if two seats share the victory, 0 for
a loss. Before the end of the match it is an estimate.

Fields of a state are 32-bit integers, and what a loop counts has 64 bits. Seats are widened by
`np.int64` before they are passed on, so that no rule is compiled twice, once for each width.
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

#: Maximum number of moves that a guided rollout compares; if there are more, it samples.
MOST_EVALUATED = 32

#: The same for quick rollouts, for the searching seat and for the others. It compares more for the
#: searching seat, whose next move matters most for the value of the move being searched.
OWN_QUICK_EVALUATIONS, QUICK_EVALUATIONS = 24, 4

LEAST_SHARE = 1e-9  # so that not all shares are 0 when they are divided by their sum


@rule(inline=False)
def guided_rollout(states: Any, moves: Any, rollout_depth: Any, generator: Any, shares: Any) -> Any:
    """Play `rollout_depth` greedy decisions, or fewer if the match ends.

    Returns the seat that decided last, whose evaluation of the position is then already in `shares`
    and need not be computed again; NONE if that seat compared no moves.
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
    """Play a number of decisions by `quick_evaluate`; the searching seat compares more moves."""
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

    If there are more than MOST_EVALUATED moves, a random sample is compared. A single move is not
    evaluated: the value returned for it is -1.
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
    """The index of the move with the highest quick evaluation; at most `most` are compared."""
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
    seat = np.int64(state.seat)
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return 1.0 if has_won(after, seat) else 0.0
    return win_probability(after, seat)


@rule(inline=False)
def quick_value_after(state: Any, move: Any, scratch: Any) -> Any:
    """The mover's quick evaluation right after a move; ∞ for a win, -∞ for a loss."""
    seat = np.int64(state.seat)
    scratch[0] = state
    after = scratch[0]
    apply_move(after, move)
    if after.awaits == END:
        return np.inf if has_won(after, seat) else -np.inf
    return quick_evaluate(after, seat)


@rule(inline=False)
def evaluate_seats(state: Any, players: Any, shares: Any, known: Any) -> None:
    """Write all shares, normalised; `shares` already has the raw value of the seat `known`."""
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
    """Write one seat's share; a search without a tree needs no other."""
    if state.awaits == END:
        evaluate_seats(state, players, shares, seat)
    else:
        shares[seat] = win_probability(state, seat)


@rule(inline=False)
def shortlisted(state: Any, into: Any) -> Any:
    """Write the legal moves that the game's evaluation does not prune; returns their number."""
    return shortlist(state, into, list_moves(state, into))


@rule(inline=False)
def legal_moves(state: Any, into: Any) -> Any:
    """Write the legal moves; returns their number."""
    return list_moves(state, into)


@rule(inline=False)
def apply_move(state: Any, move: Any) -> None:
    make_move(state, move)


@rule(inline=False)
def sample_draw(state: Any, generator: Any) -> Any:
    """Sample the pending draw and apply it; returns its outcome."""
    k = randbelow(generator, state.draw_size)
    take_draw(state, k)
    return k

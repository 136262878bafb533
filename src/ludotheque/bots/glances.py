"""Decisions that are taken at a glance, and what is thought of a position: what a search imagines.

A *liking* is what the game's advice makes of the position after a move. Where thousands of others'
moves have to be imagined it takes too long: there a *hunch* decides, if the advice has one.
"""

from typing import Any

import numpy as np

from ..core.chance import below
from ..core.rule import (
    DRAW,
    END,
    has_won,
    hunch_of,
    list_moves,
    make_move,
    rule_apart,
    shortlist,
    take_draw,
    worth_of,
)

NOWHERE = -1

#: How many moves are looked at where a decision is taken at a glance.
GLANCES = 32

#: How many a hunch is asked about: of the seat that thinks, whose next move makes the most of the
#: present one, and of others.
OWN_HUNCHES, HUNCHES = 24, 4


@rule_apart
def play_on(states: Any, moves: Any, sight: Any, generator: Any, shares: Any) -> Any:
    """So many decisions further, each taken at a glance.

    What the last one to decide thinks of the position is written into `shares`, to be worked out
    but once: whose it is, NOWHERE if nobody had anything to compare.
    """
    state, scratch = states[0], states[1:2]
    decisions, known = 0, NOWHERE
    while state.awaits != END and decisions < sight:
        if state.awaits == DRAW:
            fall(state, generator)
        else:
            count = worthwhile(state, moves)
            place, liked = favourite(state, moves, count, generator, scratch)
            known = NOWHERE if liked < 0.0 else state.seat
            if known != NOWHERE:
                shares[known] = liked
            go(state, moves[place])
            decisions += 1
    return known


@rule_apart
def play_by_hunch(states: Any, moves: Any, thinker: Any, decisions: Any, generator: Any) -> None:
    """So many decisions further, each by a hunch; those of the seat that thinks with more care."""
    state, scratch = states[0], states[1:2]
    while state.awaits != END and decisions > 0:
        if state.awaits == DRAW:
            fall(state, generator)
        else:
            count = worthwhile(state, moves)
            hunches = OWN_HUNCHES if state.seat == thinker else HUNCHES
            go(state, moves[felt_best(state, moves, count, hunches, generator, scratch)])
            decisions -= 1


@rule_apart
def felt_best(
    state: Any, moves: Any, count: Any, hunches: Any, generator: Any, scratch: Any
) -> Any:
    """The place of the move that feels best; of more than so many, some are looked at."""
    best, best_feeling = 0, -np.inf
    if count == 1:
        return best
    for look in range(min(count, hunches)):
        place = look if count <= hunches else below(generator, count)
        feeling = feeling_about(state, moves[place], scratch)
        if feeling > best_feeling:
            best, best_feeling = place, feeling
    return best


@rule_apart
def feeling_about(state: Any, move: Any, scratch: Any) -> Any:
    """What the mover feels about a move: nothing but the position right after it counts."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    go(after, move)
    if after.awaits == END:
        return np.inf if has_won(after, seat) else -np.inf
    return hunch_of(after, seat)


@rule_apart
def play_at_random(state: Any, moves: Any, generator: Any) -> None:
    while state.awaits != END:
        if state.awaits == DRAW:
            fall(state, generator)
        else:
            go(state, moves[below(generator, legal(state, moves))])


@rule_apart
def favourite(state: Any, moves: Any, count: Any, generator: Any, scratch: Any) -> Any:
    """The place of the move that is liked best, and how much; of very many, some are looked at.

    An only move is not looked at: its liking is below 0.
    """
    best, best_liking = 0, -1.0
    if count == 1:
        return best, best_liking
    for look in range(min(count, GLANCES)):
        place = look if count <= GLANCES else below(generator, count)
        liked = liking(state, moves[place], scratch)
        if liked > best_liking:
            best, best_liking = place, liked
    return best, best_liking


@rule_apart
def liking(state: Any, move: Any, scratch: Any) -> Any:
    """What the mover thinks of a move at a glance: how the position right after it looks."""
    seat = state.seat
    scratch[0] = state
    after = scratch[0]
    go(after, move)
    if after.awaits == END:
        return 1.0 if has_won(after, seat) else 0.0
    return worth_of(after, seat)


@rule_apart
def judge(state: Any, players: Any, shares: Any, known: Any) -> None:
    """What part of the victory each seat has, or may hope for; of one it may be `known`."""
    total = 0.0
    for seat in range(players):
        if state.awaits == END:
            shares[seat] = 1.0 if has_won(state, seat) else 0.0
        else:
            worth = shares[seat] if seat == known else worth_of(state, seat)
            shares[seat] = max(worth, 1e-9)
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@rule_apart
def judge_for(state: Any, seat: Any, players: Any, shares: Any) -> None:
    """What one seat has of the victory, or may hope for: all that matters where no tree grows."""
    if state.awaits == END:
        judge(state, players, shares, NOWHERE)
    else:
        shares[seat] = worth_of(state, seat)


@rule_apart
def worthwhile(state: Any, into: Any) -> Any:
    """The moves that the game's advice thinks worth a thought."""
    return shortlist(state, into, list_moves(state, into))


@rule_apart
def legal(state: Any, into: Any) -> Any:
    return list_moves(state, into)


@rule_apart
def go(state: Any, move: Any) -> None:
    make_move(state, move)


@rule_apart
def fall(state: Any, generator: Any) -> Any:
    """Let the awaited draw come out: how."""
    k = below(generator, state.draw_size)
    take_draw(state, k)
    return k

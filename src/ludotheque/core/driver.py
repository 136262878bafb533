"""Generic code written with rule slots: what `State` calls, and random self-play.

Functions named `…_at` are called from Python with an array of one state, because passing a single
record to compiled code takes ten times as long.
"""

from typing import Any

import numpy as np

from .rng import randbelow, seed_generator
from .rule import (
    DRAW,
    END,
    determinize,
    has_won,
    length_of,
    list_moves,
    make_move,
    points_of,
    rule,
    shortlist,
    take_draw,
)


@rule(brief=True)
def draw_at(states: Any, k: Any) -> None:
    take_draw(states[0], k)


@rule(brief=True)
def draws_at(states: Any, draws: Any, first: Any) -> Any:
    """Apply draws, given by their sizes and outcomes, from the `first` on; returns how many.

    It stops after one that makes the match longer, and before one that is not awaited.
    """
    state = states[0]
    length = length_of(state)
    for place in range(first, draws.shape[0]):
        size, k = draws[place, 0], draws[place, 1]
        if state.awaits != DRAW or state.draw_size != size or k < 0 or k >= size:
            return place - first
        take_draw(state, k)
        if length_of(state) != length:
            return place - first + 1
    return draws.shape[0] - first


@rule(brief=True)
def moves_at(states: Any, into: Any) -> Any:
    return list_moves(states[0], into)


@rule
def shortlisted_at(states: Any, into: Any) -> Any:
    """List the legal moves, except those that the game's evaluation prunes."""
    return shortlist(states[0], into, list_moves(states[0], into))


@rule(brief=True)
def play_at(states: Any, move: Any) -> None:
    make_move(states[0], move)


@rule(brief=True)
def points_at(states: Any, seat: Any) -> Any:
    return points_of(states[0], seat)


@rule(brief=True)
def has_won_at(states: Any, seat: Any) -> Any:
    return has_won(states[0], seat)


@rule
def determinize_at(states: Any, seat: Any, generator: Any) -> None:
    determinize(states[0], seat, generator)


@rule(brief=True)
def length_at(states: Any) -> Any:
    return length_of(states[0])


@rule
def play_out(state: Any, generator: Any, moves: Any) -> None:
    """Random rollout: play to the end with uniformly random draws and moves."""
    while state.awaits != END:
        if state.awaits == DRAW:
            take_draw(state, randbelow(generator, state.draw_size))
        else:
            count = list_moves(state, moves)
            make_move(state, moves[randbelow(generator, count)])


@rule
def play_matches(
    opening: Any,
    states: Any,
    moves: Any,
    seed: Any,
    first: Any,
    points: Any,
    winners: Any,
    lengths: Any,
) -> None:
    """Simulate the matches `first`, `first + 1`, … of a run from `opening` by random rollouts.

    Results are written to the last three arrays; the length of `lengths` is the number of matches.
    `states` (one state) and `moves` are buffers.
    """
    generator = np.zeros(1, np.uint64)
    for match in range(lengths.shape[0]):
        seed_generator(generator, seed, first + match)
        states[0] = opening[0]
        state = states[0]
        play_out(state, generator, moves)
        lengths[match] = length_of(state)
        for seat in range(points.shape[1]):
            points[match, seat] = points_of(state, seat)
            winners[match, seat] = has_won(state, seat)

"""Stages of Course de dés: who is ahead, the tokens, and the tie-break after the last stage."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .._race.cards import MOST_SEATS, NOTHING, STAGES, spend
from .._race.ranking import lead_over

#: CD-12 Tokens of the first, the second … the sixth.
TOKENS = np.array([3, 2, 1, 0, 0, 0], np.int32)
TOKENS_OF_LAST_WINNER = 5

#: The fields of a state that stages need.
STAGE: list[tuple[Any, ...]] = [
    ("stage", np.int32),  # stages scored
    ("in_force", np.int32, MOST_SEATS),  # each seat's objective in force, NOTHING without one
    ("tokens", np.int32, MOST_SEATS),
    ("tied", np.int32),  # the seats of the tie-break, a bit each; 0 without one
    ("best", np.int32),  # the winners, a bit each; 0 until the end
]


@rule
def all_seats(state: Any) -> Any:
    return (1 << state.players) - 1


@rule
def seats_in_play(state: Any) -> Any:
    """CD-14 Everybody, or those who are tied for the most tokens."""
    return all_seats(state) if state.tied == 0 else state.tied


@rule
def better_seats(state: Any, seat: Any, seats: Any) -> Any:
    """CD-11, CD-16 How many of these seats are ahead of one of them."""
    better = 0
    for other in range(state.players):
        if (seats >> other) & 1 == 1:
            lead = lead_over(state, state.in_force[other], state.in_force[seat], state.bonus)
            if lead > 0:
                better += 1
    return better


@rule
def score_stage(state: Any) -> None:
    """CD-12, CD-13, CD-14 Tokens by rank, objectives are spent; after the last, who has won."""
    is_last = state.stage == STAGES - 1
    for seat in range(state.players):
        better = better_seats(state, seat, all_seats(state))
        if better == 0 and is_last:
            state.tokens[seat] += TOKENS_OF_LAST_WINNER
        else:
            state.tokens[seat] += TOKENS[better]
    spend_objectives(state, all_seats(state))
    state.stage += 1
    if is_last:
        find_richest(state)


@rule
def spend_objectives(state: Any, seats: Any) -> None:
    """CD-13 The objectives in force of these seats are revealed, and out of the game."""
    for seat in range(state.players):
        if (seats >> seat) & 1 == 1:
            spend(state, seat, state.in_force[seat])
            state.in_force[seat] = NOTHING


@rule
def find_richest(state: Any) -> None:
    """CD-14 The most tokens win; several with the most go on as the tied."""
    most = 0
    richest = 0
    for seat in range(state.players):
        if state.tokens[seat] > most:
            most = state.tokens[seat]
            richest = 0
        if state.tokens[seat] == most:
            richest |= 1 << seat
    if richest & (richest - 1) == 0:
        state.best = richest
    else:
        state.tied = richest


@rule
def end_tiebreak(state: Any) -> None:
    """CD-14 The objectives of the tied decide; those who are still equal share the victory."""
    for seat in range(state.players):
        if (state.tied >> seat) & 1 == 1 and better_seats(state, seat, state.tied) == 0:
            state.best |= 1 << seat
    spend_objectives(state, state.tied)

"""Who begins: everybody rolls, the highest total begins, those tied for it roll again.

Where the dice come from is the game's affair: from beside the race, or out of it.
"""

from typing import Any

import numpy as np

from ...core.rule import rule
from .cards import MOST_SEATS

#: The fields of a state that the roll-off needs.
ROLL_OFF: list[tuple[Any, ...]] = [
    ("rolling", np.int32),  # the seats in this round of the roll-off, a bit each
    ("roller", np.int32),  # whose die falls next
    ("dice_rolled", np.int32),  # how many of the roller's dice have fallen
    ("totals", np.int32, MOST_SEATS),  # of this round
]


@rule
def begin_roll_off(state: Any) -> None:
    begin_round(state, (1 << state.players) - 1)


@rule
def begin_round(state: Any, seats: Any) -> None:
    state.rolling = seats
    state.dice_rolled = 0
    for seat in range(MOST_SEATS):
        state.totals[seat] = 0
    state.roller = next_in_round(state, 0)


@rule
def next_in_round(state: Any, seat: Any) -> Any:
    """The first seat of the round from that one on; the number of players if there is none."""
    while seat < state.players and (state.rolling >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def roll_for_start(state: Any, value: Any, dice_each: Any) -> Any:
    """The next die shows a value (0 … 5); the seat that begins, −1 while that is open."""
    state.totals[state.roller] += value + 1
    state.dice_rolled += 1
    if state.dice_rolled < dice_each:
        return -1
    state.dice_rolled = 0
    state.roller = next_in_round(state, state.roller + 1)
    return -1 if state.roller < state.players else decide_round(state)


@rule
def decide_round(state: Any) -> Any:
    """The only highest seat begins; if there are several, they roll again."""
    highest = 0
    for seat in range(state.players):
        highest = max(highest, state.totals[seat])
    tied = 0
    first = -1
    for seat in range(state.players):
        if state.totals[seat] == highest:
            tied |= 1 << seat
            if first < 0:
                first = seat
    if tied == 1 << first:
        state.rolling = 0
        return first
    begin_round(state, tied)
    return -1


def rolls_to_come(state: Any, dice_each: int) -> list[tuple[int, int]]:
    """The dice of this round that have not fallen: the seat, and which of its dice (from 1).

    How a round goes on does not depend on its dice. For `throw`.
    """
    seats = [seat for seat in range(state.roller, state.players) if (state.rolling >> seat) & 1]
    dice = [(seat, die + 1) for seat in seats for die in range(dice_each)]
    return dice[int(state.dice_rolled) :]

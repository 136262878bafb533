"""Actions of one state in compiled code: `State.actions` and `play_action` in the compiled mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..driver import moves_at
from ..rule import list_moves, make_move, rule
from .move_table import EMPTY, action_after, begins_with, complete_move, row_of

if TYPE_CHECKING:
    from ..compiler import Binding
    from ..game import Game

Array = np.ndarray[Any, Any]

LIST = -1  # in place of an action: list what is legal

#: What has become of an action; UNKNOWN: the table lacks a move, which is to be learned first.
MADE, HALF_MADE, REFUSED, UNKNOWN = 0, -1, -2, -3


@rule(allocates=False, brief=True)
def act_at(
    states: Any, table: Any, chosen: Any, action: Any, end_of_move: Any, moves: Any, legal: Any
) -> Any:
    """Take an action, if it is legal; or list those that are, ascending, and return their number.

    `chosen[0]` has the actions taken so far. `moves` and `legal` are buffers.
    """
    count, taken = list_moves(states[0], moves), chosen.shape[1]
    for number in range(legal.shape[0]):
        legal[number] = 0
    for place in range(count):
        row = row_of(table, moves[place])
        if row < 0:
            return UNKNOWN
        if begins_with(table, row, chosen, 0, taken):
            legal[action_after(table, row, taken, end_of_move)] = 1
    if action == LIST:
        return squeeze(legal)
    if legal[action] == 0:
        return REFUSED
    move = complete_move(table, moves, count, chosen, 0, taken, action, end_of_move)
    if move == EMPTY:
        return HALF_MADE
    make_move(states[0], move)
    return MADE


@rule(allocates=False)
def squeeze(legal: Any) -> Any:
    """Turn a mask into the list of its places, at the front of the array; their number."""
    count = 0
    for number in range(legal.shape[0]):
        if legal[number] != 0:
            legal[count] = number
            count += 1
    return count


NONE_CHOSEN = np.empty((1, 0), np.int64)


def act(
    game: Game, binding: Binding, states: Array, chosen: tuple[int, ...], action: int, legal: Array
) -> int:
    """Run `act_at`; moves that the table lacks are learned first."""
    actions, taken = game.actions, np.array([chosen]) if chosen else NONE_CHOSEN
    moves, table = np.empty(game.rules.MOST_MOVES, np.int64), actions.table
    while True:
        found: int = binding(act_at)(
            states, table.rows, taken, action, actions.end_of_move, moves, legal
        )
        if found != UNKNOWN:
            return found
        table.learn(moves[: binding(moves_at)(states, moves)].tolist())

"""The rules of Fourfall."""

from typing import Any

import numpy as np

from ludotheque.core.awaiting import await_move, await_nothing, await_roll
from ludotheque.core.rule import END, rule, state_dtype

MOST_SEATS = 3
COLUMNS, ROWS = 6, 5
CELLS = COLUMNS * ROWS
MOST_MOVES = COLUMNS
FOUR = 4

STATE = state_dtype(
    [
        ("players", np.int32),
        ("turn", np.int32),  # the seat in turn
        ("turns", np.int32),  # that have ended
        ("die", np.int32),  # the column thrown, 0 while it is in the air
        ("board", np.int32, CELLS),  # from the top: 0, or the seat of the piece plus 1
        ("longest", np.int32, MOST_SEATS),  # the longest row of each seat
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    state.players = players
    await_roll(state, 0, COLUMNS)


@rule
def take_draw(state: Any, k: Any) -> None:
    state.die = k + 1
    await_move(state, state.turn)


@rule
def landing(state: Any, column: Any) -> Any:
    """The lowest empty cell of a column, -1 if it is full."""
    for row in range(ROWS - 1, -1, -1):
        if state.board[row * COLUMNS + column] == 0:
            return row * COLUMNS + column
    return -1


@rule
def list_moves(state: Any, into: Any) -> Any:
    """FF-2, FF-3 The column thrown and its neighbours; any column if those are full."""
    count = 0
    for column in range(state.die - 2, state.die + 1):
        if 0 <= column < COLUMNS and landing(state, column) >= 0:
            into[count] = landing(state, column)
            count += 1
    if count == 0:
        for column in range(COLUMNS):
            if landing(state, column) >= 0:
                into[count] = landing(state, column)
                count += 1
    return count


@rule
def make_move(state: Any, cell: Any) -> None:
    """FF-4, FF-5 A piece falls; four in a row or a full board end the match."""
    state.board[cell] = state.turn + 1
    state.longest[state.turn] = max(state.longest[state.turn], longest_through(state, cell))
    state.turns += 1
    if state.longest[state.turn] >= FOUR or state.turns == CELLS:
        await_nothing(state)
        return
    state.turn = (state.turn + 1) % state.players
    state.die = 0
    await_roll(state, state.turn, COLUMNS)


@rule
def longest_through(state: Any, cell: Any) -> Any:
    """The longest straight row of the same pieces through a cell, in all four directions."""
    best = 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1 + reach(state, cell, down, right) + reach(state, cell, -down, -right)
        best = max(best, length)
    return best


@rule
def reach(state: Any, cell: Any, down: Any, right: Any) -> Any:
    """How many pieces like that in a cell follow it in one direction."""
    row, column, count = cell // COLUMNS + down, cell % COLUMNS + right, 0
    while 0 <= row < ROWS and 0 <= column < COLUMNS:
        if state.board[row * COLUMNS + column] != state.board[cell]:
            break
        row, column, count = row + down, column + right, count + 1
    return count


@rule
def points_of(state: Any, seat: Any) -> Any:
    return state.longest[seat]


@rule
def has_won(state: Any, seat: Any) -> Any:
    """FF-4, FF-5 The longest row wins; on a full board it may be several seats'."""
    for other in range(state.players):
        if state.longest[other] > state.longest[seat]:
            return False
    return state.awaits == END


@rule
def length_of(state: Any) -> Any:
    return state.turns

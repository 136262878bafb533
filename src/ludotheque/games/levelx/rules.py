"""The rules of Level X: every transition of the game is here, and only here.

The numbers are those of RULES.fr.md and RULES.en.md.
"""

from typing import Any

import numpy as np

from ...core.awaiting import await_draw, await_move, await_nothing
from ...core.rule import rule, state_dtype
from .groups import (
    DICE,
    FACES,
    GROUP_BITS,
    GROUP_MASK,
    LOWEST_SUM,
    MOST_GROUPS,
    MOST_MOVES,
    MOVES,
    MOVES_COUNT,
    MULTISET_OF,
    ROWS,
)

__all__ = [
    "MOST_MOVES",
    "MOST_SEATS",
    "MOST_TILES",
    "ROWS",
    "STATE",
    "has_won",
    "length_of",
    "list_moves",
    "make_move",
    "points_of",
    "set_up",
    "take_draw",
]

MOST_SEATS = 4
MOST_TILES = 12
ROWS_CLOSED_AT_END = 3  # LX-12

STATE = state_dtype(
    [
        ("players", np.int32),
        ("first", np.int32),  # the seat that begins, -1 until it is known
        ("turn", np.int32),  # turns completed
        ("thrown", np.int32),  # dice of this turn that have been drawn
        ("dice", np.int32, DICE),  # their faces, in the order drawn
        ("spaces", np.int32, ROWS),  # the length of each row, the X space included
        ("pawns", np.int32, (MOST_SEATS, ROWS)),  # 0 without a pawn, else its space from 1
        ("chips", np.int32, ROWS),  # left in each row; a row without chips is closed
        ("won", np.int32, (MOST_SEATS, ROWS)),  # chips of each row, per seat
        ("tiles", np.int32, MOST_TILES),  # the bonus tiles, top first, taken ones included
        ("tile_count", np.int32),  # how many there were at the start
        ("tiles_taken", np.int32),  # how many of them are gone
        ("bonus", np.int32, (MOST_SEATS, MOST_TILES)),  # tiles per seat, in the order taken
        ("bonus_count", np.int32, MOST_SEATS),  # how many each seat has
        ("closed_rows", np.int32),
        ("last_round", np.int32),  # 1 from the moment the end is triggered
    ]
)

#: The top bit of each row's four bits: a subtraction that borrows it has found a row without room.
BORROWS = sum(1 << (GROUP_BITS * row + GROUP_BITS - 1) for row in range(ROWS))


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    """Lay out the board for a new match."""
    state.players = players
    state.spaces[:] = edition["spaces"]
    withheld = edition["chips_withheld"][players - 2]
    state.chips[:] = [chips - withheld for chips in edition["chips"]]
    state.tile_count = len(edition["tiles"])
    state.tiles[: state.tile_count] = edition["tiles"]
    state.first = -1
    if options["first"] is None:
        await_draw(state, players)
    else:
        begin(state, options["first"])


@rule
def seat_in_turn(state: Any) -> Any:
    """LX-1 Play goes clockwise."""
    return (state.first + state.turn) % state.players


@rule
def begin(state: Any, first: Any) -> None:
    """LX-1 The first seat is known."""
    state.first = first
    await_draw(state, FACES)


@rule
def take_draw(state: Any, k: Any) -> None:
    """LX-1 the first seat, or LX-2 a die of the turn's only roll."""
    if state.first < 0:
        begin(state, k)
        return
    state.dice[state.thrown] = k + 1
    state.thrown += 1
    if state.thrown == DICE:
        await_move(state, seat_in_turn(state))


@rule
def room_in_rows(state: Any, seat: Any) -> Any:
    """LX-8 How many groups of each row can take effect, packed like a move.

    All steps before the one onto the X bring no chip; from that one on each group takes a chip,
    and the last chip closes the row.
    """
    room = 0
    pawns = state.pawns[seat]
    for row in range(ROWS):
        chips = state.chips[row]
        if chips > 0:
            steps = state.spaces[row] - pawns[row]
            groups = chips + max(steps - 1, 0)
            room |= int(min(groups, MOST_GROUPS)) << (GROUP_BITS * row)
    return room


@rule
def list_moves(state: Any, into: Any) -> Any:
    """LX-3, LX-9, LX-10 What the roll can make, less what the rows have no room for (LX-8)."""
    roll = 0
    for die in range(DICE):
        roll = roll * FACES + state.dice[die] - 1
    room = room_in_rows(state, state.seat) | BORROWS
    count = 0
    dice = MULTISET_OF[roll]
    for i in range(MOVES_COUNT[dice]):
        move = MOVES[dice, i]
        into[count] = move  # overwritten if not counted: a branch-free loop
        count += (room - move) & BORROWS == BORROWS
    return count


@rule
def make_move(state: Any, move: Any) -> None:
    """LX-14 The groups of a move, row by row: their order never matters."""
    seat = state.seat
    for row in range(ROWS):
        for _ in range((move >> (GROUP_BITS * row)) & GROUP_MASK):
            use_group(state, seat, row)
    take_tiles(state, seat)
    end_turn(state)


@rule
def use_group(state: Any, seat: Any, row: Any) -> None:
    """LX-4 One space towards the X, or LX-7 another chip for the pawn that stands there."""
    if state.pawns[seat, row] < state.spaces[row]:
        state.pawns[seat, row] += 1
        if state.pawns[seat, row] < state.spaces[row]:
            return
        send_back_others(state, seat, row)
    take_chip(state, seat, row)


@rule
def send_back_others(state: Any, seat: Any, row: Any) -> None:
    """LX-5, LX-6 The X holds one pawn only: whoever stood there goes back to its owner."""
    for other in range(MOST_SEATS):
        if other != seat and state.pawns[other, row] == state.spaces[row]:
            state.pawns[other, row] = 0


@rule
def take_chip(state: Any, seat: Any, row: Any) -> None:
    """LX-6 A chip of the row, at once; LX-8 the last one closes the row, its pawns leave."""
    state.chips[row] -= 1
    state.won[seat, row] += 1
    if state.chips[row] == 0:
        state.closed_rows += 1
        for other in range(MOST_SEATS):
            state.pawns[other, row] = 0


@rule
def take_tiles(state: Any, seat: Any) -> None:
    """LX-11 The n-th tile is due with n chips of each value, while tiles last."""
    series = state.won[seat, 0]
    for row in range(1, ROWS):
        series = min(series, state.won[seat, row])
    while state.bonus_count[seat] < series and state.tiles_taken < state.tile_count:
        state.bonus[seat, state.bonus_count[seat]] = state.tiles[state.tiles_taken]
        state.bonus_count[seat] += 1
        state.tiles_taken += 1


@rule
def end_turn(state: Any) -> None:
    """LX-12 Three closed rows, or the last tile taken: the round is finished, then the game."""
    state.turn += 1
    state.thrown = 0
    if state.closed_rows >= ROWS_CLOSED_AT_END or state.tiles_taken == state.tile_count:
        state.last_round = 1
    if state.last_round == 1 and state.turn % state.players == 0:
        await_nothing(state)
    else:
        await_draw(state, FACES)


@rule
def points_of(state: Any, seat: Any) -> Any:
    """LX-13 The sum of chips and bonus tiles."""
    points = 0
    won, bonus = state.won[seat], state.bonus[seat]
    for row in range(ROWS):
        points += won[row] * (LOWEST_SUM + row)
    for tile in range(state.bonus_count[seat]):
        points += bonus[tile]
    return points


@rule
def has_won(state: Any, seat: Any) -> Any:
    """LX-13 The highest wins; equal scores share the victory."""
    own = points_of(state, seat)
    for other in range(state.players):
        if points_of(state, other) > own:
            return False
    return True


@rule
def length_of(state: Any) -> Any:
    """In turns."""
    return state.turn

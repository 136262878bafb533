"""The rules of Pebbles."""

from typing import Any

import numpy as np

from ludotheque.core.rule import DRAW, END, MOVE, rule, state_dtype

from .heap import worth

MOST_SEATS = 4
MOST_FACES = 6
MOST_MOVES = MOST_FACES
EVEN, ODD = 100, 101  # guesses, among the moves that are numbers of pebbles

STATE = state_dtype(
    [
        ("players", np.int32),
        ("heap", np.int32),  # pebbles left
        ("faces", np.int32),  # of the die
        ("lucky_numbers", np.int32),  # how many there are, 0 among them
        ("with_guesses", np.int32),
        ("turn", np.int32),  # throws whose pebbles have been taken
        ("dealt", np.int32),  # lucky numbers that have been drawn
        ("limit", np.int32),  # pebbles that may be taken, 0 before the throw
        ("guess", np.int32),  # what the seat to throw has guessed, -1 without a guess
        ("luck", np.int32, MOST_SEATS),
        ("taken", np.int32, MOST_SEATS),
        ("right", np.int32, MOST_SEATS),  # right guesses
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    state.players = players
    state.heap = edition["heap"]
    state.faces = edition["die"]
    state.lucky_numbers = options["luckiest"] + 1
    state.with_guesses = options["guesses"]
    state.guess = -1
    await_draw(state, state.lucky_numbers)


@rule
def await_draw(state: Any, size: Any) -> None:
    state.awaits = DRAW
    state.draw_size = size
    state.seat = -1


@rule
def await_move(state: Any, seat: Any) -> None:
    state.awaits = MOVE
    state.draw_size = 0
    state.seat = seat


@rule
def seat_in_turn(state: Any) -> Any:
    return state.turn % state.players


@rule
def take_draw(state: Any, k: Any) -> None:
    if state.dealt < state.players:
        state.luck[state.dealt] = k
        state.dealt += 1
        if state.dealt == state.players:
            await_draw(state, state.faces)
        return
    seat = seat_in_turn(state)
    state.limit = k + 1
    if state.guess == state.limit % 2:
        state.right[seat] += 1
    state.guess = -1
    await_move(state, seat)


@rule
def list_moves(state: Any, into: Any) -> Any:
    if state.limit == 0:
        into[0] = EVEN
        into[1] = ODD
        return 2
    count = min(state.limit, state.heap)
    for pebbles in range(1, count + 1):
        into[pebbles - 1] = pebbles
    return count


@rule
def make_move(state: Any, move: Any) -> None:
    if move >= EVEN:
        state.guess = move - EVEN
        await_draw(state, state.faces)
        return
    state.heap -= move
    state.taken[state.seat] += move
    state.turn += 1
    state.limit = 0
    if state.heap == 0:
        state.awaits = END
        state.seat = -1
    elif state.with_guesses:
        await_move(state, seat_in_turn(state))
    else:
        await_draw(state, state.faces)


@rule
def points_of(state: Any, seat: Any) -> Any:
    points = worth(state.taken[seat]) + state.right[seat]
    if state.awaits == END:
        points += state.luck[seat]
    return points


@rule
def has_won(state: Any, seat: Any) -> Any:
    for other in range(state.players):
        if points_of(state, other) > points_of(state, seat):
            return False
    return True


@rule
def length_of(state: Any) -> Any:
    return state.turn

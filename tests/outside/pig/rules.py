"""The rules of Pig."""

from typing import Any

import numpy as np

from ludotheque.core.awaiting import await_draw, await_move, await_nothing, await_roll
from ludotheque.core.rule import END, rule, state_dtype

MOST_SEATS = 4
FACES = 6
ROLL, HOLD = 0, 1
MOST_MOVES = 2

STATE = state_dtype(
    [
        ("players", np.int32),
        ("goal", np.int32),  # points that win
        ("turn", np.int32),  # the seat in turn
        ("turns", np.int32),  # that have ended
        ("die", np.int32),  # the last face, 0 while it is in the air
        ("pot", np.int32),  # points of this turn, which a 1 takes away
        ("score", np.int32, MOST_SEATS),
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    state.players = players
    state.goal = edition["goal"]
    await_roll(state, 0, FACES)


@rule
def take_draw(state: Any, k: Any) -> None:
    """PG-2, PG-3 The die adds to the pot; a 1 ends the turn with nothing."""
    state.die = k + 1
    if state.die == 1:
        end_turn(state)
    else:
        state.pot += state.die
        await_move(state, state.turn)


@rule
def list_moves(state: Any, into: Any) -> Any:
    into[0] = ROLL
    into[1] = HOLD
    return 2


@rule
def make_move(state: Any, move: Any) -> None:
    """PG-2, PG-4 Roll again, or keep the pot."""
    if move == ROLL:
        state.die = 0
        await_draw(state, FACES)
        return
    state.score[state.turn] += state.pot
    end_turn(state)


@rule
def end_turn(state: Any) -> None:
    """PG-5 Whoever has the goal's points wins at once; else the next seat throws."""
    reached = state.score[state.turn] >= state.goal
    state.pot = 0
    state.turns += 1
    if reached:
        await_nothing(state)
        return
    state.turn = (state.turn + 1) % state.players
    state.die = 0
    await_roll(state, state.turn, FACES)


@rule
def points_of(state: Any, seat: Any) -> Any:
    return state.score[seat]


@rule
def has_won(state: Any, seat: Any) -> Any:
    return state.awaits == END and state.score[seat] >= state.goal


@rule
def length_of(state: Any) -> Any:
    return state.turns

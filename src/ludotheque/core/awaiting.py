"""Rules that set the header of a state: what it waits for, of which size, and from whom."""

from typing import Any

from .rule import DRAW, END, MOVE, rule

NOBODY = -1


@rule
def await_draw(state: Any, size: Any) -> None:
    """The state waits for a draw below `size`."""
    state.awaits = DRAW
    state.draw_size = size
    state.seat = NOBODY


@rule
def await_move(state: Any, seat: Any) -> None:
    """The state waits for a seat's move."""
    state.awaits = MOVE
    state.draw_size = 0
    state.seat = seat


@rule
def await_nothing(state: Any) -> None:
    """The match is over."""
    state.awaits = END
    state.draw_size = 0
    state.seat = NOBODY

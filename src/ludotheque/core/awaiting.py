"""Rules that set the header of a state: what it waits for, of which size, and from whom."""

from typing import Any

from .rule import DRAW, END, MOVE, rule

NOBODY = -1


@rule
def await_draw(state: Any, size: Any) -> None:
    """Make the state wait for a draw: an integer from 0 to `size` - 1."""
    state.awaits = DRAW
    state.draw_size = size
    state.seat = NOBODY


@rule
def await_roll(state: Any, seat: Any, size: Any) -> None:
    """Make the state wait for the first draw of a throw that opens a seat's turn: it is asked."""
    state.awaits = DRAW
    state.draw_size = size
    state.seat = seat


@rule
def await_move(state: Any, seat: Any) -> None:
    """Make the state wait for a seat's move."""
    state.awaits = MOVE
    state.draw_size = 0
    state.seat = seat


@rule
def await_nothing(state: Any) -> None:
    """Make the state wait for nothing more: the match is over."""
    state.awaits = END
    state.draw_size = 0
    state.seat = NOBODY

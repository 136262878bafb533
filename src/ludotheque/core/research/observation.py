"""Observations: what one seat may know of a state, as named NumPy arrays of fixed shapes.

They are read from the seat's information state (`core.view`), in which everything that the seat
cannot know was dealt anew. So no observation can hold a secret, whatever a game makes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..state import State

Arrays = dict[str, np.ndarray[Any, Any]]


def observation(state: State, seat: int, known: np.ndarray[Any, Any]) -> Arrays:
    """The observation of a seat, given its information state as an array of one state.

    Every field of the record is an array; numbers are arrays of length one. A game's `observe` may
    replace some of them. Actions are those of the seat, and none while another one is to move.
    """
    record = known[0]
    fields = {name: np.atleast_1d(record[name]).copy() for name in known.dtype.names or ()}
    count, is_own = len(state.game.actions), state.seat == seat
    return {
        **state.game.positions.observe(record, seat, fields),
        "observer": np.array([seat], np.int32),
        "legal_actions": state.action_mask() if is_own else np.zeros(count, np.bool_),
        "chosen_actions": np.bincount(
            np.array(state.chosen_actions if is_own else [], np.int64), minlength=count
        ),
        "information_state": np.frombuffer(known.tobytes(), np.uint8).copy(),
    }

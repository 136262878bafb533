"""Observations: what one seat may know of a state, as named NumPy arrays of fixed shapes.

They are read from the seat's information state (`core.view`), in which everything that the seat
cannot know was dealt anew. So no observation can hold a secret, whatever a game makes of it.

All is written for many states at once: every array has an axis of states first. `State` has one of
them, `Batch` thousands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]

#: No part of the tensor: the mask, which is given beside it, and bytes that are a key for tables.
MASK, KEY = "legal_actions", "information_state"


def observe(game: Game, known: Array, seats: Array, masks: Array, chosen: Array) -> Arrays:
    """The observations of these seats, given their information states.

    Every field of the record is an array; numbers are arrays of length one. A game's `observe` may
    replace some of them. `masks` and `chosen` are the seats' legal actions, and how often each
    action is in the move that they have begun.
    """
    rows, known = len(known), read_only(known)
    fields = {name: known[name].reshape(rows, *shape_of(known, name)) for name in names_of(known)}
    return {
        **game.positions.observe(known, seats, fields),
        "observer": seats.astype(np.int32).reshape(rows, 1),
        MASK: masks,
        "chosen_actions": chosen,
        KEY: np.ndarray((rows, known.itemsize), np.uint8, np.ascontiguousarray(known)),
    }


def read_only(array: Array) -> Array:
    """A view of the array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def names_of(known: Array) -> tuple[str, ...]:
    return known.dtype.names or ()


def shape_of(known: Array, name: str) -> tuple[int, ...]:
    """The shape of a field, at least one number."""
    return known[name].shape[1:] or (1,)


def observation(state: State, seat: int, known: Array) -> Arrays:
    """The observation of one state, given its information state as an array of one state.

    Actions are those of the seat, and none while another one is to move.
    """
    count, is_own = len(state.game.actions), state.seat == seat
    mask = state.action_mask() if is_own else np.zeros(count, np.bool_)
    chosen = np.bincount(np.array(state.chosen_actions if is_own else [], np.int64), None, count)
    many = observe(state.game, known, np.array([seat]), mask[None], chosen[None])
    return {name: array[0].copy() for name, array in many.items()}


@dataclass(frozen=True)
class Layout:
    """Where each array of a game's observations is in the flat tensor."""

    shapes: Mapping[str, tuple[int, ...]]  # of its arrays, in their order

    @classmethod
    def of(cls, game: Game) -> Layout:
        seen = game.start(game.players[0]).observation(0)
        return cls({name: array.shape for name, array in seen.items() if name not in (MASK, KEY)})

    @property
    def size(self) -> int:
        return sum(map(prod, self.shapes.values()))

    @property
    def slices(self) -> dict[str, slice]:
        """The part of the tensor that holds each array."""
        found, begin = {}, 0
        for name, shape in self.shapes.items():
            found[name] = slice(begin, begin + prod(shape))
            begin += prod(shape)
        return found

    def fill(self, tensor: Array, arrays: Arrays) -> None:
        """Write arrays of many states into their tensor, one row a state."""
        for name, place in self.slices.items():
            tensor[:, place] = arrays[name].reshape(len(tensor), -1)

"""Observations as one flat array of floats, and back: what neural networks take.

The arrays of `state.observation(seat)` stand one after the other, in their order. Two are left out:
`legal_actions`, which environments give as a mask of its own, and `information_state`, which is a
key for tables and no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core.game import Game

LEFT_OUT = frozenset({"legal_actions", "information_state"})

Array = np.ndarray[Any, Any]


class Layout:
    """Where each array of a game's observations stands in the flat one: `slices`, `shapes`."""

    def __init__(self, example: Mapping[str, Array]) -> None:
        self.shapes = {name: each.shape for name, each in example.items() if name not in LEFT_OUT}
        self.slices: dict[str, slice] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            self.slices[name] = slice(self.size, self.size + int(np.prod(shape)))
            self.size = self.slices[name].stop
        bounds = [bounds_of(example[name].dtype) for name in self.shapes]
        lengths = [each.stop - each.start for each in self.slices.values()]
        #: The least and the greatest value that each number can have by its type.
        self.low = np.repeat(np.array([low for low, _ in bounds], np.float32), lengths)
        self.high = np.repeat(np.array([high for _, high in bounds], np.float32), lengths)

    def flat(self, observation: Mapping[str, Array]) -> Array:
        """An observation as a new flat array."""
        parts = [observation[name].ravel() for name in self.shapes]
        return np.concatenate(parts, dtype=np.float32, casting="unsafe")

    def split(self, flat: Array) -> dict[str, Array]:
        """The named arrays of a flat observation, as views of it; also of many, one a row."""
        return {
            name: flat[..., self.slices[name]].reshape(*flat.shape[:-1], *shape)
            for name, shape in self.shapes.items()
        }


def bounds_of(dtype: np.dtype[Any]) -> tuple[int, int]:
    """What a field of this type can hold; no game counts beyond 32 bits."""
    if dtype.kind == "b":
        return 0, 1
    narrow = dtype if dtype.itemsize < 4 else np.dtype(np.int32)
    return int(np.iinfo(narrow).min), int(np.iinfo(narrow).max)


@cache
def layout_of(game: Game) -> Layout:
    """The layout of a game's observations, which depends on nothing but the game."""
    return Layout(game.start(game.players[0]).observation(0))

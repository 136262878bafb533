"""What spaces need to know of flat observations: bounds, and names for their parts.

`game.observation_layout` says where each array stands. Masks are given apart.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..core.game import Game

Array = np.ndarray[Any, Any]


def split(game: Game, flat: Array) -> dict[str, Array]:
    """The named arrays of a flat observation, as views of it; also of many, one a row."""
    layout = game.observation_layout
    return {
        name: flat[..., place].reshape(*flat.shape[:-1], *layout.shapes[name])
        for name, place in layout.slices.items()
    }


@cache
def bounds(game: Game) -> tuple[Array, Array]:
    """The least and the greatest value that each number can have by its type."""
    seen, layout = game.start(game.players[0]).observation(0), game.observation_layout
    low, high = np.zeros((2, layout.size), np.float32)
    for name, place in layout.slices.items():
        low[place], high[place] = bounds_of(seen[name].dtype)
    return low, high


def bounds_of(dtype: np.dtype[Any]) -> tuple[int, int]:
    """What a field of this type can hold; no game counts beyond 32 bits."""
    if dtype.kind == "b":
        return 0, 1
    narrow = dtype if dtype.itemsize < 4 else np.dtype(np.int32)
    return int(np.iinfo(narrow).min), int(np.iinfo(narrow).max)

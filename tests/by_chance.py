"""Matches played by chance."""

import random
from typing import Any

from ludotheque.core.state import State


def one_more(state: State, chance: random.Random) -> dict[str, Any]:
    """Draw or move at random, whichever is awaited; returns it as an event of a record."""
    if state.awaits == "draw":
        size = state.draw_size or 1
        k = chance.randrange(size)
        state.draw(k)
        return {"draw": [size, k]}
    seat, move = state.seat, chance.choice(state.moves())
    state.play(move)
    return {"seat": seat, "move": move}

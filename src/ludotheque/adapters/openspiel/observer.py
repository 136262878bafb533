"""Observers: what a player sees of a state, as OpenSpiel wants it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from ...core.game import Game
from ..tensor import Array, split

if TYPE_CHECKING:
    from .state import SpielState


class PositionObserver:
    """What a player may know of the position: named arrays, one flat tensor, and a text."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation_layout.size, np.float32)
        self.dict = split(game, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation into `tensor`, of which `dict` has views."""
        self.tensor[:] = state.position.observation_tensor(seat_of(player))

    def string_from(self, state: SpielState, player: int) -> str:
        position, seat = state.position, seat_of(player)
        is_own = position.seat == seat
        seen = {
            "awaits": position.awaits,
            "seat": position.seat,
            "chosen": position.chosen_actions if is_own else [],
            "snapshot": position.snapshot(seat),
            "memory": position.game.positions.memory(position.record, seat),
        }
        return json.dumps(seen, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class InformationStateObserver:
    """All that a player has seen and done, as a text; there is no tensor of it."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Array] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor to write."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_text(seat_of(player))


def seat_of(player: int) -> int:
    """OpenSpiel asks for the default player where it only wants to know the shape."""
    return max(int(player), 0)

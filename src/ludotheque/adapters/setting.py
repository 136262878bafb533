"""A setting: which game, for how many players, by which options, edition and mode."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.game import Game
from ..core.state import State
from ..games import find

Edition = Mapping[str, Any] | str | os.PathLike[str]


@dataclass(frozen=True)
class Setting:
    """What matches of an environment have in common; checked when it is made."""

    game: Game
    first: State  # the first state of every match

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
        mode: Mode = "interpreted",
    ) -> Setting:
        """Without a number of players, the smallest. BadOption says what is wrong."""
        game = game if isinstance(game, Game) else find(game)
        count = game.players[0] if players is None else players
        return cls(game, game.start(count, options, edition, mode=mode))

    @property
    def players(self) -> int:
        return self.first.players

    @cached_property
    def agents(self) -> list[str]:
        """The seats under the names that PettingZoo recommends."""
        return [f"player_{seat}" for seat in range(self.players)]

    def start(self) -> State:
        return self.first.copy()


def settle(state: State, rng: np.random.Generator) -> None:
    """Draw at random until a move is awaited, or the match is over."""
    while (size := state.draw_size) is not None:
        state.draw(int(rng.integers(size)))

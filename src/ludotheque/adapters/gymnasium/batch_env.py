"""Thousands of matches as one Gymnasium vector environment, for self-play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ...core.compiler import Mode
from ...core.game import Game
from ..setting import Edition, Setting
from ..tensor import Array, bounds


class BatchEnv(VectorEnv):
    """A batch of matches in which one agent plays all seats, whichever is to move.

    Observations are those of the seat to move. `info["action_mask"]` has the legal actions of
    each match, `info["seat"]` whose move it is. The reward of a step is that of the seat that has
    acted, and `info["rewards"]` has those of all seats: who loses by another's action learns it
    there. A match that ends is followed by a new one in the same step, without its last
    observation; none is truncated. An illegal action is a ValueError, and changes no match.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        num_envs: int = 1,
        *,
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
        mode: Mode = "compiled",
    ) -> None:
        """`options`, `edition` and `mode` are those of `game.start`."""
        setting = Setting.of(game, players, options, edition)
        self.game, self.num_envs = setting.game, num_envs
        self.batch = self.game.batch(setting.players, num_envs, 0, options, edition, mode=mode)
        low, high = bounds(self.game)
        self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all matches. With a seed all dice are determined."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take one action in each match. Where a match has ended unasked, it is ignored."""
        acted = np.maximum(self.batch.seat, 0)
        rewards, done = self.batch.step(actions)
        info = {**self._info(), "rewards": rewards.copy()}
        own = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        return self._observations(), own, done.copy(), np.zeros(self.num_envs, np.bool_), info

    def _observations(self) -> Array:
        return np.array(self.batch.observation_tensor)

    def _info(self) -> dict[str, Any]:
        """The masks; all actions where a match has ended before anybody was asked."""
        seats = self.batch.seat.copy()
        masks = self.batch.masks | (seats < 0)[:, None]
        return {"action_mask": masks.astype(np.int8), "seat": seats}

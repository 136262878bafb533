"""PettingZoo: every game as an AEC environment, in which agents take turns.

    from ludotheque.adapters import pettingzoo

    env = pettingzoo.env("levelx", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        action = None if over else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are the seats, `player_0` and so on; actions are numbers of `game.actions`. Dice are rolled
by the environment, from the seed of `reset`. Rewards come at the end: `state.returns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.game import Game
from ..core.picture import board_text, print_board
from ..core.state import State
from .extras import not_installed
from .setting import Edition, Setting, settle
from .tensor import Array, bounds

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise not_installed("PettingZoo", "pettingzoo") from missing

ILLEGAL_REWARD = -1.0


def env(game: str | Game, players: int | None = None, **keywords: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses the match.

    Keywords are those of `raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, players, **keywords), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # noqa: N801  # PettingZoo's own name for it
    """The environment without wrappers: an illegal action is a ValueError, and changes nothing."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
        mode: Mode = "interpreted",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`options`, `edition` and `mode` are those of `game.start`.

        A match that is not over after `max_cycles` actions is truncated; by default none is.
        """
        EzPickle.__init__(
            self,
            game,
            players,
            options=options,
            edition=edition,
            mode=mode,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )
        AECEnv.__init__(self)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}; allowed: human, ansi, None")
        self.setting = Setting.of(game, players, options, edition, mode)
        self.game = self.setting.game
        low, high = bounds(self.game)
        self.metadata = {**type(self).metadata, "name": f"ludotheque_{self.game.id}_v0"}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = list(self.setting.agents)
        count = len(self.game.actions)
        self.action_spaces = {each: spaces.Discrete(count) for each in self.possible_agents}
        self.observation_spaces = {
            each: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for each in self.possible_agents
        }
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match. With a seed, all dice are determined; `options` are not used."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {each: {} for each in self.agents}
        self.cycles = 0
        self.position = self.setting.start()
        settle(self.position, self._rng)
        self._select()

    def _select(self) -> None:
        """The agent to act. Where a match asks for no decision at all, the first one ends it."""
        self.agent_selection = self.possible_agents[self.position.seat or 0]

    @property
    def is_over_already(self) -> bool:
        """Whether the match has ended before anybody had to decide: any action will do."""
        return self.position.awaits == "end" and self.cycles == 0

    def observe(self, agent: str) -> dict[str, Array]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.game.actions), np.int8)
        if seat == self.position.seat:
            mask[self.position.actions()] = 1
        elif self.is_over_already and agent == self.agent_selection:
            mask[:] = 1
        return {"observation": self.position.observation_tensor(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.is_over_already:
            assert action is not None, f"{agent} has to act; None is for agents that are done"
            self.position.play_action(action)
            settle(self.position, self._rng)
        self.cycles += 1
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if self.position.awaits == "end":
            self.rewards = dict(zip(self.agents, self.position.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
            is_truncated = self.max_cycles is not None and self.cycles >= self.max_cycles
            self.truncations = dict.fromkeys(self.agents, is_truncated)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as who is to act sees it: as text (`ansi`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: env(…, render_mode='ansi')")
            return None
        position: State = self.position
        if self.render_mode == "ansi":
            return board_text(position, self.possible_agents, position.seat)
        print_board(position, self.possible_agents, position.seat)
        return None

    def close(self) -> None:
        """There is nothing to release."""

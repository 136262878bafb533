"""One seat of a match as a Gymnasium environment; bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from ...bots import prepare
from ...bots.custom.entrant import Entrant
from ...bots.entrants import NamedBot, PlayerLike, entrant_of
from ...bots.player import Player
from ...core.compiler import Mode
from ...core.errors import BadOption, shown
from ...core.game import Game
from ...core.picture import board_text, print_board
from ..setting import Edition, Setting, settle
from ..tensor import Array, bounds

ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env):
    """A match between one agent and bots; a step is one action of the agent's.

    Observations are flat arrays (`adapters.tensor.split` names their parts). `action_masks()` and
    `info["action_mask"]` say which actions are legal. The reward comes at the end, from −1 to 1.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": ["human", "ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | None = 0,
        opponents: PlayerLike | Sequence[PlayerLike] = "habitué",
        options: Mapping[str, Any] | None = None,
        edition: Edition | None = None,
        mode: Mode = "interpreted",
        illegal_reward: float | None = ILLEGAL_REWARD,
        render_mode: str | None = None,
    ) -> None:
        """`options`, `edition` and `mode` are those of `game.start`.

        `seat` is the agent's; None draws one for each match. `opponents` is a player for all other
        seats: a bot's name, `module:Class`, or anything with `choose(view)`; or a list of players,
        in the order of the seats. An illegal action ends the match with `illegal_reward`; None
        makes it a ValueError.
        """
        self.setting = Setting.of(game, players, options, edition, mode)
        self.game = self.setting.game
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.setting.players):
            raise BadOption(
                "there is no seat {seat!r}; allowed: None, 0 … {last}",
                seat=seat,
                last=self.setting.players - 1,
            )
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}; allowed: human, ansi, None")
        self.opponents = checked_opponents(opponents, self.setting.players - 1)
        if mode == "compiled":
            for each in self.opponents:
                if isinstance(each, NamedBot):
                    prepare(each.name, self.game)
        self.wanted_seat = seat
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        low, high = bounds(self.game)
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self._needs_reset = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a match, and play it up to the agent's first decision.

        With a seed, the dice, the drawn seat and the bots named by `opponents` are determined.
        """
        super().reset(seed=seed)
        players = self.setting.players
        wanted = self.wanted_seat
        self.seat = int(self.np_random.integers(players)) if wanted is None else wanted
        others = [seat for seat in range(players) if seat != self.seat]
        self._players: dict[int, Player] = {
            seat: each.make(int(self.np_random.integers(2**32)))
            for seat, each in zip(others, self.opponents, strict=True)
        }
        self.position = self.setting.start()
        self._needs_reset = False
        self._play_on()
        return self._observation(), self._info()

    def _play_on(self) -> None:
        """Roll dice and let the others play, until the agent has to decide or the match is over."""
        settle(self.position, self.np_random)
        while (seat := self.position.seat) is not None and seat != self.seat:
            self.position.play(self._players[seat].choose(self.position.view(seat)))
            settle(self.position, self.np_random)
        if self.render_mode == "human":
            self.render()

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if self._needs_reset:
            raise gymnasium.error.ResetNeeded("the match is over: call reset() before step()")
        if self.position.awaits != "end":  # else it ended before the agent's first decision
            try:
                self.position.play_action(action)
            except ValueError as problem:
                return self._illegal(problem)
            self._play_on()
        is_over = self.position.awaits == "end"
        self._needs_reset = is_over
        reward = self.position.returns[self.seat] if is_over else 0.0
        return self._observation(), reward, is_over, False, self._info()

    def _illegal(self, problem: ValueError) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if self.illegal_reward is None:
            raise problem
        self._needs_reset = True
        info = {**self._info(), "illegal_action": str(problem)}
        return self._observation(), self.illegal_reward, True, False, info

    def _observation(self) -> Array:
        return self.position.observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> Array:
        """Which actions are legal, as ones and zeros.

        All of them if the match has ended before the agent's first decision: the next step, with
        whatever action, brings its reward.
        """
        if self.position.awaits == "end" and not self._needs_reset:
            return np.ones(len(self.game.actions), np.int8)
        return self.position.action_mask().astype(np.int8)

    def render(self) -> str | None:
        """The table as the agent sees it: as text (`ansi`), or printed (`human`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: make(…, render_mode='ansi')")
            return None
        if self.render_mode == "ansi":
            return board_text(self.position, self.setting.agents, self.seat)
        print_board(self.position, self.setting.agents, self.seat)
        return None


def checked_opponents(opponents: PlayerLike | Sequence[PlayerLike], count: int) -> list[Entrant]:
    """One opponent for each of the other seats; BadOption says what is wrong."""
    if isinstance(opponents, str) or hasattr(opponents, "choose"):
        given: list[Any] = [opponents] * count
    else:
        given = list(opponents) if isinstance(opponents, Sequence) else []
    if len(given) != count:
        raise BadOption(
            "opponents are one for all other seats, or a list of {count}, not {opponents}",
            count=count,
            opponents=shown(opponents),
        )
    return [entrant_of(each) for each in given]

"""pgx's environments on the CPU, vectorised by JAX: decisions a second."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable
from functools import partial
from typing import Any

GAMES = ("tic_tac_toe", "backgammon")  # its smallest game, and the one with dice


def is_available() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("pgx", "jax"))


def rates(rows: int, steps: int) -> dict[str, Callable[[], float]]:
    """A measurement for each game; none where pgx or jax is not installed."""
    return {name: partial(Matches(name, rows).run, steps) for name in GAMES if is_available()}


class Matches:
    """A batch of matches of one game, which begin anew when they are over."""

    def __init__(self, name: str, rows: int) -> None:
        jax: Any = importlib.import_module("jax")
        auto_reset = importlib.import_module("pgx.experimental").auto_reset
        env = importlib.import_module("pgx").make(name)
        self._random, self._rows = jax.random, rows
        self._key = jax.random.PRNGKey(0)
        self._step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        self._choose = jax.jit(self._choose_any)
        self._state: Any = jax.jit(jax.vmap(env.init))(self._keys())
        for _ in range(3):  # compiles
            self.run(1)

    def _keys(self) -> Any:
        self._key, own = self._random.split(self._key)
        return self._random.split(own, self._rows)

    def _choose_any(self, key: Any, masks: Any) -> Any:
        chances = self._random.uniform(key, masks.shape) * masks
        return chances.argmax(axis=1)

    def run(self, steps: int) -> float:
        """Decisions a second, in CPU time. Choosing the actions is not timed."""
        seconds = 0.0
        for _ in range(steps):
            keys = self._keys()
            actions = self._choose(keys[0], self._state.legal_action_mask).block_until_ready()
            keys.block_until_ready()
            begin = time.process_time()
            self._state = self._step(self._state, actions, keys)
            self._state.legal_action_mask.block_until_ready()
            seconds += time.process_time() - begin
        return steps * self._rows / seconds

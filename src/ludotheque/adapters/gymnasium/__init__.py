"""Gymnasium: every game as an environment of one agent against bots, and in batches.

    from ludotheque.adapters import gymnasium

    env = gymnasium.make("levelx", players=2, opponents="débutant")
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

`register()` gives Gymnasium's own `make` the names `ludotheque/<game>-v0`.
"""

from __future__ import annotations

from typing import Any

from ...core.game import Game
from ...games import names
from ..extras import not_installed

try:
    import gymnasium

    from .batch_env import BatchEnv
    from .seat_env import SeatEnv
except ImportError as missing:
    raise not_installed("Gymnasium", "gymnasium") from missing

__all__ = ["BatchEnv", "SeatEnv", "make", "make_vec", "register"]


def make(game: str | Game, players: int | None = None, **keywords: Any) -> SeatEnv:
    """An environment of one seat of a game; keywords are those of `SeatEnv`."""
    return SeatEnv(game, players, **keywords)


def make_vec(
    game: str | Game, players: int | None = None, num_envs: int = 1, **keywords: Any
) -> BatchEnv:
    """Many matches in compiled code, for self-play; keywords are those of `BatchEnv`."""
    return BatchEnv(game, players, num_envs, **keywords)


def register() -> list[str]:
    """Register every game with Gymnasium, and return their names: `ludotheque/levelx-v0`, …

    Only those that are not registered yet; so it may be called again.
    """
    found = {name: f"ludotheque/{name}-v0" for name in names()}
    for game, environment in found.items():
        if environment not in gymnasium.registry:
            gymnasium.register(
                environment,
                entry_point=f"{__name__}:make",
                vector_entry_point=f"{__name__}:make_vec",
                kwargs={"game": game},
            )
    return list(found.values())

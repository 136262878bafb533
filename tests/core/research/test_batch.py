"""Batches: every match of a batch is the match that a State plays with the same draws and moves."""

from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque import Game, State
from ludotheque.core.compiler import Mode
from ludotheque.core.research.batch import Batch
from ludotheque.core.rng import randbelow, seed_generator

from ..random_play import GAMES, Setting, any_setting
from .test_actions import every_option

SEED = 5
ROWS = 2
STEPS = 40  # of each batch; observations are compared in some of them
MATCHES = 3  # with options at random, and half of them with a smaller box

TABLES = [(game, players) for game in GAMES for players in game.players]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
tables = pytest.mark.parametrize(
    ("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES]
)


def batch_of(setting: Setting, n: int = ROWS, seed: int = SEED, **how: Any) -> Batch:
    return setting.game.batch(setting.players, n, seed, setting.options, setting.edition, **how)


class Twin:
    """A row of a batch, played again by a State, with draws of the same generator."""

    def __init__(self, setting: Setting, number: int, seed: int = SEED) -> None:
        self.setting = setting
        self.generator = np.zeros(1, np.uint64)
        with np.errstate(over="ignore"):
            seed_generator(self.generator, seed, number)
        self.state = self.begin()

    def begin(self) -> State:
        state = self.setting.start()
        self.draw(state)
        return state

    def draw(self, state: State) -> None:
        with np.errstate(over="ignore"):
            while state.draw_size is not None:
                state.draw(int(randbelow(self.generator, state.draw_size)))

    def step(self, action: int) -> list[float]:
        """Take an action; what the match was worth if it has ended, and a new one begins."""
        if self.state.awaits == "move":
            self.state.play_action(action)
        self.draw(self.state)
        if self.state.awaits != "end":
            return []
        returns = self.state.returns
        self.state = self.begin()
        return returns


def assert_same(batch: Batch, row: int, state: State) -> None:
    assert batch.state(row) == state
    assert batch.seat[row] == (-1 if state.seat is None else state.seat)
    assert batch.draw_size[row] == (state.draw_size or 0)
    assert np.array_equal(batch.masks[row], state.action_mask())
    assert batch.points[row].tolist() == state.points


def assert_same_observation(batch: Batch, row: int, state: State) -> None:
    seat = state.seat or 0
    seen, expected = batch.observations, state.observation(seat)
    assert seen.keys() == expected.keys()
    for name, array in expected.items():
        assert seen[name].dtype == array.dtype
        assert np.array_equal(seen[name][row], array), name
    assert np.array_equal(batch.observation_tensor[row], state.observation_tensor(seat))


def any_actions(batch: Batch, rng: Random) -> list[int]:
    """A legal action of each match; 0 where none is awaited."""
    return [rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in batch.masks]


def check_trajectories(setting: Setting, rng: Random, steps: int, mode: Mode) -> int:
    """Step a batch and its twins; how many matches have ended."""
    batch = batch_of(setting, mode=mode)
    twins = [Twin(setting, row) for row in range(ROWS)]
    ended = 0
    for number in range(steps):
        for row, twin in enumerate(twins):
            assert_same(batch, row, twin.state)
            if number % 16 == row:
                assert_same_observation(batch, row, twin.state)
        actions = any_actions(batch, rng)
        rewards, done = batch.step(actions)
        for row, twin in enumerate(twins):
            returns = twin.step(actions[row])
            assert done[row] == bool(returns)
            assert rewards[row].tolist() == np.float32(returns or [0] * setting.players).tolist()
            assert not returns or batch.returns[row].tolist() == rewards[row].tolist()
            ended += done[row]
    return ended


@tables
def test_every_trajectory_is_that_of_a_state_with_the_same_draws_and_actions(
    game: Game, players: int
) -> None:
    rng = Random(players)
    settings = [Setting(game, players, each, None) for each in every_option(game, players)]
    settings += [any_setting(game, players, rng) for _ in range(MATCHES)]
    for setting in settings:
        check_trajectories(setting, rng, STEPS, "compiled")
    assert check_trajectories(settings[0], rng, 400, "compiled") > 0

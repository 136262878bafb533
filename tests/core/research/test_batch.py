"""Batches: every match of a batch is the match that a State plays with the same draws and moves."""

from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Game, State
from ludotheque.core.compiler import Mode
from ludotheque.core.research.batch import Batch
from ludotheque.core.rng import randbelow, seed_generator
from tests.cases import cases

from ..random_play import GAMES, Setting, any_setting
from .test_actions import every_option

SEED = 5
ROWS = 2
STEPS = 9  # of a batch with every combination of options
LONG = 80  # of a batch with options at random, and one time in two with a smaller box
OBSERVED = 8  # observations are compared in one step out of so many

GAMES_BY_ID = {game.id: game for game in GAMES}
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
        state = self.setting.start("compiled")
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


def single(numbers: list[float]) -> list[float]:
    """Numbers in single precision."""
    return [float(np.float32(number)) for number in numbers]


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
            if number % OBSERVED == row:
                assert_same_observation(batch, row, twin.state)
        actions = any_actions(batch, rng)
        rewards, done = batch.step(actions)
        for row, twin in enumerate(twins):
            returns = twin.step(actions[row])
            assert done[row] == bool(returns)
            assert rewards[row].tolist() == single(returns or [0] * setting.players)
            assert not returns or batch.returns[row].tolist() == rewards[row].tolist()
            ended += done[row]
    return ended


@tables
def test_every_trajectory_is_that_of_a_state_with_the_same_draws_and_actions(
    game: Game, players: int
) -> None:
    rng = Random(players)
    for options in every_option(game, players):
        check_trajectories(Setting(game, players, options, None), rng, STEPS, "compiled")
    check_trajectories(any_setting(game, players, rng), rng, LONG, "compiled")
    assert check_trajectories(Setting(game, players, {}, None), rng, 5 * LONG, "compiled") > 0


@games
def test_a_batch_is_the_same_interpreted(game: Game) -> None:
    rng = Random(1)
    check_trajectories(any_setting(game, game.players[0], rng), rng, STEPS, "interpreted")


@games
def test_matches_do_not_depend_on_how_a_batch_is_split(game: Game) -> None:
    players = game.players[-1]
    whole = game.batch(players, 6, SEED)
    parts = [game.batch(players, 2, SEED, first=first) for first in (0, 2, 4)]
    rng = Random(2)
    for _ in range(30):
        assert np.array_equal(whole.masks, np.concatenate([part.masks for part in parts]))
        actions = any_actions(whole, rng)
        rewards, done = whole.step(actions)
        for number, part in enumerate(parts):
            own = slice(2 * number, 2 * number + 2)
            their_rewards, their_done = part.step(actions[own])
            assert np.array_equal(rewards[own], their_rewards)
            assert np.array_equal(done[own], their_done)
    for row in range(6):
        assert whole.state(row) == parts[row // 2].state(row % 2)


@games
def test_draws_can_be_given(game: Game) -> None:
    setting, rng = Setting(game, game.players[-1], {}, None), Random(3)
    batch = batch_of(setting, explicit_chance=True)
    states = [setting.start("compiled") for _ in range(ROWS)]
    for _ in range(250):
        numbers = any_actions(batch, rng)
        for row, state in enumerate(states):
            assert_same(batch, row, state)
            if state.draw_size is None:
                state.play_action(numbers[row])
            else:
                numbers[row] = rng.randrange(state.draw_size)
                state.draw(numbers[row])
        rewards, done = batch.step(np.array(numbers, np.int32))
        for row, state in enumerate(states):
            assert done[row] == (state.awaits == "end")
            assert rewards[row].tolist() == single(state.returns or [0] * setting.players)
            if done[row]:
                states[row] = setting.start("compiled")


def test_without_auto_reset_a_match_that_is_over_stays_so() -> None:
    game, rng = GAMES_BY_ID["levelx"], Random(4)
    batch = game.batch(2, 3, SEED, auto_reset=False)
    paid = np.zeros((3, 2), np.float32)
    for _ in range(300):
        rewards, done = batch.step(any_actions(batch, rng))
        paid += rewards
    assert done.all()
    assert not batch.masks.any()
    assert batch.seat.tolist() == [-1] * 3
    for row in range(3):
        state = batch.state(row)
        assert state.awaits == "end"
        assert paid[row].tolist() == batch.returns[row].tolist() == state.returns
    batch.reset()
    assert not batch.done.any()
    assert (batch.seat >= 0).all()


def test_a_match_in_which_nobody_decides_is_over_with_every_step() -> None:
    batch = GAMES_BY_ID["trotteurs"].batch(2, 4, SEED, {"vigilance": "auto"})
    for _ in range(3):
        assert not batch.masks.any()
        rewards, done = batch.step(np.zeros(4, np.int64))
        assert done.all()
        assert (np.abs(rewards).sum(axis=1) > 0).all()


def test_the_same_seed_begins_the_same_matches_again() -> None:
    batch = GAMES_BY_ID["masterdes"].batch(2, 4, SEED)
    before = [batch.state(row) for row in range(4)]
    batch.reset()
    assert [batch.state(row) for row in range(4)] != before
    batch.reset(SEED)
    assert [batch.state(row) for row in range(4)] == before


def test_a_move_of_several_actions_is_made_with_the_last_one() -> None:
    batch = GAMES_BY_ID["dicerun"].batch(3, 1, SEED, {"roll_off": "race"})
    words, before = batch.game.actions, batch.state(0)
    while words.index("pick") not in before.actions():
        batch.step(any_actions(batch, Random(1)))
        before = batch.state(0)
    batch.step([words.index("pick")])
    assert batch.state(0).chosen_actions == [words.index("pick")]
    assert batch.state(0).snapshot() == before.snapshot()
    assert batch.observations["chosen_actions"][0, words.index("pick")] == 1
    assert not batch.observe((batch.seat + 1) % 3)["chosen_actions"].any()


def everything(batch: Batch) -> list[bytes]:
    return [batch.state(row).to_bytes() for row in range(len(batch))] + [
        array.tobytes()
        for array in (batch.masks, batch.seat, batch.rewards, batch.returns, batch.done)
    ]


@cases(
    ("actions", "complaint"),
    [
        ([0, 0], r"actions are 3 whole numbers.* not an array of shape \(2,\)"),
        ([[0], [0], [0]], r"shape \(3, 1\)"),
        ([0.0, 0.0, 0.0], "type float64"),
        ([True, True, True], "type bool"),
        (["a", "b", "c"], "type <U1"),
        ([0, 48, 0], r"match 1: the action 48 \('6 6 6 6'\) is not legal now; legal: \[0, "),
        ([0, 0, -1], r"match 2: the action -1 is not legal now"),
        ([49, 0, 0], r"match 0: the action 49 is not legal now; .* no match was changed"),
    ],
)
def test_bad_actions_are_value_errors_and_change_nothing(actions: Any, complaint: str) -> None:
    batch = GAMES_BY_ID["levelx"].batch(2, 3, SEED)
    before = everything(batch)
    with pytest.raises(ValueError, match=complaint):
        batch.step(actions)
    assert everything(batch) == before
    batch.step([0, 0, 0])
    assert everything(batch) != before


def test_a_draw_that_cannot_be_is_refused() -> None:
    batch = GAMES_BY_ID["levelx"].batch(2, 2, SEED, explicit_chance=True)
    with pytest.raises(ValueError, match="match 1: the draw 2 is not a whole number from 0 to 1"):
        batch.step([1, 2])


@cases(
    ("arguments", "complaint"),
    [
        ({"n": 0}, "n must be a whole number from 1"),
        ({"n": True}, "n must be"),
        ({"seed": -1}, "seed must be"),
        ({"first": 1.5}, "first must be"),
        ({"players": 9}, "for 2 to 4 players"),
        ({"options": {"first": 7}}, "first"),
        ({"mode": "quick"}, "there is no mode 'quick'"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ludotheque.batch("levelx", **{"players": 2, "n": 4, "seed": 1, **arguments})


def test_arrays_of_a_batch_can_be_read_only() -> None:
    batch = ludotheque.batch("levelx", players=2, n=4, seed=1)
    arrays = [batch.masks, batch.seat, batch.rewards, batch.done, batch.returns, batch.draw_size]
    for array in (*arrays, batch.observation_tensor, *batch.observations.values()):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


def test_there_is_no_observation_or_state_of_others() -> None:
    batch = ludotheque.batch("levelx", players=2, n=4, seed=1)
    with pytest.raises(ValueError, match="there is no seat"):
        batch.observe(2)
    with pytest.raises(IndexError, match="there is no match 4"):
        batch.state(4)

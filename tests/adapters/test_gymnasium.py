"""Gymnasium: its own checker passes, and an agent plays one seat against bots."""

import io
from contextlib import redirect_stdout
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadOption, View
from tests.cases import cases

from .settings import SETTINGS

pytest.importorskip("gymnasium")

import gymnasium as peer
from gymnasium.utils.env_checker import check_env

from ludotheque.adapters import gymnasium
from ludotheque.adapters.gymnasium import SeatEnv, make, make_vec, register


class First:
    """Plays the first move, and remembers whose views it was given."""

    def __init__(self) -> None:
        self.seats: set[int] = set()

    def choose(self, view: View) -> str:
        self.seats.add(view.seat)
        return view.moves[0]


def play_at_random(env: SeatEnv, seed: int | None) -> tuple[list[Any], float]:
    """The observations of one match, and its reward."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    seens, reward, terminated = [seen], 0.0, False
    while not terminated:
        assert reward == 0
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        seens.append(seen)
    return seens, reward


@pytest.mark.parametrize("name", ludotheque.games())
def test_gymnasiums_own_checker_passes(name: str) -> None:
    register()
    env = peer.make(f"ludotheque/{name}-v0", opponents="random", **SETTINGS.get(name, {}))
    with redirect_stdout(io.StringIO()):  # it tries the render mode that prints, too
        check_env(env.unwrapped)
    env.close()


def test_games_are_registered_once() -> None:
    assert register() == register() == [f"ludotheque/{name}-v0" for name in ludotheque.games()]
    assert isinstance(peer.make("ludotheque/masterdes-v0").unwrapped, SeatEnv)


@pytest.mark.parametrize("name", ludotheque.games())
def test_the_reward_of_a_match_is_the_seats_return(name: str) -> None:
    env = make(name, **SETTINGS.get(name, {}), seat=1, opponents="random")
    _, reward = play_at_random(env, seed=3)
    assert env.position.awaits == "end"
    assert reward == env.position.returns[1]
    with pytest.raises(peer.error.ResetNeeded):
        env.step(0)


def test_named_bots_play_the_same_again_with_the_same_seed() -> None:
    env = make("levelx", players=3, opponents=["habitué", "débutant"], seat=None)
    first, reward = play_at_random(env, seed=1)
    again, reward_again = play_at_random(env, seed=1)
    assert reward == reward_again
    assert all(map(np.array_equal, first, again))
    other, _ = play_at_random(env, seed=2)
    assert not np.array_equal(first[0], other[0])


def test_the_agents_seat_is_drawn_for_each_match_if_none_is_named() -> None:
    env = make("levelx", players=4, seat=None, opponents="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_anything_that_chooses_moves_is_an_opponent_and_never_plays_the_agents_seat() -> None:
    first = First()
    env = make("levelx", players=3, seat=1, opponents=[first, "random"])
    play_at_random(env, seed=1)
    assert first.seats == {0}


def test_an_opponent_may_be_named_by_its_class() -> None:
    env = make("levelx", players=2, opponents=f"{__name__}:First")
    assert np.array_equal(play_at_random(env, seed=1)[0], play_at_random(env, seed=1)[0])


def test_an_illegal_action_loses_and_says_why_or_is_an_error() -> None:
    env = make("levelx", opponents="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated) == (-1.0, True)
    assert "is not legal now" in info["illegal_action"]
    strict = make("levelx", opponents="random", illegal_reward=None)
    strict.reset(seed=1)
    before = strict.position.copy()
    with pytest.raises(ValueError, match="is not legal now"):
        strict.step(illegal)
    assert strict.position == before


def test_a_match_that_ends_before_the_agent_is_asked_brings_its_reward_with_the_next_step() -> None:
    env = make("trotteurs", options={"vigilance": "auto"}, opponents="random")
    _, info = env.reset(seed=1)
    assert info["action_mask"].all()
    _, reward, terminated, _, info = env.step(1)
    assert terminated
    assert reward == env.position.returns[0]
    assert not info["action_mask"].any()


def test_the_board_is_text() -> None:
    env = make("levelx", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in (env.render() or "")


@cases(
    ("keywords", "complaint"),
    [
        ({"seat": 2}, "there is no seat 2; allowed: None, 0 … 1"),
        ({"seat": True}, "there is no seat True"),
        ({"opponents": "grandmaster"}, "there is no bot 'grandmaster'"),
        ({"opponents": ["random", "random"]}, "a list of 1"),
        ({"opponents": [7]}, "not 7"),
        ({"opponents": 7}, "a list of 1, not 7"),
        ({"players": 5}, "for 2 to 4 players"),
        ({"options": {"first": 9}}, "option 'first' cannot be 9"),
    ],
)
def test_wrong_arguments_are_named_at_once(keywords: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        make("levelx", **keywords)


def test_there_is_no_picture_to_render() -> None:
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        gymnasium.make("levelx", render_mode="rgb_array")


def test_a_batch_is_a_vector_environment_of_the_seats_that_are_to_move() -> None:
    envs, rng = make_vec("levelx", players=3, num_envs=5, mode="interpreted"), Random(1)
    observations, infos = envs.reset(seed=7)
    states = [envs.batch.state(row) for row in range(5)]
    ended = 0
    for _ in range(100):
        assert observations in envs.observation_space
        for row, state in enumerate(states):
            assert infos["seat"][row] == state.seat
            assert np.array_equal(infos["action_mask"][row], state.action_mask())
            assert np.array_equal(observations[row], state.observation_tensor(state.seat or 0))
        actions = np.array([rng.choice(state.actions()) for state in states])
        acted = infos["seat"]
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        states = [envs.batch.state(row) for row in range(5)]
        assert not truncated.any()
        assert np.array_equal(rewards, infos["rewards"][np.arange(5), acted])
        assert (infos["rewards"].any(axis=1) == terminated).all()
        ended += terminated.sum()
    assert ended > 0


def test_a_batch_begins_alike_with_the_same_seed_and_gives_arrays_of_its_own() -> None:
    envs = make_vec("levelx", num_envs=3, mode="interpreted")
    first, infos = envs.reset(seed=1)
    kept = first.copy()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert np.array_equal(first, kept)
    assert np.array_equal(envs.reset(seed=1)[0], kept)
    assert not np.array_equal(envs.reset(seed=2)[0], kept)


def test_a_batch_of_matches_without_decisions_takes_any_action_and_pays() -> None:
    envs = make_vec("trotteurs", 2, 3, options={"vigilance": "auto"}, mode="interpreted")
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].all()
    _, _, terminated, _, infos = envs.step(np.zeros(3, np.int64))
    assert terminated.all()
    assert np.abs(infos["rewards"]).max(axis=1).all()


def test_gymnasium_makes_batches_by_name_and_these_refuse_illegal_actions() -> None:
    register()
    name, how = "ludotheque/masterdes-v0", "vector_entry_point"
    envs = peer.make_vec(name, num_envs=2, vectorization_mode=how, mode="interpreted")
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal now"):
        envs.step(np.full(2, -1))

"""PettingZoo: its own tests pass, and what an environment does is what the rules do."""

import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

import ludotheque
from tests.core.random_play import GAMES

from .settings import SETTINGS

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from ludotheque.adapters.pettingzoo import env, raw_env
from ludotheque.adapters.setting import settle
from ludotheque.adapters.tensor import split

#: What PettingZoo's test warns of in every environment with masks that it does not know by name.
DICTS_ARE_FINE = ("Observation is not a NumPy array", "Observation space for each agent probably")


def play_at_random(made: Any, seed: int) -> dict[str, float]:
    """The agents' rewards in one match, summed up."""
    rng = np.random.default_rng(seed)
    made.reset(seed=seed)
    rewards = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, _ = made.last()
        rewards[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        made.step(None if terminated or truncated else int(rng.choice(legal)))
    return rewards


@pytest.mark.parametrize("name", ludotheque.games())
def test_pettingzoos_own_tests_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make = partial(env, name, **SETTINGS.get(name, {}))
    with warnings.catch_warnings():
        for harmless in DICTS_ARE_FINE:
            warnings.filterwarnings("ignore", message=harmless)
        api_test(make(), num_cycles=10)
    seed_test(make, num_cycles=5)
    render_test(make)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_match_has_the_returns_of_the_rules(game: ludotheque.Game) -> None:
    made = raw_env(game, **SETTINGS.get(game.id, {}))
    rewards = play_at_random(made, seed=1)
    assert made.position.awaits == "end"
    assert list(rewards.values()) == made.position.returns
    assert made.agents == []


def test_dice_come_from_the_seed_and_actions_from_the_vocabulary() -> None:
    made, rng = raw_env("levelx", 2), np.random.default_rng(5)
    made.reset(seed=5)
    state = ludotheque.game("levelx").start(2)
    for _ in range(20):
        while state.draw_size is not None:
            state.draw(int(rng.integers(state.draw_size)))
        assert made.position == state
        assert made.agent_selection == f"player_{state.seat}"
        state.play_action(state.actions()[-1])
        made.step(made.position.actions()[-1])


def test_an_observation_is_what_the_seat_may_know() -> None:
    made = raw_env("coursededes", 2)
    made.reset(seed=1)
    for seat, agent in enumerate(made.possible_agents):
        seen, known = made.observe(agent), made.position.observation(seat)
        named = split(made.game, seen["observation"])
        assert all(np.array_equal(array, known[name]) for name, array in named.items())
        assert np.array_equal(seen["action_mask"], known["legal_actions"])


def test_a_match_without_decisions_ends_with_the_first_step_whatever_the_action() -> None:
    made = env("trotteurs", options={"vigilance": "auto"})
    made.reset(seed=1)
    seen, _, terminated, _, _ = made.last()
    assert not terminated
    assert seen["action_mask"].all()
    made.step(2)
    assert all(made.terminations.values())
    assert list(made.rewards.values()) == made.unwrapped.position.returns


def test_a_match_is_truncated_after_so_many_actions_and_not_by_default() -> None:
    made = raw_env("levelx", max_cycles=3)
    play_at_random(made, seed=1)
    assert made.cycles == 3
    assert made.position.awaits == "move"
    assert raw_env("levelx").max_cycles is None


def test_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    made = raw_env("levelx")
    made.reset(seed=1)
    before = made.position.copy()
    illegal = int(np.flatnonzero(~before.action_mask())[0])
    with pytest.raises(ValueError, match="is not legal now"):
        made.step(illegal)
    assert made.position == before
    assert made.cycles == 0


@pytest.mark.filterwarnings("ignore:.*Illegal move made")
def test_with_the_usual_wrappers_an_illegal_action_loses() -> None:
    made = env("levelx")
    made.reset(seed=1)
    loser = made.agent_selection
    made.step(int(np.flatnonzero(~made.unwrapped.position.action_mask())[0]))
    assert all(made.terminations.values())
    assert made.rewards == {each: -1.0 if each == loser else 0 for each in made.possible_agents}


def test_the_board_is_drawn_as_who_is_to_act_sees_it() -> None:
    made = raw_env("dicerun", render_mode="ansi")
    made.reset(seed=1)
    other = made.position.copy()
    while other.seat == made.position.seat:
        other.play(other.moves()[0])
        settle(other, np.random.default_rng(1))
    before = made.render()
    made.position = other
    assert before is not None
    assert before.splitlines()[-1] != (made.render() or "").splitlines()[-1]


def test_wrong_arguments_are_named_at_once() -> None:
    with pytest.raises(ludotheque.BadOption, match="for 2 to 4 players"):
        env("levelx", 7)
    with pytest.raises(ludotheque.UnknownGame):
        env("chess")
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        env("levelx", render_mode="rgb_array")


def test_an_environment_can_be_pickled() -> None:
    made = pickle.loads(pickle.dumps(raw_env("levelx", 4, options={"first": 2})))
    made.reset(seed=1)
    assert made.agent_selection == "player_2"

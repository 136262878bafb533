"""OpenSpiel: its own tests pass, its searches run, and nobody's information state has a secret."""

import pickle
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import ludotheque
from tests.cases import cases

from .settings import SETTINGS, SMALL_RACE

pyspiel: Any = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts

from ludotheque.adapters import openspiel
from ludotheque.adapters.openspiel import SpielState, parameters

WITH_SECRETS = [name for name in ludotheque.games() if ludotheque.game(name).secrets]


@pytest.fixture(autouse=True)
def _registered() -> None:
    openspiel.register()


def load(name: str, **changed: Any) -> Any:
    arguments = {**SETTINGS.get(name, {}), **changed}
    return pyspiel.load_game(f"ludotheque_{name}", parameters(name, **arguments))


def at_random(game: Any, seed: int) -> Iterator[Any]:
    """The states of a match, each before its next event; the last one is terminal."""
    rng, state = random.Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


def decision(name: str, number: int, choices: int = 2) -> Any:
    """A state of a match at random: the decision of that number among so many choices or more."""
    for state in at_random(load(name), seed=4):
        if state.current_player() >= 0 and len(state.legal_actions()) >= choices:
            number -= 1
            if number < 0:
                return state
    raise AssertionError("the match has no such decision")


@pytest.mark.parametrize("name", ludotheque.games())
def test_openspiels_own_simulation_test_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def test_games_are_registered_once_under_their_names() -> None:
    assert openspiel.register() == openspiel.register()
    game = pyspiel.load_game("ludotheque_levelx", {"players": 3})
    assert game.num_players() == 3
    assert game.num_distinct_actions() == len(ludotheque.game("levelx").actions)
    assert pyspiel.load_game("ludotheque_levelx(players=4,first=2)").num_players() == 4


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_match_is_that_of_the_rules(name: str) -> None:
    game, rng = load(name), random.Random(2)
    state, ours = game.new_initial_state(), game.setting.start()
    while not state.is_terminal():
        assert state.is_chance_node() == (ours.awaits == "draw")
        is_chance, action = state.is_chance_node(), rng.choice(state.legal_actions())
        if is_chance:
            assert state.chance_outcomes() == [
                (k, 1 / ours.draw_size) for k in range(ours.draw_size)
            ]
            ours.draw(action)
        else:
            assert state.current_player() == ours.seat
            assert state.legal_actions() == ours.actions()
            ours.play_action(action)
        state.apply_action(action)
    assert state.returns() == ours.returns
    assert state.position == ours


@pytest.mark.parametrize("name", ludotheque.games())
def test_the_search_of_openspiel_runs_on_every_game(name: str) -> None:
    state, rng = decision(name, 0), np.random.RandomState(1)
    before = str(state)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 3, evaluator, random_state=rng)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_the_search_for_hidden_information_runs_on_every_game_that_has_some(name: str) -> None:
    state, rng = decision(name, 3, choices=3), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, 4, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_the_search_in_c_plus_plus_runs_without_releasing_pythons_lock() -> None:
    state = decision("masterdes", 0)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 1.4, 3, 10, False, 3, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_a_sampled_state_cannot_be_told_apart_by_the_player(name: str) -> None:
    state, rng = decision(name, 12), random.Random(1)
    player = state.current_player()
    hidden = set()
    for _ in range(5):
        sampled = state.resample_from_infostate(player, rng.random)
        for seen in ("information_state_string", "observation_string", "observation_tensor"):
            assert getattr(sampled, seen)(player) == getattr(state, seen)(player)
        assert sampled.legal_actions() == state.legal_actions()
        hidden.add(str(sampled))
    assert len(hidden) > 1


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_an_information_state_has_what_the_player_saw_and_did_and_nothing_more(name: str) -> None:
    """Two matches with the same public events, but other secrets of another player."""
    game, rng = load(name), random.Random(3)
    state = game.new_initial_state()
    while not (state.is_chance_node() and state.position.pending_draws[0].secret):
        state.apply_action(rng.choice(state.legal_actions()))
    texts = {player: set[str]() for player in range(game.num_players())}
    for outcome in state.legal_actions()[::5]:
        dealt = state.child(outcome)
        for player, seen in texts.items():
            seen.add(dealt.information_state_string(player))
    counts = sorted(map(len, texts.values()))
    assert counts[:-1] == [1] * (len(counts) - 1)  # all others see that something was dealt
    assert counts[-1] > 1  # who was dealt it knows what it is


def test_information_states_remember_what_positions_forget() -> None:
    """Two ways to the same position: Markov observations are equal, histories are not."""
    game = load("coursededes")
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, faces in ((first, (0, 1)), (second, (1, 0))):
        for face in faces:
            state.apply_action(face)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_half_a_move_of_another_seat_leaves_no_trace() -> None:
    states = (state.clone() for state in at_random(load("dicerun"), seed=1))
    before, state = next(pair for pair in pairwise(states) if pair[1].position.chosen_actions)
    mover = before.current_player()
    for player in range(state.num_players()):
        is_same = before.information_state_string(player) == state.information_state_string(player)
        assert is_same == (player != mover)


def test_a_match_that_is_too_long_is_a_draw() -> None:
    game = load("levelx", max_game_length=5)
    *_, last = at_random(game, seed=1)
    assert last.is_terminal()
    assert last.is_cut_off()
    assert last.actions_taken == game.max_game_length() == 5
    assert last.returns() == [0.0, 0.0, 0.0]


def test_states_and_games_can_be_pickled() -> None:
    state = decision("dicerun", 5)
    again = pickle.loads(pickle.dumps(state))
    assert isinstance(again, SpielState)
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert str(again.get_game()) == str(state.get_game())
    for player in range(3):
        assert again.information_state_string(player) == state.information_state_string(player)


def test_parameters_stand_for_options_and_editions() -> None:
    given = parameters("dicerun", 4, {"roll_off": "aside"}, SMALL_RACE)
    game = pyspiel.load_game(str(pyspiel.load_game("ludotheque_dicerun", given)))
    wanted = ludotheque.game("dicerun").start(4, {"roll_off": "aside"}, SMALL_RACE)
    assert game.setting.first == wanted
    assert parameters("levelx")["first"] == -1
    assert pyspiel.load_game("ludotheque_levelx").setting.first.options == {"first": None}


def test_an_edition_may_be_a_file() -> None:
    path = str(ludotheque.game("levelx").folder / "edition.toml")
    game = pyspiel.load_game("ludotheque_levelx", {"edition": path})
    assert game.setting.first.edition == ludotheque.game("levelx").edition


@cases(
    ("given", "complaint"),
    [
        ({"players": 9}, "for 2 to 4 players, not 9"),
        ({"first": 7}, "option 'first' cannot be 7"),
        ({"max_game_length": 0}, "from 1 on, not 0"),
        ({"edition": "json:!"}, "is not JSON in base64"),
        ({"colour": 1}, "Unknown parameter 'colour'"),
    ],
)
def test_wrong_parameters_are_named(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        pyspiel.load_game("ludotheque_levelx", given)

"""Observations: fixed shapes, and nothing that the seat may not know."""

from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Game, State
from tests.cases import cases

from ..random_play import GAMES, any_setting, playthrough

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))

Observation = dict[str, np.ndarray[Any, Any]]


def some_states(game: Game) -> list[State]:
    found = []
    for players in game.players:
        rng = Random(players)
        setting = any_setting(game, players, rng)
        match = [state.copy() for state in playthrough(setting.start(), rng)]
        found += [*match[:: max(1, len(match) // 12)], match[-1]]
    return found


def same(one: Observation, other: Observation) -> bool:
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name])
        for name in one
    )


@games
def test_shapes_and_types_are_the_same_in_every_match_of_a_game(game: Game) -> None:
    shapes = {
        tuple((name, array.shape, array.dtype) for name, array in state.observation(0).items())
        for state in some_states(game)
    }
    assert len(shapes) == 1


@games
def test_states_that_a_seat_cannot_tell_apart_give_it_equal_observations(game: Game) -> None:
    differing = 0
    for number, state in enumerate(some_states(game)):
        for seat in range(state.players):
            other = game.resample(state.view(seat), Random(number))
            assert same(other.observation(seat), state.observation(seat))
            differing += other != state
    assert (differing > 0) == (game.determinization is not None)


@games
def test_an_observation_has_the_actions_of_its_own_seat_only(game: Game) -> None:
    for state in some_states(game):
        for seat in range(state.players):
            seen = state.observation(seat)
            legal = state.actions() if state.seat == seat else []
            assert np.flatnonzero(seen["legal_actions"]).tolist() == legal
            assert not seen["chosen_actions"].any()
            assert seen["observer"].tolist() == [seat]
            known = state.view(seat).information_state
            assert seen["information_state"].tobytes().hex() == known


def test_half_a_move_is_known_to_the_seat_that_makes_it_only() -> None:
    game, rng = ludotheque.game("dicerun"), Random(1)
    state = game.start(3)
    while state.awaits == "draw":
        assert state.draw_size is not None
        state.draw(rng.randrange(state.draw_size))
    before = [state.observation(seat) for seat in range(3)]
    pick = game.actions.index("pick")
    state.play_action(pick)
    assert state.seat is not None
    own = state.observation(state.seat)
    assert np.flatnonzero(own["chosen_actions"]).tolist() == [pick]
    for seat in {0, 1, 2} - {state.seat}:
        assert same(state.observation(seat), before[seat])


def test_an_observation_is_the_callers() -> None:
    for game in GAMES:
        state = game.start(game.players[0])
        data, before = state.to_bytes(), state.observation(0)
        for array in state.observation(0).values():
            array[...] = 1
        assert state.to_bytes() == data
        assert same(state.observation(0), before)


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_what_is_secret_in_a_race_is_minus_one(name: str) -> None:
    game = ludotheque.game(name)
    for state in some_states(game):
        for seat in range(state.players):
            seen, snapshot = state.observation(seat), state.snapshot(seat)
            others = [other for other in range(6) if other != seat]
            for secret in ("hands", "goals", "buried"):
                assert (seen[secret][others] == -1).all()
                assert (seen[secret][seat] >= 0).all()
            assert seen["hands"][seat].sum() == len(snapshot["hands"][seat])
            assert seen["goals"][seat].sum() == len(snapshot["goals"][seat])
            hidden = [state.record.hands[other].sum() for other in others]
            assert seen["hand_sizes"][others].tolist() == hidden
            lies_unseen = int(state.record.face_down >= 0 and state.record.rerolled != seat)
            unseen = snapshot["pile"] + sum(hidden) + seen["buried_sizes"][others].sum()
            assert seen["unseen_cards"].sum() == unseen + lies_unseen


@games
@cases("seat", [-1, 9, True, 0.0, "0", None])
def test_there_is_no_observation_of_another_seat(game: Game, seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        game.start(game.players[0]).observation(seat)

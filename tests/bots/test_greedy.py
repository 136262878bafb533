"""Greedy players of the games with secrets: what they know, and how well they play."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, State
from ludotheque.bots import greedy_player, make_bot
from ludotheque.bots.greedy_player import GreedyPlayer, prepare
from ludotheque.bots.player import Player
from ludotheque.core.view import View
from tests.project.pebbles import GAME as PEBBLES

DICERUN, COURSE = ludotheque.game("dicerun"), ludotheque.game("coursededes")
RACES: list[tuple[Game, int, dict[str, Any]]] = [
    (DICERUN, 3, {}),
    (COURSE, 2, {"objectives": "single"}),
    (COURSE, 3, {"objectives": "variable", "bonus": True}),
]
races = pytest.mark.parametrize(
    ("game", "players", "options"), RACES, ids=["dicerun", "coursededes", "variable"]
)


def decisions(game: Game, players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """The states of a match of random moves in which somebody has more than one move."""
    chance, state = Random(seed), game.start(players, options)
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            if len(state.moves()) > 1:
                yield state.copy()
            state.play(chance.choice(state.moves()))


def view_of(state: State) -> View:
    assert state.seat is not None
    return state.view(state.seat)


def winners(game: Game, bots: list[Player], options: dict[str, Any], seed: int) -> list[int]:
    chance, state = Random(seed), game.start(len(bots), options)
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        elif state.seat is not None:
            state.play(bots[state.seat].choose(state.view(state.seat)))
    return state.winners


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [RACES[0], *(pytest.param(*race, marks=pytest.mark.long) for race in RACES[1:])],
    ids=["dicerun", "coursededes", "variable"],
)
def test_a_greedy_player_mostly_beats_random_ones(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    prepare(game)
    won, matches = 0, 12
    for match in range(matches):
        seat = match % players
        bots = [make_bot("random", 10 * match + place) for place in range(players)]
        bots[seat] = GreedyPlayer(match)
        won += winners(game, bots, options, seed=match) == [seat]
    assert won >= 8


@races
def test_states_that_differ_in_secrets_only_get_the_same_answer(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    chance, differing = Random(4), 0
    for state in list(decisions(game, players, options, seed=4))[::6]:
        view = view_of(state)
        other = game.resample(view, chance)
        differing += other.snapshot() != state.snapshot()
        assert GreedyPlayer(8).choose(view_of(other)) == GreedyPlayer(8).choose(view)
    assert differing > 5


@races
def test_a_view_is_all_that_a_greedy_player_needs(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    """What it decides by is plain data: it stays the same when the match has gone on."""
    states = decisions(game, players, options, seed=5)
    view = view_of(next(states))
    for plain in (view.snapshot, view.memory, view.options, view.moves):
        assert json.loads(json.dumps(plain)) == plain
    before = deepcopy(view)
    answer = GreedyPlayer(1).choose(view)
    for _ in zip(range(5), states, strict=False):
        assert GreedyPlayer(1).choose(view) == answer
    assert view == before


def sampled_states(view: View, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many states a greedy player samples before it decides."""
    count = 0
    resample = Game.resample

    def counted(game: Game, view: View, rng: Random) -> State:
        nonlocal count
        count += 1
        return resample(game, view, rng)

    with monkeypatch.context() as patch:
        patch.setattr(Game, "resample", counted)
        GreedyPlayer(1).choose(view)
    return count


def test_several_determinizations_are_averaged_only_where_a_move_reveals_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever draws a stage card has everybody's objectives laid open."""
    ends = 0
    for number, state in enumerate(decisions(COURSE, 3, {}, seed=6)):
        record = state.record
        ends_stage = bool(record.stage < 4 and record.pile == record.stage_at[record.stage])
        if ends_stage or number % 10 == 0:
            assert (sampled_states(view_of(state), monkeypatch) > 2) == ends_stage
        ends += ends_stage
    assert ends == 4


def test_an_open_game_is_resampled_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(decisions(ludotheque.game("levelx"), 2, {}, seed=1))
    assert sampled_states(view_of(state), monkeypatch) == 1


@pytest.mark.parametrize("name", ["dicerun", "levelx"])
def test_once_compiled_a_greedy_player_decides_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greedy_player, "_compiled", set())
    game = ludotheque.game(name)
    players = game.players[0]
    views = [view_of(state) for state in list(decisions(game, players, {}, seed=9))[::5]]
    interpreted = [GreedyPlayer(3).choose(view) for view in views]
    prepare(game)
    assert greedy_player.mode_of(game) == "compiled"
    assert [GreedyPlayer(3).choose(view) for view in views] == interpreted


def test_a_game_without_an_evaluation_needs_no_compiler() -> None:
    prepare(PEBBLES)
    assert greedy_player.mode_of(PEBBLES) == "interpreted"

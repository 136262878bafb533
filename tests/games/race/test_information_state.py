"""A view's information state holds no secret: it is the same for states that look the same.

The states to compare are not resampled by the game, whose determinization is what is tested here.
They are put together from the snapshot and the memory of a view alone, by a second implementation.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, State
from ludotheque.core.view import View
from tests.games.coursededes import naive_resampling as naive_coursededes
from tests.games.dicerun import naive_resampling as naive_dicerun

Resampler = Callable[[Any, View, Random], None]
NAIVE: dict[str, Resampler] = {
    "coursededes": naive_coursededes.resample,
    "dicerun": naive_dicerun.resample,
}

SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("dicerun", 3, {}),
    ("dicerun", 5, {}),
    ("dicerun", 4, {"roll_off": "aside"}),
    ("coursededes", 2, {}),
    ("coursededes", 3, {"objectives": "variable"}),
    ("coursededes", 4, {"bonus": True}),
]
settings = pytest.mark.parametrize(("name", "players", "options"), SETTINGS)

#: Fields that everybody has seen, though neither snapshot nor memory tells all about them: which of
#: the dice that look alike is where, and what a roll-off that is over came to.
SEEN_BY_ALL = ("line", "values", "to_throw", "thrown", "rolling", "roller", "dice_rolled", "totals")


def moments(game: Game, players: int, options: dict[str, Any], seed: int) -> list[State]:
    chance, state = Random(seed), game.start(players, options)
    found = [state.copy()]
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))
        found.append(state.copy())
    return found


def lookalike(state: State, seat: int, chance: Random) -> State:
    """A state that the seat cannot tell from this one."""
    view = state.view(seat)
    other = state.game.start(state.players, state.options, state.edition)
    NAIVE[state.game.id](other.record, view, chance)
    for field in SEEN_BY_ALL:
        other.record[field] = state.record[field]
    return other


@settings
def test_views_of_states_that_look_the_same_are_equal_to_the_byte(
    name: str, players: int, options: dict[str, Any]
) -> None:
    chance, game, differing = Random(players), ludotheque.game(name), 0
    for state in moments(game, players, options, seed=players)[::3]:
        seat = chance.randrange(players)
        other = lookalike(state, seat, chance)
        assert other.view(seat).information_state == state.view(seat).information_state
        assert other.view(seat) == state.view(seat)
        differing += other.snapshot() != state.snapshot()
    assert differing > 20


@settings
def test_observations_of_states_that_look_the_same_are_equal(
    name: str, players: int, options: dict[str, Any]
) -> None:
    chance, game = Random(players), ludotheque.game(name)
    for state in moments(game, players, options, seed=players + 20)[::5]:
        seat = chance.randrange(players)
        one, other = state.observation(seat), lookalike(state, seat, chance).observation(seat)
        assert {field: array.tolist() for field, array in one.items()} == {
            field: array.tolist() for field, array in other.items()
        }


@settings
def test_states_that_look_the_same_are_resampled_alike(
    name: str, players: int, options: dict[str, Any]
) -> None:
    chance, game = Random(players), ludotheque.game(name)
    for number, state in enumerate(moments(game, players, options, seed=players + 10)[::9]):
        seat = chance.randrange(players)
        other = lookalike(state, seat, chance)
        one, two = (game.resample(each.view(seat), Random(number)) for each in (state, other))
        assert one.states.tobytes() == two.states.tobytes()
        assert one.snapshot(seat) == state.snapshot(seat)


@settings
def test_compiled_and_interpreted_a_view_is_the_same(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game, chance = ludotheque.game(name), Random(players)
    one, other = (game.start(players, options, mode=mode) for mode in ("interpreted", "compiled"))
    while one.awaits != "end":
        seat = chance.randrange(players)
        assert one.view(seat) == other.view(seat)
        for _ in range(9):
            if one.draw_size is not None:
                k = chance.randrange(one.draw_size)
                one.draw(k)
                other.draw(k)
            elif one.awaits == "move":
                move = chance.choice(one.moves())
                one.play(move)
                other.play(move)

"""The public contract, checked for every game: what a state returns, refuses and reveals."""

import json
import pickle
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from ..core.errors import BadGame, BadOption, IllegalMove
from ..core.game import Game
from ..core.state import State
from ..core.view import View
from .cases import cases
from .random_play import any_setting, playthrough, somewhere, step

PLAIN = {dict, list, str, int, bool, type(None)}

waits = pytest.mark.parametrize("awaits", ["draw", "move", "end"])


def some_states(game: Game, matches: int = 3) -> list[State]:
    """States of a few matches, about forty of each, the first and the last among them."""
    return [state.copy() for seed in range(matches) for state in states_of_match(game, seed)]


@cache
def states_of_match(game: Game, seed: int) -> list[State]:
    rng = Random(seed)
    setting = any_setting(game, game.players[seed % len(game.players)], rng)
    match = [state.copy() for state in playthrough(setting.start(), rng)]
    return [*match[:: max(1, len(match) // 40)], match[-1]]


def test_a_game_says_what_it_is(game: Game) -> None:
    assert isinstance(game.title, str)
    assert type(game.players) is range
    assert game.options.keys() == {option.name for option in game.options.values()}
    for option in game.options.values():
        assert option.default in option.allowed


def test_a_game_travels_to_another_process_by_name(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


def test_a_match_starts_without_points_winners_or_moves_made(game: Game) -> None:
    for players in game.players:
        state = game.start(players=players)
        assert state.players == players
        assert state.points == [0] * players
        assert state.winners == []
        assert state.options == {name: option.default for name, option in game.options.items()}
        assert state.edition is None


def test_a_state_awaits_one_thing_and_has_nothing_of_the_others(game: Game) -> None:
    for state in some_states(game):
        size, seat, moves, winners = state.draw_size, state.seat, state.moves(), state.winners
        if state.awaits == "draw":
            assert type(size) is int
            assert size >= 1
            assert (seat, moves, winners) == (None, [], [])
            assert state.roller in (None, *range(state.players))
        elif state.awaits == "move":
            assert seat in range(state.players)
            assert moves
            assert (size, winners, state.throw, state.roller) == (None, [], [], None)
        else:
            assert state.awaits == "end"
            assert winners == sorted(set(winners))
            assert set(winners) <= set(range(state.players))
            assert winners
            assert (size, seat, moves, state.throw, state.roller) == (None, None, [], [], None)


def test_a_throw_tells_its_draws_in_order(game: Game) -> None:
    for state in some_states(game):
        throw = state.throw
        for place, drawn in enumerate(throw):
            assert drawn.keys() == {"kind", "what", "faces", "secret"}
            assert drawn["kind"].isidentifier()
            assert isinstance(drawn["what"], str)
            assert type(drawn["secret"]) is bool
            assert len(drawn["faces"]) == state.draw_size
            assert all(isinstance(face, str) for face in drawn["faces"])
            assert state.throw == throw[place:]
            state.draw(0)


def test_legal_moves_are_texts_each_once_and_each_can_be_played(game: Game) -> None:
    for state in some_states(game):
        moves = state.moves()
        assert len(moves) == len(set(moves)) <= game.rules.MOST_MOVES
        for move in moves:
            assert type(move) is str
            state.copy().play(move)


def everything(state: State) -> tuple[Any, ...]:
    """All that a state has to say."""
    seats = range(state.players)
    return (
        state.states.tobytes(),
        (state.awaits, state.draw_size, state.seat, state.roller, state.throw),
        (state.moves(), state.points, state.winners, state.length),
        (state.options, state.edition),
        [state.snapshot(), state.snapshot(seat="public"), *map(state.snapshot, seats)],
        [state.view(seat) for seat in seats],
    )


@waits
@cases("k", [-1, 10**30, 0.0, "0", True, None, [0]])
def test_a_wrong_draw_is_a_value_error_and_changes_nothing(
    game: Game, awaits: str, k: object
) -> None:
    state = somewhere(game, Random(1), awaits)
    before = everything(state)
    with pytest.raises(ValueError, match=r"\w"):
        state.draw(k)  # type: ignore[arg-type]
    assert everything(state) == before


def test_a_draw_is_refused_from_its_size_on_and_where_none_is_awaited(game: Game) -> None:
    state = somewhere(game, Random(1), "draw")
    assert state.draw_size is not None
    with pytest.raises(ValueError, match=f"0 to {state.draw_size - 1}"):
        state.draw(state.draw_size)
    for awaits in ("move", "end"):
        with pytest.raises(ValueError, match=f"no draw is awaited; the state awaits: {awaits}"):
            somewhere(game, Random(1), awaits).draw(0)


@waits
@cases("move", ["", " ", "nonsense", "é\0", "9" * 5000, None, 5, b"-", ["-"]])
def test_a_wrong_move_is_illegal_with_a_reason_and_a_rule_and_changes_nothing(
    game: Game, awaits: str, move: object
) -> None:
    state = somewhere(game, Random(2), awaits)
    before = everything(state)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)  # type: ignore[arg-type]
    assert everything(state) == before
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.code
    assert error.rule
    assert str(error).endswith(f"({error.rule})")
    assert isinstance(error.params, dict)


def test_a_legal_move_with_anything_around_it_is_another_text(game: Game) -> None:
    state = somewhere(game, Random(3), "move")
    for move in state.moves():
        for text in (f" {move}", f"{move} ", f"{move}\n", f"+{move}", f"{move}{move}"):
            if text not in state.moves():
                with pytest.raises(IllegalMove):
                    state.play(text)


def test_a_copy_goes_its_own_way(game: Game) -> None:
    for state in some_states(game):
        before, copied = everything(state), state.copy()
        assert everything(copied) == before
        if state.awaits != "end":
            step(copied, Random(0))
            assert everything(copied) != before
        assert everything(state) == before


def spoil(data: Any) -> None:
    """Change every list and every table inside."""
    if isinstance(data, dict):
        for value in data.values():
            spoil(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            spoil(value)
        data.append("spoilt")


def test_what_a_state_returns_is_the_callers(game: Game) -> None:
    for state in some_states(game, matches=4):
        before = everything(state)
        for part in everything(state)[1:]:
            for thing in part:
                spoil(thing.__dict__.copy() if isinstance(thing, View) else thing)
        for view in map(state.view, range(state.players)):
            spoil([view.options, view.edition, view.moves, view.snapshot, view.memory])
        assert everything(state) == before


def test_snapshots_are_plain_json_data(game: Game) -> None:
    for state in some_states(game):
        for seat in (None, "public", *range(state.players)):
            snapshot = state.snapshot(seat)
            check_plain(snapshot)
            assert json.loads(json.dumps(snapshot)) == snapshot


def check_plain(data: object) -> None:
    """Nothing but what JSON has, of exactly those types: no NumPy number, no own class."""
    assert type(data) in PLAIN
    if isinstance(data, dict):
        assert all(type(key) is str for key in data)
        for value in data.values():
            check_plain(value)
    elif isinstance(data, list):
        for value in data:
            check_plain(value)


@cases("seat", [-1, 9, True, 0.0, "0", "private", [0]])
def test_there_is_no_snapshot_and_no_view_of_another_seat(game: Game, seat: Any) -> None:
    state = game.start(game.players[0])
    with pytest.raises(ValueError, match="there is no seat"):
        state.snapshot(seat=seat)
    with pytest.raises(ValueError, match="there is no seat"):
        state.view(seat)


def test_a_view_is_data_of_its_own_with_no_way_back_to_the_state(game: Game) -> None:
    """Apart from the game, which holds no match, it is plain data that nobody else holds."""
    for state in some_states(game):
        views = [state.view(seat) for seat in range(state.players)]
        held = [*map(data_of, views), [state._options, state._edition]]
        inside = [each for data in held for each in containers(data)]
        assert len(inside) == len(set(inside))
        for view in views:
            assert view.game is game
            check_plain(data_of(view))


def data_of(view: View) -> list[Any]:
    return [value for name, value in vars(view).items() if name != "game"]


def containers(data: Any) -> list[int]:
    """The identities of every list and table inside."""
    if not isinstance(data, dict | list):
        return []
    inside = data.values() if isinstance(data, dict) else data
    return [id(data), *(each for value in inside for each in containers(value))]


def test_a_view_tells_whose_move_it_is_and_only_that_seat_its_moves(game: Game) -> None:
    for state in some_states(game):
        for seat in range(state.players):
            view = state.view(seat)
            assert (view.seat, view.awaits, view.to_move) == (seat, state.awaits, state.seat)
            assert view.snapshot == state.snapshot(seat)
            assert view.moves == (state.moves() if state.seat == seat else [])


def test_a_game_with_secrets_and_no_determinization_is_refused(game: Game) -> None:
    """Its views would hold the whole state."""
    if game.determinization is None:
        with pytest.raises(BadGame, match=r"determinization\.py is missing"):
            replace(game, secrets=True).start(game.players[0])


def test_a_resampled_state_looks_the_same_to_the_seat(game: Game) -> None:
    for number, state in enumerate(some_states(game)):
        for seat in range(state.players):
            view = state.view(seat)
            sampled = game.resample(view, Random(number))
            assert sampled.view(seat) == view
            assert sampled.draw_size == state.draw_size


def test_a_resampled_state_can_be_played_to_its_end(game: Game) -> None:
    for number, state in enumerate(some_states(game)[::10]):
        sampled = game.resample(state.view(number % state.players), Random(number))
        *_, end = playthrough(sampled, Random(number))
        assert end.winners


def test_a_wrong_number_of_players_is_refused_with_the_right_ones(game: Game) -> None:
    least, most = game.players[0], game.players[-1]
    right = f"for {most} players" if least == most else f"for {least} to {most} players"
    for players in (least - 1, most + 1, 0, -1, float(least), str(least), True, None):
        with pytest.raises(BadOption, match=right):
            game.start(players)  # type: ignore[arg-type]


def test_an_option_of_the_wrong_name_or_value_is_refused(game: Game) -> None:
    players = game.players[0]
    with pytest.raises(BadOption, match="there is no option 'no such option'"):
        game.start(players, {"no such option": 1})
    for name in game.options:
        with pytest.raises(BadOption, match=f"option '{name}' cannot be .* allowed: "):
            game.start(players, {name: "no such value"})


def test_the_printed_box_named_as_an_edition_plays_the_same(game: Game) -> None:
    players = game.players[0]
    named = game.start(players, edition=game.edition)
    assert named.edition == game.edition
    assert named.states.tobytes() == game.start(players).states.tobytes()


def test_the_same_draws_and_moves_give_the_same_match(game: Game) -> None:
    rng = Random(5)
    setting = any_setting(game, game.players[-1], rng)
    first, second = (
        [state.snapshot() for state in playthrough(setting.start(), Random(6))] for _ in range(2)
    )
    assert first == second

"""Snapshots, throws and views of a state of Level X, none of which can change the state."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State

from .position import GAME, box, position, roll, start, take_turn

NEARLY_OVER = """
          5   6   7   8   9  10
    left  0   0   1   8   7   6
    red   .   .   X   .   .   .
    green .   .   2   .   .   .
"""


# The snapshot


@pytest.mark.parametrize(("players", "chips"), [(2, 11), (3, 11), (4, 12)])
def test_the_snapshot_of_a_new_match(players: int, chips: int) -> None:
    """Nothing but the pieces of the rulebook, as plain JSON data."""
    snapshot = start(players, first=None).snapshot()
    assert snapshot == {
        "first": None,
        "turn": 0,
        "dice": None,
        "pawns": [[0] * 6] * players,
        "chips": [chips, chips - 1, chips - 2, chips - 3, chips - 4, chips - 5],
        "won": [[0] * 6] * players,
        "bonus": [[]] * players,
        "tiles": [15, 12, 9, 6],
        "scores": [0] * players,
        "last_round": False,
    }
    assert json.loads(json.dumps(snapshot)) == snapshot


def test_a_snapshot_is_plain_data_throughout_a_match() -> None:
    """No NumPy number ever slips into it."""
    chance = Random("plain")
    state = start(players=3, first=None)
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(sorted(state.moves())))
        assert kinds(state.snapshot()) <= {dict, list, str, int, bool, type(None)}
    assert kinds([state.points, state.winners]) == {list, int}


def kinds(data: Any) -> set[type]:
    """The types of all that a piece of data is made of."""
    inside = [*data, *data.values()] if isinstance(data, dict) else data
    nested = [kinds(item) for item in inside] if isinstance(data, dict | list) else []
    return {type(data)}.union(*nested)


def test_first_is_null_until_it_is_known() -> None:
    """LX-1 Then it stays, whoever's turn it is."""
    state = start(players=3, first=None)
    assert state.snapshot()["first"] is None
    state.draw(2)
    assert state.snapshot()["first"] == 2
    take_turn(state, "2-3-5-6", "-")
    assert state.snapshot()["first"] == 2
    assert start(players=3, first=1).snapshot()["first"] == 1


def test_turn_counts_the_turns_completed() -> None:
    """LX-2 It changes with the move, not with the dice."""
    state = start()
    turns = [state.snapshot()["turn"]]
    for _ in range(3):
        turns.append(roll(state, "2-3-5-6").snapshot()["turn"])
        state.play("9")
        turns.append(state.snapshot()["turn"])
    assert turns == [0, 0, 1, 1, 2, 2, 3]


def test_the_dice_lie_on_the_table_while_the_move_is_awaited() -> None:
    """LX-2 A throw under way, and a turn that is over, have none."""
    state = start()
    for k in (1, 0, 4):
        state.draw(k)
        assert state.snapshot()["dice"] is None
    state.draw(3)
    assert state.snapshot()["dice"] == [2, 1, 5, 4]
    state.play("-")
    assert state.snapshot()["dice"] is None


def test_bonus_tiles_are_in_the_order_taken_and_the_pile_top_first() -> None:
    """LX-11 The seats' tiles side by side."""
    state = position(
        """
                  5   6   7   8   9  10
        red       .   .   .   .   .   X
        red has   2   2   2   2   2   1
        green     .   .   .   .   .   X
        green has 1   1   1   1   1   1
        """,
        bonus=[[12], [15]],
    )
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["bonus"] == [[12, 9], [15]]
    assert state.snapshot()["tiles"] == [6]


def test_last_round_is_true_from_its_trigger_to_the_end() -> None:
    """LX-12 The end included."""
    state = position(NEARLY_OVER)
    assert roll(state, "2-5-6-6").snapshot()["last_round"] is False
    state.play("7")
    assert state.snapshot()["last_round"] is True
    assert roll(state, "2-5-6-6").snapshot()["last_round"] is True
    state.play("-")
    assert (state.awaits, state.snapshot()["last_round"]) == ("end", True)


def test_every_seat_and_every_spectator_sees_the_same() -> None:
    """Level X has no secrets."""
    state = roll(position(NEARLY_OVER), "2-5-6-6")
    everything = state.snapshot()
    assert state.snapshot(seat="public") == everything
    assert [state.snapshot(seat=seat) for seat in (0, 1)] == [everything, everything]


@pytest.mark.parametrize("seat", [9, 2, -1, True, 0.0, "0", "Public", [0]], ids=repr)
def test_there_are_no_other_seats(seat: Any) -> None:
    state = start(players=2)
    with pytest.raises(ValueError, match="no seat"):
        state.snapshot(seat=seat)
    with pytest.raises(ValueError, match="no seat"):
        state.view(seat)


# Throws


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_throw_for_the_first_seat(players: int) -> None:
    """LX-1 One draw, its faces the seats; it asks nobody."""
    state = start(players, first=None)
    [draw] = state.throw
    assert draw["kind"] == "seat"
    assert draw["faces"] == ["0", "1", "2", "3"][:players]
    assert draw["secret"] is False
    assert state.roller is None


def test_the_throw_of_a_turn_is_four_dice_and_then_those_still_to_fall() -> None:
    """LX-2 Each die named, its faces in the order of the draws."""
    state = start()
    for fallen in range(4):
        throw = state.throw
        assert [draw["what"] for draw in throw] == ["die 1", "die 2", "die 3", "die 4"][fallen:]
        assert all(set(draw) == {"kind", "what", "faces", "secret"} for draw in throw)
        assert all(draw["kind"] == "die" and draw["secret"] is False for draw in throw)
        assert all(draw["faces"] == ["1", "2", "3", "4", "5", "6"] for draw in throw)
        assert len(throw[0]["faces"]) == state.draw_size
        state.draw(0)
    assert state.throw == []


def test_the_roller_is_the_seat_whose_turn_a_throw_opens() -> None:
    """LX-1, LX-2 Only the first die of a turn waits for its player to ask."""
    state = start(players=3, first=2)
    rollers = []
    for _ in range(10):
        rollers.append(state.roller)
        if state.awaits == "draw":
            state.draw(0)
        else:
            state.play("-")
    assert rollers == [2, None, None, None, None, 0, None, None, None, None]


# Views


def opening() -> State:
    return start(players=3, first=None)


def thrown_half() -> State:
    state = position(NEARLY_OVER)
    state.draw(1)
    state.draw(4)
    return state


def to_move() -> State:
    return roll(position(NEARLY_OVER), "2-5-6-6")


def in_the_last_round() -> State:
    return take_turn(position(NEARLY_OVER), "2-5-6-6", "7")


def over() -> State:
    return take_turn(in_the_last_round(), "2-5-6-6", "-")


def with_another_box() -> State:
    edition = box(name="a small box", spaces=[1, 2, 1, 2, 1, 2], tiles=[7, 3])
    return take_turn(start(4, first=1, edition=edition), "5-6-1-1", "5 6 7")


MOMENTS = [opening, thrown_half, to_move, in_the_last_round, over, with_another_box]


def play_on(state: State, seed: int) -> list[Any]:
    """Everything a state shows until its end, with the draws and choices of a seed."""
    chance = Random(seed)
    shown: list[Any] = [state.snapshot()]
    while state.awaits != "end":
        shown.append((state.draw_size, state.seat, state.throw, state.roller))
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            shown.append(sorted(state.moves()))
            state.play(chance.choice(sorted(state.moves())))
        shown.append(state.snapshot())
    return [*shown, state.points, state.winners]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_view_is_all_there_is_to_know(moment: Callable[[], State]) -> None:
    """Resampled from any seat's view, a state has the same present and the same future."""
    state = moment()
    for seat in range(state.players):
        resampled = GAME.resample(state.view(seat), Random(0))
        assert (resampled.players, resampled.options) == (state.players, state.options)
        assert resampled.edition == state.edition
        assert resampled.awaits == state.awaits
        for seed in range(2):
            assert play_on(resampled.copy(), seed) == play_on(state.copy(), seed)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_view_says_who_is_to_move_and_gives_that_seat_its_moves(
    moment: Callable[[], State],
) -> None:
    """The others wait."""
    state = moment()
    for seat in range(state.players):
        view = state.view(seat)
        assert (view.seat, view.awaits, view.to_move) == (seat, state.awaits, state.seat)
        assert view.snapshot == state.snapshot(seat)
        assert sorted(view.moves) == (sorted(state.moves()) if state.seat == seat else [])


def test_a_view_has_no_way_back_to_the_state() -> None:
    state = with_another_box()
    before = play_on(state.copy(), 1)
    view = state.view(0)
    view.snapshot["chips"][0] = 77
    view.snapshot["pawns"][0][0] = 77
    view.options["first"] = 3
    assert view.edition is not None
    view.edition["tiles"].clear()
    view.memory.clear()
    view.moves.append("10 10")
    assert play_on(state, 1) == before


# Ownership


def test_what_a_state_returns_is_the_callers() -> None:
    """Changing it never changes the state."""
    state = with_another_box()
    before = play_on(state.copy(), 2)
    ruin(state.snapshot())
    ruin(state.throw)
    ruin(state.points)
    ruin(state.options)
    ruin(state.edition)
    roll(state, "2-3-5-6")
    ruin(state.moves())
    assert play_on(state, 3)[0]["chips"] == before[0]["chips"]
    ended = over()
    ruin(ended.winners)
    ruin(ended.points)
    assert (ended.winners, ended.points) == (over().winners, over().points)


def ruin(data: Any) -> None:
    """Empty every list and mapping in a piece of data."""
    inside = data.values() if isinstance(data, dict) else data
    for item in inside if isinstance(data, dict | list) else []:
        ruin(item)
    if isinstance(data, dict | list):
        data.clear()


def test_what_a_state_returns_can_be_ruined_before_every_event() -> None:
    """A whole match goes on as if nothing had been taken away."""
    ruined, untouched = start(players=3, first=None), start(players=3, first=None)
    chance = Random("ruin")
    while untouched.awaits != "end":
        for part in (ruined.snapshot(), ruined.throw, ruined.moves(), ruined.points):
            ruin(part)
        if untouched.draw_size is not None:
            k = chance.randrange(untouched.draw_size)
            ruined.draw(k)
            untouched.draw(k)
        else:
            move = chance.choice(sorted(untouched.moves()))
            ruined.play(move)
            untouched.play(move)
        assert ruined.snapshot() == untouched.snapshot()
    assert ruined.winners == untouched.winners


@pytest.mark.parametrize("moment", [opening, thrown_half, to_move, in_the_last_round])
def test_a_copy_goes_its_own_way(moment: Callable[[], State]) -> None:
    """What happens to either is nothing to the other."""
    state = moment()
    before = state.snapshot()
    copy = state.copy()
    ending = play_on(copy, 5)
    assert state.snapshot() == before
    assert play_on(state, 5) == ending
    assert copy.awaits == "end"

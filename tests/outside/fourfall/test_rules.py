"""Every rule of Fourfall."""

from ludotheque import State

from . import GAME


def after(*events: int | str) -> State:
    state = GAME.start(2)
    for event in events:
        state.play(event) if isinstance(event, str) else state.draw(event - 1)
    return state


def test_the_first_seat_throws() -> None:
    """FF-1 Six columns, five rows, seat 0."""
    assert after().roller == 0
    assert len(after().snapshot()["board"]) == 30


def test_the_column_thrown_and_its_neighbours_are_open() -> None:
    """FF-2 At the edge there is one neighbour."""
    assert sorted(after(3).moves()) == ["b1", "c1", "d1"]
    assert sorted(after(1).moves()) == ["a1", "b1"]


def test_full_columns_open_all_others() -> None:
    """FF-3 Columns a and b are full."""
    state = after(1)
    state.record.board[[0, 1, 6, 7, 12, 13, 18, 19, 24, 25]] = 2
    assert sorted(state.moves()) == ["c1", "d1", "e1", "f1"]


def test_pieces_fall_and_four_win() -> None:
    """FF-4 Four on top of each other."""
    fours = after(1, "a1", 6, "f1", 1, "a2", 6, "f2", 1, "a3", 6, "f3", 1, "a4")
    assert (fours.awaits, fours.winners) == ("end", [0])


def test_the_longest_rows_of_a_full_board_share_the_victory() -> None:
    """FF-5 The last piece is played, and both have a row of three."""
    state = after(1)
    state.record.turns = 29
    state.record.longest[:] = [3, 3, 0]
    state.play("a1")
    assert state.winners == [0, 1]

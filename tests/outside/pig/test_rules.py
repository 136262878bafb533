"""Every rule of Pig."""

from ludotheque import State

from . import GAME


def after(*events: int | str, goal: int = 100) -> State:
    state = GAME.start(2, edition={"name": "Pig", "goal": goal})
    for event in events:
        state.play(event) if isinstance(event, str) else state.draw(event - 1)
    return state


def test_the_first_seat_begins() -> None:
    """PG-1 Before the first throw, seat 0 is asked for it."""
    assert after().roller == 0


def test_faces_add_up() -> None:
    """PG-2 A 5 and a 6 are 11."""
    assert after(5, "roll", 6).snapshot()["pot"] == 11


def test_a_one_takes_everything_away() -> None:
    """PG-3 The next seat throws, and nobody has points."""
    state = after(5, "roll", 1)
    assert (state.points, state.roller) == ([0, 0], 1)


def test_holding_keeps_the_points() -> None:
    """PG-4 The pot becomes points, and the next seat throws."""
    state = after(5, "hold")
    assert (state.points, state.roller) == ([5, 0], 1)


def test_the_goal_wins() -> None:
    """PG-5 With five points to win, holding five wins."""
    assert after(5, "hold", goal=5).winners == [0]

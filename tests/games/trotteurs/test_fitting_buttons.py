"""The buttons that fit: what each player may rightly call when a reaction window ends."""

from functools import partial

from ludotheque.core.state import State
from ludotheque.games.trotteurs.reactions import fitting_buttons

from .position import position as any_position
from .position import throw

position = partial(any_position, vigilance="manual")
NOWHERE = "D D D D D"


def all_silent(state: State) -> State:
    """Nobody claims; then the three dice of the next throw have fallen."""
    while state.awaits == "move":
        state.play("silent")
    for k in (0, 4, 4):  # 1 white O
        state.draw(k)
    return state


def test_who_has_to_speak_about_a_triangle() -> None:
    """TR-16 The resident's owner; after the next throw, the newcomer's."""
    state = throw(position(NOWHERE, "D 4 D D D"), "3 red M", marks=0)
    assert fitting_buttons(state) == {1: {"triangle"}}
    assert fitting_buttons(all_silent(state)) == {0: {"omission"}}


def test_who_has_to_speak_about_a_square() -> None:
    """TR-17 The newcomer's owner; after the next throw, the resident's."""
    state = throw(position(NOWHERE, "D 6 D D D"), "5 red M", marks=0)
    assert fitting_buttons(state) == {0: {"square"}}
    assert fitting_buttons(all_silent(state)) == {1: {"omission"}}


def test_who_has_to_speak_about_a_pentagon() -> None:
    """TR-18 The prisoner's owner; after the next throw, the newcomer's."""
    state = throw(position(NOWHERE, "D 9 D D D"), "2 green M", marks=0)
    assert fitting_buttons(state) == {1: {"pentagon"}}
    assert fitting_buttons(all_silent(state)) == {0: {"omission"}}


def test_everybody_who_could_have_called_first_is_right() -> None:
    """TR-19 The newcomer is moved only once, but neither resident's owner could know."""
    state = throw(position(NOWHERE, "D 6 D D D", "D D 7 D D"), "5 red M", marks=0)
    assert fitting_buttons(all_silent(state)) == {1: {"omission"}, 2: {"omission"}}


def test_nothing_fits_where_nobody_has_met() -> None:
    state = throw(position(NOWHERE, "D 4 D D D"), "2 red M", marks=0)
    assert fitting_buttons(state) == {}
    assert fitting_buttons(all_silent(state)) == {}


def test_what_has_been_claimed_is_not_to_be_called_any_more() -> None:
    """TR-19 The resident has gone to BUT."""
    state = throw(position(NOWHERE, "D 4 D D D"), "3 red M", marks=0)
    state.play("claim")
    assert fitting_buttons(all_silent(state)) == {}


def test_between_two_throws_nothing_can_be_called() -> None:
    state = throw(position(NOWHERE, "D 4 D D D"), "3 red M", marks=0)
    state.play("silent")
    assert fitting_buttons(state) == {}

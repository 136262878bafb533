"""Signs that take effect by themselves."""

import pytest

from .position import boards, position, throw

NOWHERE = "D D D D D"


def test_a_triangle_sends_all_others_on_triangles_to_but() -> None:
    """TR-8 Of several players, whatever the band; other places are left alone."""
    state = position("D D D D D", "3 4 1 D 9", "D 6 5 8 7")
    throw(state, "3 red M", marks=0)
    assert boards(state) == ["3 D D D D", "B B 1 D 9", "D 6 B 8 B"]


def test_the_own_trotters_on_triangles_stay() -> None:
    """TR-8 Only those of others are sent."""
    state = throw(position("D 4 5 D D", NOWHERE), "3 red M", marks=0)
    assert boards(state) == ["3 4 5 D D", NOWHERE]


def test_a_square_sends_all_others_on_squares_back_to_depart() -> None:
    """TR-9 Whatever the band; the own ones stay."""
    state = position("D 6 D D D", "5 4 7 D 9", "D 6 2 8 7")
    throw(state, "5 red M", marks=0)
    assert boards(state) == ["5 6 D D D", "D 4 D D D", "D D 2 D 7"]


def test_a_pentagon_frees_the_prisoners_of_others_and_takes_the_newcomer() -> None:
    """TR-10 They go to their circled holes; prisoners of the own board stay."""
    state = position("D 9 D D D", "8 D 2 6 D", "D D D 3 4")
    throw(state, "2 green M", marks=0)
    assert boards(state) == ["D 9 2 D D", "1 D 1 6 D", "D D D 1 1"]
    assert state.snapshot()["prisoners"] == [
        [False, True, True, False, False],
        [False] * 5,
        [False] * 5,
    ]


@pytest.mark.parametrize("dice", ["5 red M2", "2 red M", "1 wheel M", "6 red O", "3 wheel O"])
def test_a_prisoner_does_not_move_and_sets_nothing_off(dice: str) -> None:
    """TR-10 Not even with ten points, or two that would be SORTIE."""
    state = throw(position("8 B B B B", "8 D D D D"), dice, marks=0)
    assert boards(state) == ["8 B B B B", "8 D D D D"]


def test_a_prisoner_set_free_plays_on_from_the_circled_hole() -> None:
    """TR-10 Free is free."""
    state = throw(position("D D D D D", "8 D D D D"), "4 white M", marks=0)
    assert boards(state)[1] == "1 D D D D"
    throw(state, "1 red D", marks=1)
    assert boards(state)[1] == "B D D D D"


def test_on_a_triangle_or_a_square_a_trotter_moves_normally() -> None:
    """TR-11 Only a pentagon holds."""
    state = throw(position("3 6 D D D", NOWHERE), "1 red M", marks=0)
    throw(state, "1 yellow M", marks=0)
    assert boards(state)[0] == "4 7 D D D"


def test_passing_a_sign_is_not_stopping_on_it() -> None:
    """TR-11 Red passes its triangle and its square."""
    state = throw(position("D D D D D", "3 6 D D D"), "6 red M", marks=0)
    assert boards(state) == ["6 D D D D", "3 6 D D D"]


@pytest.mark.parametrize("order", ["M2", "D2"])
def test_ten_points_round_to_the_same_hole_are_a_stop_like_any_other(order: str) -> None:
    """TR-11 Up or down; the triangle takes effect again."""
    state = throw(position("3 D D D D", "D 4 D D D"), f"5 red {order}", marks=0)
    assert boards(state) == ["3 D D D D", "D B D D D"]


def test_a_trotter_that_a_sign_has_moved_sets_nothing_off() -> None:
    """TR-11 The prisoner put on its circled hole meets nobody there."""
    state = throw(position("1 D D D D", "8 D D D D", "1 D D D D"), "2 green M", marks=0)
    assert boards(state) == ["1 D 2 D D", "1 D D D D", "1 D D D D"]


def test_under_the_wheel_all_move_first_and_signs_follow_in_band_order() -> None:
    """TR-12 Three up: red meets triangles, blue pentagons; the rest meets nothing."""
    state = position("D D D D D", "3 6 2 D D", "D D D 6 4")
    throw(state, "3 wheel M", marks=0)
    assert boards(state) == ["3 3 3 3 3", "B 6 1 D D", "D D D B 1"]


def test_a_trotter_that_moves_away_under_the_wheel_is_not_met_by_its_own_board() -> None:
    """TR-12 The own trotters leave their signs before any takes effect."""
    state = throw(position("3 4 D D D", "3 D D D D"), "1 wheel M", marks=0)
    assert boards(state) == ["4 5 1 1 1", "3 D D D D"]

"""A throw: who makes it, who marks it, and where trotters go."""

from itertools import product

from ludotheque.games.trotteurs.board import place_after
from tests.cases import cases

from . import naive
from .position import ORDERS, boards, position, start, throw

NOWHERE = "D D D D D"


@cases("players", range(2, 7))
def test_all_trotters_start_on_depart_and_the_cup_names_the_first_thrower(players: int) -> None:
    """TR-1 One draw among the players."""
    state = start(players)
    assert state.draw_size == players
    assert boards(state) == [NOWHERE] * players
    assert state.snapshot()["thrower"] is None
    state.draw(players - 1)
    assert state.snapshot()["thrower"] == players - 1


def test_the_dice_go_to_the_right() -> None:
    """TR-1 To the seat before, and from seat 0 to the last one."""
    state = position(NOWHERE, NOWHERE, NOWHERE, thrower=1)
    throwers = []
    for _ in range(4):
        throwers.append(state.roller)
        throw(state, "1 red M", marks=2)
    assert throwers == [1, 0, 2, 1]


@cases("marks", [0, 1, 2])
def test_whoever_the_cup_names_marks_the_throw(marks: int) -> None:
    """TR-2 Anybody, the thrower included."""
    state = throw(position(NOWHERE, NOWHERE, NOWHERE), "2 blue M", marks)
    expected = [NOWHERE] * 3
    expected[marks] = "D D D 2 D"
    assert boards(state) == expected


@cases("band", range(5))
def test_the_colour_names_the_band(band: int) -> None:
    """TR-3 No other trotter moves."""
    colour = ["red", "yellow", "green", "blue", "white"][band]
    state = throw(position(NOWHERE, NOWHERE), f"1 {colour} M", marks=0)
    assert state.snapshot()["boards"][0] == [int(other == band) for other in range(5)]


def test_the_wheel_names_all_bands_but_those_at_but() -> None:
    """TR-3 Each goes on from where it stands."""
    state = throw(position("D 1 B 2 9", NOWHERE), "1 wheel M", marks=0)
    assert boards(state)[0] == "1 2 B 3 B"


@cases(
    ("order", "place"),
    [("M", "7"), ("M2", "B"), ("D", "1"), ("D2", "8"), ("O", "1"), ("BUT", "B")],
)
def test_the_order_says_what_the_points_are_for(order: str, place: str) -> None:
    """TR-4 From hole 4, with three points."""
    state = throw(position("4 D D D D", NOWHERE), f"3 red {order}", marks=0)
    assert boards(state)[0] == f"{place} D D D D"


@cases("points", range(1, 7))
def test_neither_o_nor_but_asks_for_the_points(points: int) -> None:
    """TR-4 Whatever was thrown."""
    state = throw(position("4 4 D D D", NOWHERE), f"{points} red O", marks=0)
    throw(state, f"{points} yellow BUT", marks=0)
    assert boards(state)[0] == "1 B D D D"


def test_a_trotter_in_the_circled_hole_stays_there_with_o() -> None:
    """TR-4 It is where it should go."""
    state = throw(position("1 D D D D", NOWHERE), "5 red O", marks=0)
    assert boards(state)[0] == "1 D D D D"


def test_every_way_is_as_long_as_when_it_is_walked_hole_by_hole() -> None:
    """TR-4, TR-5 From every place, with every order and all points."""
    for place, order, points in product(range(10), range(6), range(1, 7)):
        walked = naive.walked(place, ORDERS[order], points)
        assert place_after(place, order, points) == walked, (place, ORDERS[order], points)


def test_past_sortie_the_way_goes_on_with_the_circled_hole() -> None:
    """TR-5 From hole 9: SORTIE, the circled hole, 2."""
    state = throw(position("9 D D D D", NOWHERE), "3 red M", marks=0)
    assert boards(state)[0] == "2 D D D D"


def test_past_the_circled_hole_the_way_down_goes_on_with_sortie() -> None:
    """TR-5 From hole 2: the circled hole, SORTIE, 9."""
    state = throw(position("2 D D D D", NOWHERE), "3 red D", marks=0)
    assert boards(state)[0] == "9 D D D D"


@cases("dice", ["2 yellow M", "1 yellow M2", "4 yellow D2"])
def test_who_stops_exactly_on_sortie_goes_to_but(dice: str) -> None:
    """TR-6 From hole 8, up by two or down by eight."""
    state = throw(position("D 8 D D D", NOWHERE), dice, marks=0)
    assert boards(state)[0] == "D B D D D"


@cases("order", ORDERS)
def test_a_colour_that_is_at_but_already_changes_nothing(order: str) -> None:
    """TR-7 Whatever the order; the dice pass on all the same."""
    state = throw(position("B D D D D", "3 4 D D D"), f"3 red {order}", marks=0)
    assert boards(state) == ["B D D D D", "3 4 D D D"]
    assert state.snapshot()["thrower"] == 1

"""The worked examples of the rulebook."""

import pytest

from .position import boards, position, throw

ELSEWHERE = "2 2 D 7 1"


@pytest.mark.parametrize("place", ["D", "1"])
def test_example_1_the_wheel_one_and_down_win_at_once(place: str) -> None:
    """TR-5, TR-6 Down by one is SORTIE, from DEPART and from the circled hole."""
    state = throw(position(" ".join(place * 5), ELSEWHERE), "1 wheel D", marks=0)
    assert (state.awaits, state.winners) == ("end", [0])


def test_example_1_the_wheel_five_and_up_twice_win_at_once() -> None:
    """TR-4, TR-6 Up by ten from DEPART is SORTIE."""
    state = throw(position("D D D D D", ELSEWHERE), "5 wheel M2", marks=0)
    assert (state.awaits, state.winners) == ("end", [0])


def test_example_1_the_wheel_and_but_win_from_anywhere_with_prisoners() -> None:
    """TR-10 Nothing else moves a prisoner."""
    state = throw(position(ELSEWHERE, "8 9 2 3 4"), "3 wheel BUT", marks=1)
    assert (state.awaits, state.winners) == ("end", [1])
    assert boards(state) == [ELSEWHERE, "B B B B B"]


@pytest.mark.parametrize(
    ("dice", "place"), [("6 red M2", "2"), ("6 red D2", "9"), ("5 red D2", "1")]
)
def test_example_2_round_the_ring_from_depart(dice: str, place: str) -> None:
    """TR-5 Twelve up, twelve down, ten down."""
    state = throw(position("D D D D D", ELSEWHERE), dice, marks=0)
    assert boards(state)[0] == f"{place} D D D D"


def test_example_2_eleven_down_from_depart_is_but() -> None:
    """TR-5, TR-6 No throw is eleven, so it is ten down to the circled hole, then one more."""
    state = throw(position("D D D D D", ELSEWHERE), "5 red D2", marks=0)
    throw(state, "1 red D", marks=0)
    assert boards(state)[0] == "B D D D D"


def test_example_3_a_prisoner_whose_colour_comes_with_but_stays() -> None:
    """TR-10 It takes the Wheel."""
    state = throw(position("8 D D D D", ELSEWHERE), "6 red BUT", marks=0)
    assert boards(state) == ["8 D D D D", ELSEWHERE]


def test_example_4_five_triangles_win_when_somebody_else_stops_on_one() -> None:
    """TR-8, TR-13 Green goes up by five to its triangle."""
    state = throw(position("D D D D D", "3 4 5 6 7"), "5 green M", marks=0)
    assert (state.awaits, state.winners) == ("end", [1])
    assert boards(state) == ["D D 5 D D", "B B B B B"]

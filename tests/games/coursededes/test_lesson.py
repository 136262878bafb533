"""The lesson of Course de dés: the rulebook's examples as drawings."""

import pytest

from ludotheque.games.coursededes import lesson

from ..race.drawn_example import fits_its_drawing, sizes
from .position import GAME

ENGLISH = GAME.language("en")


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing(name: str) -> None:
    fits_its_drawing(GAME, lesson.example(name, ENGLISH))


def test_the_drawn_start_breaks_up_twice() -> None:
    """CD-6 The first worked example: blue, then the 1s."""
    first, second, third = lesson.example("start", ENGLISH)["roads"]
    assert sizes(first) == [30]
    assert sizes(second) == [6, 24]
    assert sizes(third) == [2, 8, 20]


def test_the_drawn_group_is_absorbed() -> None:
    """CD-6 The second worked example, from drawing A to drawing B."""
    before, after = lesson.example("absorbed", ENGLISH)["roads"]
    assert sizes(before) == [3, 3, 3, 3]
    assert sizes(after) == [4, 5, 3]


def test_the_drawn_lead_stays() -> None:
    """CD-6 The third worked example, from drawing C to drawing D."""
    before, after = lesson.example("stays", ENGLISH)["roads"]
    assert sizes(before) == [2, 4, 3]
    assert sizes(after) == [4, 2, 3]


def test_only_the_tied_compare_the_second_group_in_the_drawing() -> None:
    """CD-11 The fourth worked example."""
    one, two, three = lesson.example("tied", ENGLISH)["rows"]
    assert [row["points"][0] for row in (one, two, three)] == [5, 5, 4]
    assert one["points"][1] > two["points"][1]
    assert three["points"][1] > one["points"][1]
    assert [row["counts"] for row in (one, two, three)] == [2, 2, 1]

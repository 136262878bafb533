"""The lesson of DiceRun: the rulebook's examples as drawings."""

import pytest

from ludotheque.games.dicerun import lesson

from ..race.drawn_example import drawing, fits_its_drawing, looks, sizes
from .position import GAME

ENGLISH = GAME.language("en")


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing(name: str) -> None:
    fits_its_drawing(GAME, lesson.example(name, ENGLISH))


def test_only_the_first_drawing_brings_what_all_use() -> None:
    examples = [drawing(GAME, lesson.example(name, ENGLISH)) for name in lesson.EXAMPLES]
    assert ["rc-flag" in example.ids for example in examples] == [True, False, False, False]


def test_the_drawn_start_has_the_six_blue_dice_in_the_lead() -> None:
    """DR-3 The first worked example."""
    before, after = lesson.example("start", ENGLISH)["roads"]
    assert len(looks(before)) == 1
    assert {colour for colour, _ in looks(after)[0]} == {3}
    assert len(looks(after)[0]) == 6


def test_the_drawn_breakaway_leaves_the_blue_six_alone() -> None:
    """DR-3 The second worked example."""
    _, after = lesson.example("breakaway", ENGLISH)["roads"]
    lead, second, third = looks(after)
    assert lead == [(3, 6)]
    assert {face for colour, face in second if colour != 3} == {6}
    assert 6 not in {face for _, face in third}


def test_the_drawn_lone_leader_is_caught() -> None:
    """DR-3 The third worked example."""
    before, after = lesson.example("alone", ENGLISH)["roads"]
    sixes = [look for look in looks(before)[1] if look[1] == 6]
    assert looks(after)[0] == sorted([(3, 6), *sixes])


def test_the_drawn_group_dissolves() -> None:
    """DR-3 The fourth worked example."""
    before, after = lesson.example("dissolved", ENGLISH)["roads"]
    assert sizes(before) == [3, 2, 4, 4]
    assert sizes(after) == [7, 3, 3]

"""The lesson of DiceRun: the guided turn, and the rulebook's examples as drawings."""

import pytest

from ludotheque.games.dicerun import lesson

from ..race.rendered_race import page
from ..rendered_table import elements, rendered
from .position import GAME, first_pick, position

ENGLISH = GAME.language("en")


def looks(road: dict[str, object]) -> list[list[tuple[int, int]]]:
    """The colours and faces of a drawn road, tile by tile."""
    scene, dice = road["scene"], road["dice"]
    assert isinstance(scene, dict)
    assert isinstance(dice, list)
    return [
        sorted(
            (die["colour"], die["face"])
            for die in dice
            if x < die["x"] < x + width and y < die["y"] < y + height
        )
        for x, y, width, height in scene["tiles"]
    ]


def test_the_guide_leads_to_one_move_past_things_that_are_there() -> None:
    steps = [step for step in lesson.guide(ENGLISH) if "only" not in step]
    assert 5 <= len(steps) <= 8
    assert [step["until"] for step in steps if step["until"]] == ["move"]
    there = {attributes.get("id") for _, attributes in elements(page(position("*5"), 0))}
    assert {step["target"].removeprefix("#") for step in steps} <= there


def test_a_guide_that_begins_with_the_roll_off_goes_on_with_the_first_turn() -> None:
    """DR-7 A pick, then a wait for what only a turn's page has."""
    steps = [step for step in lesson.guide(ENGLISH) if "only" in step]
    assert {step["only"] for step in steps} == {".rc-picking"}
    assert [step["until"] for step in steps] == ["move", "#reroll"]
    picking, turn = (page(state, 0) for state in (first_pick(), position("*5")))
    assert ("rc-picking" in picking, "rc-picking" in turn) == (True, False)
    assert ('id="reroll"' in picking, 'id="reroll"' in turn) == (False, True)


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing(name: str) -> None:
    drawn = lesson.example(name, ENGLISH)
    for road in drawn["roads"]:
        for die in road["dice"]:
            assert 0 < die["x"] < drawn["width"]
            assert 0 < die["y"] + road["y"] < drawn["height"]
    assert f'aria-label="{drawn["label"]}"' in rendered(GAME, "{{ piece.example(e) }}", e=drawn)


def test_only_the_first_drawing_brings_what_all_use() -> None:
    brings = [lesson.example(name, ENGLISH)["sprite"] for name in lesson.EXAMPLES]
    assert brings == [True, False, False, False]


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
    assert [len(group) for group in looks(before)] == [3, 2, 4, 4]
    assert [len(group) for group in looks(after)] == [7, 3, 3]

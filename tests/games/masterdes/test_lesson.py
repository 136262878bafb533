"""The lesson of MasterDés: drawn examples that follow the rules."""

from typing import Any

import pytest

from ludotheque.games.masterdes import lesson

from .drawn import classes, example, place_of
from .position import BLUE, GAME, RED, counted, go, start

ENGLISH = GAME.language("en")


def data_of(name: str) -> dict[str, Any]:
    return lesson.example(name, ENGLISH)


def fallen(name: str, seat: int, *, out: bool) -> list[Any]:
    """The faces of a seat's drawn dice, from throw to throw."""
    return [
        die["face"]
        for hands in data_of(name)["throws"]
        for die in hands[seat]
        if die["is_out"] == out
    ]


def test_the_rulebook_has_as_many_examples_as_are_drawn() -> None:
    for code in ("fr", "en"):
        first_list = GAME.rulebook(code).split("\n1. ")[1].split("\n\n")[0]
        assert first_list.count("\n") + 1 == len(lesson.EXAMPLES)


def test_the_printed_duel_is_drawn_as_it_is_played() -> None:
    """MD-2, MD-8 What is drawn as gone has gone; the rest is left."""
    state = go(start(), "4 6 3 heart", "4 4 4 two", "second", "keep", "throw:3,6", "4 1")
    state = go(state, "second", "throw:1", "2", "throw:4", "3")
    assert state.points == [0, 5]
    pairs = state.record.last_pairs.sum(axis=0).tolist()
    assert pairs == [0, 0, 0, 2, 0, 0]
    assert fallen("printed", RED, out=True) == [4, 4]
    assert fallen("printed", BLUE, out=True) == [4, "two", 4]
    assert fallen("printed", RED, out=False)[-2:] == [2, "heart"]
    assert fallen("printed", BLUE, out=False)[-1] == 3
    assert (data_of("printed")["gains"], data_of("printed")["gifts"]) == ([0, 5], [2, 0])


def test_the_drawn_one_is_recorded() -> None:
    """MD-7"""
    assert (fallen("one", RED, out=False), fallen("one", BLUE, out=False)) == ([6, 5], [1, 3])
    assert counted("6 5 2 blank", "1 3 2 blank").points == [11, 4]
    assert data_of("one")["gains"] == [11, 4]


def test_the_drawn_way_back_ends_where_the_rules_say() -> None:
    """MD-11"""
    assert counted("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0]).points[RED] == 97
    assert data_of("past")["landing"] == 97


def test_the_drawn_malus_is_where_the_rules_say() -> None:
    """MD-12"""
    shown = data_of("malus")
    assert shown["malus"] == list(range(GAME.edition["malus"][0], GAME.edition["malus"][1] + 1))
    assert shown["landing"] == 23


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("printed", ["1", "2", "3", "2 + 3 = 5"]),
        ("one", ["+11", "+4"]),
        ("past", [str(space) for space in range(90, 101)]),
        ("malus", [*(str(space) for space in range(15, 27)), "+8"]),
    ],
)
def test_an_example_shows_its_numbers_and_fits_its_drawing(name: str, texts: list[str]) -> None:
    page = example(data_of(name))
    assert [each.text for each in page.all("text")] == texts
    (drawing,) = [each for each in page.all("svg") if "md-example" in classes(each)]
    assert drawing.get("aria-label") == data_of(name)["label"]
    *_, width, height = (float(number) for number in drawing.get("viewbox").split())
    for each in page.elements:
        if each.get("transform").startswith("translate"):
            x, y, _ = place_of(each)
            assert 0 < x < width
            assert 0 < y < height


@pytest.mark.parametrize(("name", "standing", "passing"), [("past", 97, 95), ("malus", 15, 23)])
def test_a_pawn_stands_where_its_gain_leads(name: str, standing: int, passing: int) -> None:
    """MD-11, MD-12"""
    page = example(data_of(name))
    spaces = {
        int(each.text): place_of(each)[0]
        for each in page.elements
        if classes(each) & {"md-space", "md-malus", "md-goal-space"}
    }
    pawns = {
        "md-ghost" in classes(each): place_of(each)[0]
        for each in page.elements
        if "md-pawn" in classes(each)
    }
    assert pawns == {False: spaces[standing], True: spaces[passing]}


def test_what_is_drawn_once_is_on_the_page_once() -> None:
    assert [data_of(name)["sprite"] for name in lesson.EXAMPLES] == [True, False, False, False]

"""The lesson of MasterDés: the guided first duel, and drawn examples that follow the rules."""

from typing import Any

import pytest

from ludotheque.games.masterdes import lesson

from ..rendered_table import rendered
from .position import BLUE, GAME, RED, counted, go, start

ENGLISH = GAME.language("en")


def drawn(name: str) -> dict[str, Any]:
    return lesson.example(name, ENGLISH)


def fallen(name: str, seat: int, *, gone: bool) -> list[Any]:
    """The faces of a seat's drawn dice, from throw to throw."""
    return [
        die["face"] for die in drawn(name)["dice"] if (die["seat"], die["gone"]) == (seat, gone)
    ]


def test_the_guided_duel_waits_for_one_throw_and_then_one_move() -> None:
    steps = lesson.guide(ENGLISH)
    assert 5 <= len(steps) <= 8
    assert [step["until"] for step in steps if step["until"]] == ["roll", "move"]


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
    assert fallen("printed", RED, gone=True) == [4, 4]
    assert fallen("printed", BLUE, gone=True) == [4, "two", 4]
    assert fallen("printed", RED, gone=False)[-2:] == [2, "heart"]
    assert fallen("printed", BLUE, gone=False)[-1] == 3


def test_the_drawn_one_is_recorded() -> None:
    """MD-7"""
    assert (fallen("one", RED, gone=False), fallen("one", BLUE, gone=False)) == ([6, 5], [1, 3])
    assert counted("6 5 2 blank", "1 3 2 blank").points == [11, 4]
    assert [pill["text"] for pill in drawn("one")["pills"]] == ["+11", "+4"]


def test_the_drawn_way_back_ends_where_the_rules_say() -> None:
    """MD-11"""
    assert counted("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0]).points[RED] == 97
    standing = [pawn["x"] for pawn in drawn("past")["pawns"] if not pawn["passing"]]
    assert standing == [space["x"] for space in drawn("past")["spaces"] if space["number"] == 97]


def test_the_drawn_malus_is_where_the_rules_say() -> None:
    """MD-12"""
    example = drawn("malus")
    zone = [space["number"] for space in example["spaces"] if space["is_malus"]]
    assert zone == list(range(GAME.edition["malus"][0], GAME.edition["malus"][1] + 1))
    passing = [pawn["x"] for pawn in example["pawns"] if pawn["passing"]]
    assert passing == [space["x"] for space in example["spaces"] if space["number"] == 23]


@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing_and_is_said_in_words(name: str) -> None:
    example = drawn(name)
    things = example["dice"] + example["spaces"] + example["pawns"] + example["pills"]
    assert things
    assert all(0 < each["x"] < example["width"] for each in things)
    html = rendered(GAME, "{{ piece.example(e) }}", e=example)
    assert f'aria-label="{example["label"]}"' in html


def test_what_is_drawn_once_is_on_the_page_once() -> None:
    assert [drawn(name)["sprite"] for name in lesson.EXAMPLES] == [True, False, False, False]

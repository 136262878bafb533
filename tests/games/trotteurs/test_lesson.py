"""The lesson of Les Trotteurs: the guide's targets exist, and the examples follow the rules."""

from typing import Any

import pytest

from ludotheque.games.trotteurs import lesson
from ludotheque.games.trotteurs.board import ORDERS, place_after

from ..rendered_table import elements
from .position import GAME, position, start, throw
from .test_browser import page, rendered

ENGLISH = GAME.language("en")
COLOURS = GAME.edition["colours"].split()


def drawn(name: str) -> dict[str, Any]:
    return lesson.example(name, ENGLISH)


def ends(example: dict[str, Any]) -> list[tuple[str, float]]:
    """The trotters as they end up: colour, and how far to the right."""
    return [(each["colour"], each["x"]) for each in example["trotters"] if not each["is_past"]]


def columns(example: dict[str, Any], board: int = 0) -> list[float]:
    whole = example["boards"][board]
    return [round(whole["x"] + x, 2) for x in whole["columns"]]


def printed_signs(example: dict[str, Any]) -> list[list[int]]:
    """The signs of the first board, band by band, on the holes 1 to 9."""
    lanes = example["boards"][0]["lanes"]
    return [[hole["sign"] for hole in lane["holes"]] for lane in lanes]


def thrown(example: dict[str, Any]) -> str:
    """The drawn dice, as positions write them."""
    points, colour, order = (die["face"] for die in example["dice"])
    return f"{points} {[*COLOURS, 'wheel'][colour]} {ORDERS[order]}"


def test_the_guide_waits_for_one_throw_and_is_short() -> None:
    steps = lesson.guide(ENGLISH)
    assert 5 <= len(steps) <= 7
    assert [step["until"] for step in steps if step["until"]] == ["roll"]


def test_the_guide_points_at_things_that_are_there() -> None:
    there = {attributes.get("id") for _, attributes in elements(page(start()))}
    assert {step["target"].removeprefix("#") for step in lesson.guide(ENGLISH)} <= there


def test_the_drawn_boards_are_those_of_the_box() -> None:
    example = drawn("wheel")
    assert printed_signs(example) == start().record.signs[:, 1:10].tolist()
    assert [lane["colour"] for lane in example["boards"][0]["lanes"]] == COLOURS


def test_the_drawn_wheel_wins_at_once() -> None:
    """TR-6 The first worked example."""
    example = drawn("wheel")
    state = throw(position("D D D D D", "D D D D D"), thrown(example), marks=0)
    assert state.awaits == "end"
    assert ends(example) == [(colour, columns(example)[11]) for colour in COLOURS]


def test_the_drawn_ring_leads_where_the_rules_lead() -> None:
    """TR-5 The second worked example: twelve forwards or backwards, ten, eleven."""
    example = drawn("ring")
    for (_, x), note in zip(ends(example), example["notes"], strict=True):
        steps = int(note["text"].replace("−", "-"))
        place = place_after(0, 0 if steps > 0 else 2, abs(steps))
        assert x == columns(example)[11 if place == 10 else place]


def test_nobody_in_the_drawn_ring_stops_on_a_sign() -> None:
    """TR-10 Else it would be the beginning of another story."""
    example = drawn("ring")
    holes = {x: hole for hole, x in enumerate(columns(example))}
    for colour, x in ends(example):
        hole = holes[x]
        on_a_hole = 1 <= hole <= 9
        assert not on_a_hole or printed_signs(example)[COLOURS.index(colour)][hole - 1] == 0


def test_the_drawn_prisoner_stays() -> None:
    """TR-10 The third worked example."""
    example = drawn("prisoner")
    state = throw(position("D D D 3 D", "D D D D D"), thrown(example), marks=0)
    assert state.snapshot()["boards"][0] == [0, 0, 0, 3, 0]
    (prisoner,) = example["trotters"]
    assert prisoner["is_prisoner"]
    assert ends(example) == [("blue", columns(example)[3])]


def test_the_drawn_triangles_send_five_home() -> None:
    """TR-8 The fourth worked example."""
    example = drawn("triangles")
    state = throw(position("3 4 5 6 7", "D D D D D"), "3 red M", marks=1)
    assert state.winners == [0]
    home, newcomer = ends(example)[:5], ends(example)[5]
    assert home == [(colour, columns(example)[11]) for colour in COLOURS]
    assert newcomer == ("red", columns(example, board=1)[3])
    assert len(example["glows"]) == 6


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing_and_says_what_it_shows(name: str, lang: str) -> None:
    language = GAME.language(lang)
    example = lesson.example(name, language)
    for each in example["trotters"] + example["dice"] + example["glows"]:
        assert 0 < each["x"] < example["width"]
        assert 0 < each["y"] < example["height"]
    html = rendered("{{ piece.example(e) }}", language, e=example)
    assert f'aria-label="{example["label"]}"' in html
    found = elements(html)
    assert not [each for _, each in found if "id" in each or "style" in each]
    assert {str(each["href"])[:5] for tag, each in found if tag == "use"} <= {"#die-"}


def test_there_is_a_drawing_for_each_example_of_the_rulebook() -> None:
    for lang in ("fr", "en"):
        rulebook = GAME.rulebook(lang)
        first = rulebook[rulebook.index("\n1. ") :].split("\n\n")[0]
        assert len(first.strip().splitlines()) == len(lesson.EXAMPLES)

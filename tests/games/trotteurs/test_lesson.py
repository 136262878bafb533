"""The lesson of Les Trotteurs: the examples follow the rules."""

from typing import Any

import pytest

from ludotheque.games.trotteurs import lesson
from ludotheque.games.trotteurs.board import BUT, place_after

from ...html import Page
from ..drawn_table import drawn_example
from .position import GAME, position, start, throw
from .test_browser import numbers, with_class

ENGLISH = GAME.language("en")
COLOURS = GAME.edition["colours"].split()


def data_of(name: str) -> dict[str, Any]:
    return lesson.example(name, ENGLISH)


def drawing(name: str, lang: str = "en") -> Page:
    return Page(drawn_example(GAME, name, lang))


def thrown(example: dict[str, Any]) -> str:
    """The dice of the example, as positions write them."""
    dice = example["after"]["throw"]
    colour = dice["color"]
    return f"{dice['points']} {colour if colour == 'wheel' else COLOURS[colour]} {dice['order']}"


def test_the_drawn_boards_are_those_of_the_box() -> None:
    shown = drawing("wheel")
    lanes = [each.get("class") for each in shown.elements]
    assert [name for name in lanes if name in {f"tr-{colour}" for colour in COLOURS}][:5] == [
        f"tr-{colour}" for colour in COLOURS
    ]
    signs = (start().record.signs[:, 1:10] > 0).sum()
    assert len(with_class(shown, "tr-sign")) == signs


def test_the_drawn_wheel_wins_at_once() -> None:
    """TR-6 The first worked example."""
    example = data_of("wheel")
    state = throw(position("D D D D D", "D D D D D"), thrown(example), marks=0)
    assert state.awaits == "end"
    assert example["after"]["boards"][0] == [BUT] * 5
    assert len(with_class(drawing("wheel"), "tr-past")) == 5


def test_the_drawn_ring_leads_where_the_rules_lead() -> None:
    """TR-5 The second worked example: twelve forwards or backwards, ten, eleven."""
    example = data_of("ring")
    ends = example["after"]["boards"][0]
    for end, note in zip(ends, example["notes"], strict=False):
        steps = int(note.replace("−", "-"))
        assert end == place_after(0, 0 if steps > 0 else 2, abs(steps))
    notes = [each.text for each in with_class(drawing("ring"), "tr-note")]
    assert notes == example["notes"] == ["+12", "−10", "−12", "−11"]


def test_nobody_in_the_drawn_ring_stops_on_a_sign() -> None:
    """TR-10 Else it would be the beginning of another story."""
    signs = start().record.signs
    ends = data_of("ring")["after"]["boards"][0]
    assert not any(signs[band, end] for band, end in enumerate(ends))
    assert not with_class(drawing("ring"), "tr-halo")


def test_the_drawn_prisoner_stays() -> None:
    """TR-10 The third worked example."""
    example = data_of("prisoner")
    state = throw(position("D D D 3 D", "D D D D D"), thrown(example), marks=0)
    assert state.snapshot()["boards"][0] == example["after"]["boards"][0] == [0, 0, 0, 3, 0]
    (prisoner,) = with_class(drawing("prisoner"), "tr-trotter")
    assert "tr-blue" in prisoner.get("class")
    assert len(with_class(drawing("prisoner"), "tr-bars")) == 1


def test_the_drawn_triangles_send_five_home() -> None:
    """TR-8 The fourth worked example."""
    example = data_of("triangles")
    state = throw(position("3 4 5 6 7", "D D D D D"), "3 red M", marks=1)
    assert state.winners == [0]
    assert example["after"]["boards"] == state.snapshot()["boards"]
    assert example["after"]["boards"] == [[BUT] * 5, [3, 0, 0, 0, 0]]
    assert example["trotters"] == [[0, 1, 2, 3, 4], [0]]
    assert len(with_class(drawing("triangles"), "tr-glow")) == 6


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", lesson.EXAMPLES)
def test_an_example_fits_its_drawing_and_says_what_it_shows(name: str, lang: str) -> None:
    shown = drawing(name, lang)
    picture = shown.elements[0]
    assert picture.get("aria-label") == lesson.caption(name, GAME.language(lang))
    _, _, width, height = numbers(picture.get("viewbox"))
    for each in [*with_class(shown, "tr-trotter"), *with_class(shown, "tr-glow")]:
        x, y, _ = numbers(each.get("transform"))
        assert 0 < x < width
        assert 0 < y < height
    assert not [each for each in shown.elements if "id" in each.attributes or each.get("style")]
    assert {each.get("href")[:5] for each in shown.all("use")} <= {"#die-"}


def test_examples_show_the_dice_of_their_throw() -> None:
    """All but the triangles, whose throw does not matter, and the ring, which has none."""
    assert {name for name in lesson.EXAMPLES if drawing(name).all("use")} == {"wheel", "prisoner"}


def test_there_is_a_drawing_for_each_example_of_the_rulebook() -> None:
    for lang in ("fr", "en"):
        rulebook = GAME.rulebook(lang)
        first = rulebook[rulebook.index("\n1. ") :].split("\n\n")[0]
        assert len(first.strip().splitlines()) == len(lesson.EXAMPLES)

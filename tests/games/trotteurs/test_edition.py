"""Editions of Les Trotteurs: the box, a user's own, and boxes nobody can play with."""

from typing import Any

import pytest

from ludotheque import BadOption
from ludotheque.core.errors import BadEdition
from tests.cases import cases

from .position import GAME, boards, box, position, start, throw

NOWHERE = "D D D D D"


def test_the_box_has_the_components_of_the_rulebook() -> None:
    """TR-8, TR-9, TR-10, TR-14 Figures and signs, band by band."""
    edition = GAME.edition
    assert edition["colours"].split() == ["red", "yellow", "green", "blue", "white"]
    assert edition["figures"] == [25, 20, 18, 16, 14, 12, 10, 8, 6, 4]
    bands = [edition[f"band_{band}"].split() for band in range(5)]
    for letter, holes in (("T", [3, 4, 5, 6, 7]), ("S", [5, 6, 7, 8, 9]), ("P", [8, 9, 2, 3, 4])):
        assert [band.index(letter) + 2 for band in bands] == holes
        assert all(band.count(letter) == 1 for band in bands)


def test_the_games_own_file_can_be_brought_as_an_edition() -> None:
    state = start(edition=GAME.folder / "edition.toml")
    assert state.edition == GAME.edition


def test_signs_are_where_the_edition_has_them() -> None:
    """TR-8 Two triangles on one band, and none elsewhere."""
    edition = box(band_0="T - - - - - - T", band_1="- - - - - - - -")
    state = position(NOWHERE, "9 4 D D D", edition=edition)
    throw(state, "2 red M", marks=0)
    assert boards(state) == ["2 D D D D", "B 4 D D D"]


@cases(
    ("changes", "complaint"),
    [
        ({"colours": "red yellow green blue"}, "five different ones"),
        ({"colours": "red red green blue white"}, "five different ones"),
        ({"colours": "red yellow green blue mauve"}, "five different ones"),
        ({"colours": 5}, "colours = 5 is not a text"),
        ({"figures": [25] * 9}, "figures"),
        ({"figures": [25] * 9 + [0]}, "figures: number 10 is 0"),
        ({"figures": [100] * 10}, "figures: number 1 is 100"),
        ({"band_0": "- T - S - - P"}, "band_0 = .* is not eight signs"),
        ({"band_3": "- T - S - - P - -"}, "band_3 = .* is not eight signs"),
        ({"band_4": "- T - S - - p -"}, "band_4 = .* is not eight signs"),
        ({"band_4": "-T-S--P-"}, "band_4 = .* is not eight signs"),
        ({"band_5": "- - - - - - - -"}, "unknown component 'band_5'"),
        ({"name": ""}, "name"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        start(edition=box(**changes))


@cases("component", ["name", "colours", "figures", "band_0", "band_4"])
def test_a_box_that_lacks_something_is_refused(component: str) -> None:
    edition = {name: value for name, value in box().items() if name != component}
    with pytest.raises(BadEdition, match=f"the edition lacks '{component}'"):
        start(edition=edition)


@cases(
    "options",
    [
        {"vigilance": "Auto"},
        {"vigilance": None},
        {"rounds": 0},
        {"rounds": 100},
        {"rounds": True},
        {"rounds": "1"},
    ],
)
def test_options_have_their_values_and_no_others(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match="allowed"):
        GAME.start(2, options)

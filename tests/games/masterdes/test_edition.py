"""Editions of MasterDés: the printed box, a user's own, and boxes nobody can play with."""

from typing import Any

import pytest

from ludotheque import BadEdition
from tests.cases import cases

from .position import GAME, box, counted, go, seen, start


def test_the_printed_edition() -> None:
    """MD-12, MD-13 What the box holds, to the letter."""
    assert GAME.edition == {
        "name": "MasterDés",
        "master": [1, 1, 1, 1, 2],
        "chips": [10, 6, 2, 2, 2],
        "values": [1, 5, 10, 20, 50],
        "malus": [21, 25, 61, 65],
        "cagnotte": [41, 45, 81, 85],
    }


def test_the_printed_chips_are_worth_two_hundred_points() -> None:
    chips = zip(GAME.edition["chips"], GAME.edition["values"], strict=True)
    assert sum(count * value for count, value in chips) == 200


def test_another_masterde_has_its_faces_in_order() -> None:
    """MD-8 With two hearts, draws 0 and 1 are hearts, 5 is the only blank."""
    state = go(start(edition=box(master=[2, 1, 1, 1, 1])), "1 2 3")
    faces = ["heart", "heart", "two", "replay", "out", "blank"]
    assert state.throw[0]["faces"] == faces
    for k, face in enumerate(faces):
        thrown = state.copy()
        thrown.draw(k)
        assert seen(thrown, "master") == [[face, None]]


def test_other_zones_are_where_they_are_said_to_be() -> None:
    """MD-12, MD-13 15 is a Malus of one space here, 16 begins a Cagnotte."""
    edition = box(malus=[15, 15, 99, 99], cagnotte=[16, 30, 31, 40])
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", edition=edition)
    assert seen(state, "points", "pot") == [[0, 0], 20]
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", edition=edition, points=[1, 0])
    assert seen(state, "points", "pot") == [[21, 0], 0]


@cases(
    ("changes", "said"),
    [
        ({"master": [1, 1, 1, 1, 1]}, "a MasterDé has 6 faces, not 5"),
        ({"master": [2, 2, 1, 1, 1]}, "a MasterDé has 6 faces, not 7"),
        ({"master": [0, 1, 1, 2, 2]}, "master: number 1 is 0"),
        ({"master": [3, 1, 1, 1, 0]}, "master: number 1 is 3"),
        ({"master": [1, 1, 1, 3]}, "master = "),
        ({"chips": [1, 2, 3, 4]}, "chips = "),
        ({"values": [0, 5, 10, 20, 50]}, "values: number 1 is 0"),
        ({"malus": [25, 21, 61, 65]}, "malus is the first and the last space of two zones"),
        ({"malus": [21, 61, 61, 65]}, "malus is the first and the last space of two zones"),
        ({"cagnotte": [81, 85, 41, 45]}, "cagnotte is the first and the last space"),
        ({"malus": [0, 5, 61, 65]}, "malus: number 1 is 0"),
        ({"malus": [21, 25, 61, 100]}, "malus: number 4 is 100"),
        ({"cagnotte": [25, 45, 81, 85]}, "space 25 cannot be both malus and cagnotte"),
        ({"malus": [1, 18, 61, 65]}, "nobody gets past more than 17"),
        ({"malus": [1, 9, 10, 18]}, "nobody gets past more than 17"),
        ({"dice": 3}, "unknown component 'dice'"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused_with_the_reason(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadEdition) as caught:
        start(edition=box(**changes))
    assert said in str(caught.value)


def test_every_component_is_needed() -> None:
    for name in GAME.edition:
        with pytest.raises(BadEdition, match=f"lacks '{name}'"):
            start(edition={key: value for key, value in box().items() if key != name})


def test_seventeen_malus_spaces_in_a_row_are_allowed() -> None:
    """MD-12 Three 6s lead over them."""
    edition = box(malus=[1, 17, 61, 65])
    state = counted("6 6 6 blank", "2 2 3 blank", "expert", edition=edition)
    assert seen(state, "points", "pot") == [[18, 0], 5]

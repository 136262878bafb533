"""Editions of Course de dés: the printed box, a user's own, and boxes nobody can play with."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.errors import BadEdition
from tests.cases import cases

from .position import GAME, finished

PRINTED = GAME.edition


def box(**changes: Any) -> dict[str, Any]:
    return PRINTED | {"name": "our own box"} | changes


def test_the_printed_box_has_seventy_six_cards_and_thirty_objectives() -> None:
    """CD-1 Six of each colour, four of each value, and the reconstructed rest."""
    assert PRINTED == {
        "name": "Course de dés, Kidult Game 2002",
        "colors": [6, 6, 6, 6, 6],
        "values": [4, 4, 4, 4, 4, 4],
        "joker": 4,
        "gap": 6,
        "swap": 6,
        "overtake": 6,
        "objectives": [1] * 30,
    }
    assert GAME.start(2).snapshot()["pile"] == 76


@cases("players", [2, 3, 4, 5, 6])
def test_every_pack_needs_a_card(players: int) -> None:
    """CD-1 Three cards for each hand, one for each of the five packs."""
    cards = 3 * players + 5
    least = box(colors=[cards - 8, 0, 2, 0, 0], values=[1, 0, 0, 0, 0, 1], gap=1, overtake=0)
    least |= {"swap": 1, "joker": 2}
    assert GAME.start(players, edition=least).snapshot()["pile"] == cards
    finished(GAME.start(players, edition=least), Random(players))
    with pytest.raises(BadEdition, match=f"{cards - 1} cards are too few for {players} players"):
        GAME.start(players, edition=least | {"joker": 1})


@cases("players", [2, 3, 4, 5])
@cases("objectives", ["single", "variable"])
def test_objectives_must_last_for_four_stages_and_a_tie_break(
    players: int, objectives: str
) -> None:
    """CD-1 Five for each player, however they are dealt."""
    options = {"objectives": objectives}
    kept = Random(players).sample(range(30), 5 * players)
    few = box(objectives=[int(number in kept) for number in range(30)])
    state = GAME.start(players, options, few)
    finished(state, Random(1))
    few["objectives"][kept[0]] = 0
    with pytest.raises(BadEdition, match=f"{5 * players - 1} objectives are too few"):
        GAME.start(players, options, few)


def test_only_objectives_of_the_box_are_drawn() -> None:
    """CD-2 Numbered as they lie there, by colour and value."""
    state = GAME.start(2, edition=box(objectives=[0, 1, 0, 0, 0, 1] * 5))
    for _ in range(36):
        state.draw(0)
    assert state.draw_size == 10
    assert state.throw[0]["faces"] == [c + v for c in "gkbrv" for v in "26"]


@cases(
    ("changes", "complaint"),
    [
        ({"colors": [6, 6, 6, 6]}, "colors = .* list of 5 whole numbers from 0 to 24"),
        ({"values": [4, 4, 4, 4, 4, -1]}, "values: number 6 is -1"),
        ({"joker": 25}, "joker = 25 is not a whole number from 0 to 24"),
        ({"gap": True}, "gap = True"),
        ({"swap": "6"}, "swap = '6'"),
        ({"overtake": None}, "overtake = None"),
        ({"objectives": [1] * 29}, "objectives = .* list of 30"),
        ({"objectives": [2] + [1] * 29}, "objectives: number 1 is 2"),
        ({"name": ""}, "name = ''"),
        ({"surge": 3}, "unknown component 'surge'"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadEdition, match=complaint):
        GAME.start(2, edition=box(**changes))


@cases("name", PRINTED)
def test_a_box_must_name_every_component(name: str) -> None:
    lacking = {key: value for key, value in PRINTED.items() if key != name}
    with pytest.raises(BadEdition, match=f"lacks '{name}'"):
        GAME.start(2, edition=lacking)


def test_the_largest_box_can_be_played() -> None:
    largest = box(colors=[24] * 5, values=[24] * 6, joker=24, gap=24, swap=24, overtake=24)
    assert finished(GAME.start(6, edition=largest), Random(3)).winners

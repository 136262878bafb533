"""The race itself: groups, advances, gap cards. DR-1 to DR-4, and the worked examples."""

import pytest

from .position import GAME, after, draw, drawn, position, race_of

BLUES = "b6 b1 b2 b3 b4 b5"


def test_all_dice_form_one_group_once_the_last_has_fallen() -> None:
    """DR-1 The race starts as one group; until the thirtieth die is there, there is none."""
    state = GAME.start(3)
    for die in range(30):
        assert state.draw_size == 6
        assert state.snapshot()["groups"] == []
        draw(state, die % 6)
    assert race_of(state) == " ".join(f"{c}{v}" for c in "rogbp" for v in range(1, 7))


def test_a_group_that_becomes_empty_disappears() -> None:
    """DR-2 Its neighbours follow each other."""
    state = position("r1 / o2 / g3 *5", hand="value:2 color:p swap")
    assert after(state, "value:2") == drawn("r1 o2 / g3 *5")


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        # The start group; colour blue.
        (f"{BLUES} *2", "color:b", f"{BLUES} / *2"),
        # The blue 6 leads alone; the 6s of the pack are in the second group now.
        (f"{BLUES} / r6 o6 *2", "value:6", "b6 / b1 b2 b3 b4 b5 r6 o6 / *2"),
        # It stays; the 6s of the second group join it.
        ("b6 / b1 b2 r6 o6 / *2", "value:6", "b6 r6 o6 / b1 b2 / *2"),
        # A group dissolves: the 6s of the third group join the lead as well.
        (
            "b1 b2 / r6 o6 / g6 p6 g1 / b6 *2",
            "value:6",
            "b1 b2 r6 o6 g6 p6 / g1 b6 / *2",
        ),
    ],
)
def test_the_worked_examples_hold(before: str, move: str, expected: str) -> None:
    """DR-3 The four examples of the rulebook."""
    assert after(position(before, hand="color:b value:6 swap"), move) == drawn(expected)


def test_nothing_happens_to_a_lead_that_matches_as_a_whole() -> None:
    """DR-3 And a die never moves twice."""
    state = position("b1 b2 / b3 r1 / b4 b4 b6 r2 *5", hand="color:b value:6 swap")
    assert after(state, "color:b") == drawn("b1 b2 b3 / r1 b4 b4 b6 / r2 *5")


def test_dice_that_advance_into_a_gap_card_make_a_group_of_it() -> None:
    """DR-4 The card is discarded then."""
    state = position("r1 / gap / o2 g3 *5", hand="value:2 color:p swap")
    state.play("value:2")
    assert race_of(state) == drawn("r1 / o2 / g3 *5")
    assert state.snapshot()["discard"] == {"value:2": 1, "gap": 1}


def test_each_of_several_gap_cards_is_a_step() -> None:
    """DR-4 The hindmost is entered first."""
    state = position("r1 / gap / gap / o2 g3 *5", hand="value:2 value:2 swap")
    assert after(state, "value:2") == drawn("r1 / gap / o2 / g3 *5")


def test_a_gap_card_ahead_of_an_emptied_group_is_met_by_the_next_one() -> None:
    """DR-3, DR-4 Whatever is directly ahead at that moment is entered, cards included."""
    state = position("r1 / gap / gap / o2 / gap / g2 *5", hand="value:2 value:2 swap")
    assert after(state, "value:2") == drawn("r1 / gap / o2 / g2 / *5")
    state = position("r1 / o2 / gap / g2 *5", hand="value:2 value:2 swap")
    assert after(state, "value:2") == drawn("r1 o2 / g2 / *5")


def test_a_gap_card_with_nothing_behind_it_is_discarded() -> None:
    """DR-4 A surge takes the last group away from behind it."""
    state = position("r1 / g3 / gap / gap / *5", hand="surge swap gap")
    state.play("surge")
    assert race_of(state) == drawn("r1 / *5 / g3")
    assert state.snapshot()["discard"] == {"surge": 1, "gap": 2}


def test_a_gap_card_with_nothing_ahead_of_it_is_discarded() -> None:
    """DR-4 A crash takes the lead away from ahead of it."""
    state = position("r1 / gap / g3 / gap / *5", hand="crash swap gap")
    state.play("crash:r1")
    assert race_of(state) == drawn("g3 / gap / r1 *5")
    assert state.snapshot()["discard"] == {"crash": 1, "gap": 1}

"""The trays as the page draws them: where dice lie, what goes out, what the pictures say."""

from itertools import pairwise

import pytest

from .drawn import LYING, classes, in_the_air, manner_of, moments, place_of, table
from .position import BLUE, RED, counted, go, start

PRINTED = ("4 6 3 heart", "4 4 4 two")


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_each_player_has_three_dice_somewhere_all_the_time(level: str) -> None:
    """MD-1, MD-2 On the table, on the rim or in the hand; each id once."""
    for state in moments(level, seed=5)[:400:9]:
        shown = table(state)
        assert len(shown.page.ids) == len(set(shown.page.ids))
        assert len(shown.dice(*LYING, "off")) == 36
        for seat in (RED, BLUE):
            seen = [die for die in shown.dice(*LYING).values() if die.get("data-seat") == str(seat)]
            is_absent = "does not play" in shown[f"tray-{seat}"].get("aria-label")
            assert len(seen) + shown.held(seat) == (0 if is_absent else 3)


def test_dice_lie_in_the_column_of_their_face_and_their_colours_face_each_other() -> None:
    shown = table(go(start(), "1 2 6 blank", "3 4 6 blank"))
    columns = {each.text: float(each.get("x")) for each in shown.of_class("md-face")}
    for die in shown.dice(*LYING).values():
        assert place_of(die)[0] == columns[die.get("data-face")]


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_three_dice_in_one_column_can_each_be_tapped(level: str) -> None:
    """MD-3 The middle of none lies under another, and all are in the tray."""
    shown = table(go(start(level), "6 6 6 blank", "1 2 3 blank"))
    places = [place_of(shown[f"md-die-0-6-{rank}"]) for rank in range(3)]
    heights = [y for _, y, _ in places]
    half = 32 * places[0][2]
    assert all(next_y - y > half for y, next_y in pairwise(heights))
    top, height = shown.rect("md-felt")[1]
    assert top <= heights[0] - half
    assert heights[-1] + half <= top + height


def test_a_die_that_is_not_thrown_again_stays_where_it_is() -> None:
    """MD-3 Whatever falls beside it, and whatever went out before."""
    state = go(start(), *PRINTED, "second", "keep")
    before = table(state).dice("left")["0-6-0"].get("transform")
    for event in ("throw:3", "1"):
        assert table(go(state, event)).dice("left")["0-6-0"].get("transform") == before


def test_a_die_that_goes_out_slides_from_where_it_lay_to_its_side_of_the_rim() -> None:
    """MD-2 The same id: so it is seen to go."""
    state = go(start(), "1 2 3 two", "4 5 6 blank", "second", "throw:1", "4")
    lay = table(state).dice("left")
    shown = table(go(state, "keep"))
    gone = shown.dice("out")
    assert set(gone) == {"0-4-0", "1-4-0"} <= set(lay)
    top, height = shown.rect("md-plank")[0]
    heights = [place_of(gone[f"{seat}-4-0"])[1] for seat in (BLUE, RED)]
    assert top < heights[0] < heights[1] < top + height


def test_what_has_fallen_tumbles_and_pairs_go_out_only_then() -> None:
    """MD-2 While dice are in the air, all lie in their columns."""
    before = start()
    fallen, shown = in_the_air(before, go(before.copy(), *PRINTED))
    assert len(fallen) == 8
    assert {f"md-die-{key}" for key in fallen if "-" in key and "master" not in key} == {
        die.get("id") for die in shown.of_class("md-die", "rolling") if die.get("data-face")
    }
    assert shown.of_class("md-falling")
    assert not shown.dice("out")
    assert manner_of(shown.masters[BLUE]) == "left"
    assert [place_of(shown[f"md-die-1-4-{rank}"])[0] for rank in range(3)] == [179.5] * 3


def test_what_was_pressed_stays_closed_until_the_dice_have_landed() -> None:
    """So that nothing below the board moves meanwhile."""
    before = start()
    _, shown = in_the_air(before, go(before.copy(), *PRINTED))
    assert "roll" in shown.page.ids
    assert "inert" in shown.of_class("asked")[0].attributes


def test_every_die_of_a_new_duel_tumbles() -> None:
    """MD-1 Also one that shows what lay there when the last duel was counted."""
    before = counted("4 5 6 blank", "2 2 3 blank")
    fallen, shown = in_the_air(before, go(before.copy(), "4 5 6 blank", "2 2 4 blank"))
    assert len(fallen) == 8
    assert not shown.dice("out")


def test_points_change_when_the_dice_have_landed() -> None:
    """MD-7 Until then heading, chips and the count are those before the throw."""
    second = ("first", "throw:1", "1", "throw:2", "2")
    before = go(start("expert"), "1 5 6 blank", "2 3 4 blank", *second, "first", "keep", "throw:2")
    after = go(before.copy(), "2")
    _, shown = in_the_air(before, after)
    assert after.points != before.points
    assert shown.text("heading") == "Duel 1 throw 3 of 3"
    assert "count" not in shown.page.ids
    still = table(before)
    for name in ("md-pawn-0", "md-pawn-1"):
        assert place_of(shown[name]) == place_of(still[name])
    assert "count" in table(after).page.ids


def test_pairs_of_earlier_throws_stay_on_the_rim_while_others_fall() -> None:
    before = go(start(), "4 6 3 heart", "4 1 2 two", "second", "throw:1")
    fallen, shown = in_the_air(before, go(before.copy(), "5"))
    assert fallen == ["1-5-0"]
    assert set(shown.dice("out")) == {"0-4-0", "1-4-0"}


def test_later_pairs_of_a_face_lie_beside_the_earlier_ones() -> None:
    """MD-2 The printed duel's two pairs of 4s; only what went last is marked."""
    shown = table(go(start(), *PRINTED, "second", "keep", "throw:3,6", "4 1"))
    gone = shown.dice("out")
    assert set(gone) == {"0-4-0", "0-4-1", "1-4-0", "1-4-1"}
    assert ["md-latest" in classes(gone[f"0-4-{rank}"]) for rank in (0, 1)] == [False, True]
    assert len({die.get("transform") for die in gone.values()}) == 4
    assert set(shown.dice("left")) == {"0-1-0", "1-4-2"}


def test_whoever_looks_has_the_own_tray_below() -> None:
    state = go(start(), *PRINTED)
    for viewer, near in ((RED, RED), (BLUE, BLUE), ("public", RED), (None, RED)):
        shown = table(state, viewer)
        assert [each.get("id") for each in shown.of_class("md-tray")] == [
            f"tray-{1 - near}",
            f"tray-{near}",
        ]
        (far, _), (own, _) = shown.rect("md-felt")
        assert far < shown.rect("md-plank")[0][0] < own


def test_the_last_duel_lies_there_until_the_next_is_thrown() -> None:
    """MD-7 What brought nothing is dimmed."""
    shown = table(counted("4 5 6 blank", "2 2 3 blank"))
    assert {die.get("data-seat") for die in shown.dice("left").values()} == {"0"}
    assert {die.get("data-seat") for die in shown.dice("vain").values()} == {"1"}
    assert (shown.held(RED), shown.held(BLUE)) == (0, 0)


def test_dice_not_thrown_yet_are_in_the_hand() -> None:
    shown = table(start())
    assert (shown.held(RED), shown.held(BLUE)) == (3, 3)
    assert [manner_of(master) for master in shown.masters] == ["hand", "hand"]
    shown = table(go(start(), *PRINTED, "second", "keep", "throw:3,6"))
    assert (shown.held(RED), shown.held(BLUE)) == (2, 0)


# MasterDés, in pictures and in words


def test_a_masterde_says_what_it_shows_and_what_that_does() -> None:
    """MD-8 For those who do not see the picture."""
    red, blue = table(go(start(), "4 6 3 heart", "1 2 5 blank")).masters
    assert red.get("data-master") == "heart"
    assert red.get("aria-label") == red.text.strip()
    assert red.text.strip() == (
        "MasterDé of Ada: heart; gives your score to your opponent, and you lose as much"
    )
    assert blue.get("aria-label") == "MasterDé of Blaise: blank; nothing; it can be thrown again"


def test_a_masterde_that_is_out_says_why() -> None:
    """MD-2"""
    shown = table(go(start(), *PRINTED))
    blue = shown.masters[BLUE]
    assert (manner_of(blue), blue.get("data-master")) == ("out", "two")
    assert blue.get("aria-label") == "MasterDé of Blaise: two; out of the duel"
    assert [each.text for each in shown.of_class("md-why")] == ["all 4"]
    assert shown["rim"].get("aria-label") == (
        "Out of the duel: a pair of 4s; the MasterDé of Blaise, whose dice all showed 4"
    )


def test_whoever_is_out_is_said_to() -> None:
    """MD-9"""
    assert not table(counted("4 5 6 out", "2 2 3 blank")).of_class("md-absent")
    shown = table(go(counted("4 5 6 out", "2 2 3 blank"), "6 5 1 heart"))
    assert [each.text for each in shown.of_class("md-absent")] == ["Out: does not play this duel"]
    assert shown["tray-0"].get("aria-label") == "Ada, red: does not play this duel"
    assert shown["tray-1"].get("aria-label") == "Blaise, blue: 1-5-6 + heart; sum 12"

"""The worked examples of the rulebook."""

from .position import BLUE, RED, counted, go, seen, start


def test_the_printed_duel() -> None:
    """MD-2, MD-3, MD-8 Two pairs of 4s, a MasterDé out, and a heart that gives 2 to blue's 3."""
    state = go(start(), "4 6 3 heart", "4 4 4 two")
    assert seen(state, "dice", "master") == [[[3, 6], [4, 4]], ["heart", None]]
    assert (state.seat, seen(state, "phase", "throw")) == (RED, ["choose", 2])  # 9 against 8
    go(state, "second")
    assert (state.seat, seen(state, "order")) == (BLUE, [[BLUE, RED]])
    go(state, "keep", "throw:3,6", "4 1")
    assert seen(state, "dice", "master") == [[[1], [4]], ["heart", None]]
    assert (state.seat, seen(state, "phase", "throw")) == (BLUE, ["choose", 3])  # 4 against 1
    go(state, "second", "throw:1", "2", "throw:4", "3")
    assert state.points == [0, 5]
    assert seen(state, "duel", "throw") == [2, 1]


def test_whatever_reds_other_dice_were_the_printed_duel_goes_the_same_way() -> None:
    """MD-2, MD-8 The rulebook says only that they differ from 4 and from each other."""
    for one, other in ((1, 2), (3, 6), (5, 6)):
        state = go(start(), f"4 {one} {other} heart", "4 4 4 two", "first")
        assert seen(state, "master") == [["heart", None]]
        thrown = (f"throw:{one},{other}", "4 1")
        go(state, *((*thrown, "keep") if state.seat == RED else ("keep", *thrown)))
        assert seen(state, "dice", "master") == [[[1], [4]], ["heart", None]]
        go(state, "second", "throw:1", "2", "throw:4", "3")
        assert state.points == [0, 5]


def test_a_one_lets_the_lower_score_be_recorded() -> None:
    """MD-7 6 and 5 against 1 and 3: 11 and 4."""
    assert counted("6 5 2 blank", "1 3 2 blank").points == [11, 4]


def test_ninety_five_and_eight_is_ninety_seven() -> None:
    """MD-11 103 is 3 too many."""
    state = counted("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0])
    assert state.points == [97, 6]


def test_fifteen_and_eight_is_malus() -> None:
    """MD-12 23 is Malus: the player stays on 15, the pot grows by 8."""
    state = counted("6 2 3 blank", "5 1 3 blank", "expert", points=[15, 0])
    assert seen(state, "points", "pot") == [[15, 6], 5 + 8]

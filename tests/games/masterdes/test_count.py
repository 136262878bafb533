"""The count of a duel: scores, what is recorded, hearts, and who is out of the next duel."""

import pytest

from ludotheque import State

from .position import counted, go, keep_all, seen, start

# Scores and records


def test_a_two_doubles_the_score() -> None:
    """MD-6 5 and 2 are 14, more than 6 and 4."""
    assert counted("5 2 1 two", "6 4 1 blank").points == [14, 0]


def test_a_two_that_is_out_doubles_nothing() -> None:
    """MD-6 All dice left show 5."""
    assert counted("5 5 1 two", "6 3 1 blank").points == [10, 0]


def test_only_the_better_score_is_recorded() -> None:
    """MD-7 15 against 9."""
    assert counted("4 5 6 blank", "2 2 3 blank").points == [15, 0]
    assert counted("2 2 3 blank", "4 5 6 blank").points == [0, 15]


def test_a_one_lets_both_be_recorded() -> None:
    """MD-7 It must be the lower one's, and left."""
    assert counted("4 5 6 blank", "2 1 3 blank").points == [15, 6]
    assert counted("4 5 1 blank", "2 2 3 blank").points == [10, 0]
    assert counted("4 6 1 blank", "2 1 3 blank").points == [10, 0]  # the 1s went out together


def test_equal_scores_are_both_recorded() -> None:
    """MD-7 Doubled ones are compared."""
    assert counted("2 3 6 blank", "4 4 3 blank").points == [8, 8]
    assert counted("2 2 3 two", "4 4 6 blank").points == [14, 14]
    assert counted("2 3 4 two", "5 6 6 blank").points == [18, 0]


def test_a_doubled_score_with_a_one_is_recorded_doubled() -> None:
    """MD-6, MD-7 2 × 6 against 15."""
    assert counted("4 5 6 blank", "1 2 3 two").points == [15, 12]


# Hearts


def test_a_heart_gives_the_score_away_on_top_of_what_the_other_records() -> None:
    """MD-8 Red's 6 was not recorded, and is given all the same."""
    assert counted("2 2 3 heart", "4 5 6 blank", points=[10, 0]).points == [3, 22]


def test_a_heart_with_the_better_score_leaves_the_other_with_the_gift_alone() -> None:
    """MD-7, MD-8 What is recorded was decided before: blue's 7 is the lower score."""
    assert counted("4 5 6 heart", "2 2 3 blank", points=[20, 0]).points == [5, 15]


def test_a_heart_with_the_better_score_and_a_one_on_the_other_side() -> None:
    """MD-7, MD-8 Blue records 6, thanks to its 1, and is given 15."""
    assert counted("4 5 6 heart", "1 2 3 blank", points=[20, 0]).points == [5, 21]


def test_equal_scores_with_a_heart() -> None:
    """MD-7, MD-8 Blue records 8 and is given 8; red records nothing."""
    assert counted("2 3 6 heart", "4 4 3 blank", points=[20, 0]).points == [12, 8 + 8]


def test_a_giver_never_falls_below_zero_and_the_gift_is_whole() -> None:
    """MD-8 Red has 4 points to lose."""
    assert counted("2 2 3 heart", "4 5 6 blank", points=[4, 0]).points == [0, 22]


def test_of_two_hearts_both_gains_come_before_both_losses() -> None:
    """MD-8 Red gains 7 and loses 15: 10 + 7 − 15."""
    assert counted("4 5 6 heart", "2 2 3 heart", points=[10, 0]).points == [2, 8]
    assert counted("4 5 6 heart", "2 2 3 heart", points=[0, 0]).points == [0, 8]


def test_a_heart_that_is_out_gives_nothing() -> None:
    """MD-2, MD-8 Red's dice left all show 5."""
    assert counted("5 5 1 heart", "6 3 1 blank", points=[4, 0]).points == [14, 0]


# Out


def test_whoever_shows_out_misses_the_next_duel() -> None:
    """MD-9 Four draws, no choice, the absent player has nothing on the table."""
    state = counted("4 5 6 out", "1 2 3 blank")
    assert seen(state, "duel", "playing", "points") == [2, [False, True], [15, 6]]
    assert [drawn["what"] for drawn in state.throw] == ["blue die"] * 3 + ["blue MasterDé"]
    go(state, "3 4 5 blank")
    parts = seen(state, "dice", "master", "phase", "order", "throw")
    assert parts == [[[], [3, 4, 5]], [None, "blank"], "rethrow", [1], 2]
    go(state, "keep")
    assert seen(state, "duel", "playing", "points") == [3, [True, True], [15, 18]]


def test_an_out_that_is_out_of_the_duel_costs_nothing() -> None:
    """MD-2, MD-9 All of red's dice showed 5."""
    assert seen(counted("5 5 1 out", "6 3 1 blank"), "playing") == [[True, True]]


def alone(level: str = "flash", points: list[int] | None = None) -> State:
    """Red plays alone: blue was out, and the duel before brought nothing to anybody."""
    state = go(start(level, points=points), "1 2 3 two", "1 2 3 out")
    assert seen(state, "playing") == [[True, False]]
    return state


def test_alone_there_are_three_throws_without_pairs_or_choices() -> None:
    """MD-9 And then the own score is recorded."""
    state = go(alone(), "1 2 3 blank", "throw:1,m", "4 blank")
    assert seen(state, "throw", "phase", "order", "dice") == [3, "rethrow", [0], [[2, 3, 4], []]]
    go(state, "throw:2", "6")
    assert seen(state, "duel", "points") == [3, [13, 0]]


def test_alone_the_same_face_rule_holds() -> None:
    """MD-2, MD-9 Three 6s: 18, not 36."""
    assert go(alone(), "6 6 6 two", "keep").points == [18, 0]
    assert go(alone(), "6 6 5 two", "keep").points == [34, 0]


def test_alone_a_replay_is_one_more_throw() -> None:
    """MD-5, MD-9 Asked without a choice."""
    state = go(alone(), "6 6 5 replay", "keep")
    assert seen(state, "throw", "order") == [4, [0]]
    assert go(state, "throw:5", "4").points == [16, 0]


def test_alone_a_heart_gives_to_the_absent_player() -> None:
    """MD-8, MD-9 Who gains it, and records nothing else."""
    assert go(alone(points=[20, 1]), "6 6 5 heart", "keep").points == [3, 18]


def test_alone_a_gift_meets_the_zones_of_the_track() -> None:
    """MD-9, MD-12, MD-13 6 + 17 is Malus; 26 + 17 is Cagnotte."""
    state = go(alone(level="expert", points=[40, 6]), "6 6 5 heart", "keep")
    assert seen(state, "points", "pot") == [[23, 6], 5 + 17]
    state = go(alone(level="expert", points=[40, 26]), "6 6 5 heart", "keep")
    assert seen(state, "points", "pot") == [[23, 43 + 5], 0]


def test_alone_one_can_be_out_of_the_next_duel() -> None:
    """MD-9 Then the other plays alone."""
    state = go(alone(), "6 6 5 out", "keep")
    assert seen(state, "duel", "playing") == [3, [False, True]]


def test_if_both_are_out_the_next_duel_counts_without_being_played() -> None:
    """MD-9 After the first duel comes the third, and both play it."""
    state = counted("4 5 6 out", "1 2 3 out")
    assert seen(state, "duel", "playing", "throw") == [3, [True, True], 1]
    assert state.length == 2


def test_a_duel_that_is_not_played_may_be_the_last() -> None:
    """MD-9, MD-10 The ninth was the last that was played."""
    state = counted("4 5 6 out", "1 2 3 out", duel=9)
    assert state.awaits == "end"
    assert state.snapshot()["duel"] == state.length == 10


def test_out_holds_for_extra_duels() -> None:
    """MD-9, MD-10 A tie after ten; red is out of the eleventh."""
    state = counted("2 3 6 out", "4 4 3 blank", duel=10)
    assert seen(state, "duel", "playing") == [11, [False, True]]
    state = keep_all(go(state, "1 2 3 blank"))
    assert (state.awaits, state.winners) == ("end", [1])


def test_both_out_of_an_extra_duel_play_the_next_one() -> None:
    """MD-9, MD-10 The eleventh leaves the tie as it was."""
    state = go(start(duel=10), "1 2 3 out", "1 2 3 out")
    assert seen(state, "duel", "playing") == [12, [True, True]]


@pytest.mark.parametrize("master", ["blank", "replay"])
def test_blanks_and_replays_count_nothing(master: str) -> None:
    """MD-6 Only a two doubles."""
    assert counted(f"4 5 6 {master}", f"2 2 3 {master}").points == [15, 0]

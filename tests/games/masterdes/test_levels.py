"""Flash and Expert: how a match ends, the track, its zones and the order of booking."""

from tests.cases import cases
from tests.tie_breaks import tie_break_of

from .position import BLUE, GAME, RED, box, counted, go, keep_all, seen, start

# Flash


def test_flash_is_the_default_and_has_no_pot() -> None:
    """MD-10 Nor any bounce: points go past 100."""
    assert GAME.start(2).snapshot()["level"] == "flash"
    state = counted("4 5 6 blank", "2 2 3 blank", points=[95, 0])
    assert seen(state, "points", "pot") == [[110, 0], None]


def test_after_ten_duels_more_points_win() -> None:
    """MD-10 Nine are not enough."""
    assert counted("4 5 6 blank", "2 2 3 blank", duel=9).awaits == "draw"
    state = counted("4 5 6 blank", "2 2 3 blank", duel=10)
    assert (state.awaits, state.winners, state.length) == ("end", [RED], 10)
    assert counted("4 5 6 blank", "2 2 3 blank", duel=10, points=[0, 16]).winners == [BLUE]


def test_on_a_tie_extra_duels_are_played_until_it_is_decided() -> None:
    """MD-10 The eleventh is a tie as well, the twelfth is not."""
    state = counted("2 3 6 blank", "4 4 3 blank", duel=10)
    assert seen(state, "duel", "points") == [11, [8, 8]]
    keep_all(go(state, "2 3 6 blank", "4 4 3 blank"))
    assert seen(state, "duel", "points") == [12, [16, 16]]
    keep_all(go(state, "4 5 6 blank", "2 2 3 blank"))
    assert (state.winners, state.length) == ([RED], 12)


# Expert


def test_expert_is_over_when_somebody_has_exactly_a_hundred() -> None:
    """MD-11 In any duel, and not with more."""
    state = counted("6 2 3 blank", "5 4 3 blank", "expert", points=[99, 91])
    assert (state.awaits, state.winners, state.points) == ("end", [BLUE], [99, 100])
    assert seen(state, "level", "pot", "duel") == ["expert", 5, 1]
    assert counted("6 4 3 blank", "5 1 3 blank", "expert", points=[99, 0]).points[RED] == 91


def test_ten_duels_do_not_end_an_expert_match() -> None:
    """MD-11 As many as needed."""
    assert counted("4 5 6 blank", "2 2 3 blank", "expert", duel=10).awaits == "draw"


def test_the_bounce_never_leads_below_zero() -> None:
    """MD-11, MD-13 A pot of 300 taken on space 43."""
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[28, 0], pot=300)
    assert seen(state, "points", "pot") == [[0, 0], 0]


def test_the_pot_starts_with_five() -> None:
    """MD-12 In Expert only."""
    assert start("expert").snapshot()["pot"] == 5


def test_malus_is_looked_at_after_the_bounce() -> None:
    """MD-12 90 + 15 is 105, back to 95, which this box calls Malus."""
    edition = box(malus=[21, 25, 95, 96])
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[90, 0], edition=edition)
    assert seen(state, "points", "pot") == [[90, 0], 20]


def test_a_record_and_a_gift_are_one_gain() -> None:
    """MD-12 Blue's 15 alone would lead to 19; with red's 7 to 26, past the Malus."""
    state = counted("2 2 3 heart", "4 5 6 blank", "expert", points=[10, 4])
    assert seen(state, "points", "pot") == [[3, 26], 5]


def test_a_giver_loses_even_what_goes_into_the_pot() -> None:
    """MD-12 0 + 22 is Malus: blue gets nothing, red has lost 7."""
    state = counted("2 2 3 heart", "4 5 6 blank", "expert", points=[10, 0])
    assert seen(state, "points", "pot") == [[3, 0], 5 + 22]


def test_a_gain_of_nothing_meets_no_zone() -> None:
    """MD-12 Blue stands in a Malus zone and red in a Cagnotte zone, by hearts: they stay."""
    state = counted("2 2 3 blank", "4 5 6 blank", "expert", points=[42, 0])
    assert seen(state, "points", "pot") == [[42, 15], 5]
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[0, 23])
    assert seen(state, "points", "pot") == [[15, 23], 5]


def test_a_cagnotte_zone_brings_the_pot() -> None:
    """MD-13 30 + 15 is 45; the pot of 5 leads to 50, and is empty."""
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[30, 0])
    assert seen(state, "points", "pot") == [[50, 0], 0]


def test_the_pot_leads_past_a_hundred_and_back() -> None:
    """MD-13 70 + 15 is 85; with a pot of 21 that is 106, back to 94."""
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[70, 0], pot=21)
    assert seen(state, "points", "pot") == [[94, 0], 0]


def test_the_pot_leads_into_no_further_zone() -> None:
    """MD-13 45 + 18 is 63, a Malus space: the player stays there."""
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[30, 0], pot=18)
    assert seen(state, "points", "pot") == [[63, 0], 0]
    assert counted("4 5 6 blank", "2 2 3 blank", "expert", points=[30, 0], pot=55).winners == [RED]


def test_an_empty_pot_fills_and_is_taken_again() -> None:
    """MD-13 Every arrival counts, not only the first."""
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[30, 7])
    assert seen(state, "points", "pot") == [[50, 7], 0]
    keep_all(go(state, "2 2 3 blank", "4 5 6 blank"))
    assert seen(state, "points", "pot") == [[50, 7], 15]  # 22 is Malus
    state.record.points[:] = [30, 7]
    keep_all(go(state, "4 5 6 blank", "2 2 3 blank"))
    assert seen(state, "points", "pot") == [[60, 7], 0]


def test_the_better_score_books_first() -> None:
    """MD-14 Red's 15 fill the pot that blue's 6 take; the other way round blue finds 5."""
    state = counted("4 5 6 blank", "1 2 3 blank", "expert", points=[10, 35])
    assert seen(state, "points", "pot") == [[10, 41 + 20], 0]
    state = counted("1 2 3 blank", "4 5 6 blank", "expert", points=[35, 10])
    assert seen(state, "points", "pot") == [[41 + 20, 10], 0]
    state = counted("4 5 6 blank", "1 2 3 blank", "expert", points=[30, 17])
    assert seen(state, "points", "pot") == [[50, 17], 6]


def test_on_a_tie_seat_0_books_first() -> None:
    """MD-14 8 each: red fills the pot, blue takes it."""
    state = counted("2 3 6 blank", "4 4 3 blank", "expert", points=[15, 35])
    assert seen(state, "points", "pot") == [[15, 43 + 13], 0]
    state = counted("2 3 6 blank", "4 4 3 blank", "expert", points=[35, 15])
    assert seen(state, "points", "pot") == [[43 + 5, 15], 8]


def test_a_better_score_given_away_books_first_all_the_same() -> None:
    """MD-14 Two hearts: red's 15 are better, so red's gain of 7 comes before blue's of 15."""
    state = counted("4 5 6 heart", "2 2 3 heart", "expert", points=[35, 10])
    # Red: 35 + 7 = 42 takes the pot of 5, then loses 15. Blue: 10 + 15 is Malus, loses 7.
    assert seen(state, "points", "pot") == [[42 + 5 - 15, 3], 15]


def test_a_loss_has_no_zone_effect() -> None:
    """MD-14 Red falls from 30 to 23, and from 50 to 43."""
    state = counted("2 2 3 heart", "4 5 6 blank", "expert", points=[30, 30])
    assert seen(state, "points", "pot") == [[23, 52], 5]
    state = counted("2 2 3 heart", "4 5 6 blank", "expert", points=[50, 30])
    assert seen(state, "points", "pot") == [[43, 52], 5]


def test_if_both_reach_a_hundred_the_better_duel_score_wins() -> None:
    """MD-14 15 against 6, in either seat."""
    state = counted("4 5 6 blank", "1 2 3 blank", "expert", points=[85, 94])
    assert (state.points, state.winners) == ([100, 100], [RED])
    state = counted("1 2 3 blank", "4 5 6 blank", "expert", points=[94, 85])
    assert (state.points, state.winners) == ([100, 100], [BLUE])
    said = "Both have exactly 100 points: Blaise had the better score in the last duel."
    assert tie_break_of(state, "en", ["Ada", "Blaise"]) == said


def test_if_the_duel_scores_are_equal_too_the_victory_is_shared() -> None:
    """MD-14 8 each."""
    state = counted("2 3 6 blank", "4 4 3 blank", "expert", points=[92, 92])
    assert (state.points, state.winners) == ([100, 100], [RED, BLUE])
    said = "Les deux ont 100 points pile, et le même score au dernier duel."
    assert tie_break_of(state, "fr", ["Ada", "Blaise"]) == said


def test_whoever_reaches_a_hundred_and_loses_points_by_a_heart_has_not_won() -> None:
    """MD-14 Two hearts: red gains 7 and stands on 100, then loses 15."""
    state = counted("4 5 6 heart", "2 2 3 heart", "expert", points=[93, 0])
    assert (state.awaits, state.points) == ("draw", [85, 8])


def test_a_gift_can_bring_the_victory() -> None:
    """MD-8, MD-11 Red gives 7; blue's 15 and 7 lead from 78 to 100."""
    state = counted("2 2 3 heart", "4 5 6 blank", "expert", points=[50, 78])
    assert (state.points, state.winners) == ([43, 100], [BLUE])


@cases("space", range(15, 101))
def test_the_zones_of_the_printed_track(space: int) -> None:
    """MD-12, MD-13 Malus 21–25 and 61–65, Cagnotte 41–45 and 81–85, nothing elsewhere."""
    before = space - 15
    state = counted("4 5 6 blank", "2 2 3 blank", "expert", points=[before, 0])
    if space in (*range(21, 26), *range(61, 66)):
        expected = [before, 5 + 15]
    elif space in (*range(41, 46), *range(81, 86)):
        expected = [space + 5, 0]
    else:
        expected = [space, 5]
    assert [state.points[RED], state.snapshot()["pot"]] == expected

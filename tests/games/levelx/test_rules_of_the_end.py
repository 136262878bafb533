"""The rules of Level X from the bonus tiles on: series, the end, the score, what a move is."""

import pytest

from ludotheque import IllegalMove

from .position import box, chips_of, position, roll, start, take_turn

RED, GREEN, BLUE = 0, 1, 2


# Bonus tiles


def test_a_complete_series_takes_the_top_tile_at_once() -> None:
    """LX-11 With the sixth value the tile is there, with no further decision."""
    state = position("""
                5   6   7   8   9  10
        red     .   .   .   .   .   X
        red has 1   1   1   1   1   0
        green   .   .   .   .   .   .
    """)
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["bonus"] == [[15], []]
    assert state.snapshot()["tiles"] == [12, 9, 6]
    assert (state.awaits, state.draw_size) == ("draw", 6)


def test_five_different_values_are_no_series() -> None:
    """LX-11 However many chips there are of them."""
    state = position("""
                5   6   7   8   9  10
        red     X   .   .   .   .   .
        red has 1   2   2   2   2   0
        green   .   .   .   .   .   .
    """)
    take_turn(state, "5-6-6-6", "5")
    assert state.snapshot()["bonus"] == [[], []]


def test_a_second_series_earns_a_second_tile_and_chips_are_not_used_up() -> None:
    """LX-11 The tile number n is due with n chips of each value."""
    state = position(
        """
                  5   6   7   8   9  10
        red       .   .   .   .   .   X
        red has   2   2   2   2   2   1
        green     .   .   .   .   .   .
        green has 1   1   1   1   1   1
        """,
        bonus=[[15], [12]],
    )
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["bonus"] == [[15, 9], [12]]
    assert chips_of(state, RED) == {5: 2, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2}


def test_a_tile_is_not_earned_twice_by_the_same_series() -> None:
    """LX-11 Another chip is no other series."""
    state = position(
        """
                5   6   7   8   9  10
        red     .   .   .   .   .   X
        red has 1   1   1   1   1   1
        green   .   .   .   .   .   .
        """,
        bonus=[[15], []],
    )
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["bonus"] == [[15], []]


def test_one_turn_can_complete_two_series() -> None:
    """LX-11 Both tiles are taken, the top one first."""
    state = position("""
                5   6   7   8   9  10
        red     .   .   .   .   .   X
        red has 2   2   2   2   2   0
        green   .   .   .   .   .   .
    """)
    take_turn(state, "4-6-5-5", "10 10")
    assert state.snapshot()["bonus"] == [[15, 12], []]


def test_a_series_earns_nothing_once_the_tiles_are_gone() -> None:
    """LX-11, LX-12 In the last round a series may come too late; the round goes on."""
    state = position(
        """
                  5   6   7   8   9  10
        red       .   .   .   .   .   X
        red has   1   1   1   1   1   0
        green     .   .   .   .   X   .
        green has 1   1   1   1   0   1
        """,
        edition=box(tiles=[15]),
    )
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["tiles"] == []
    take_turn(state, "3-6-2-2", "9")
    assert state.snapshot()["bonus"] == [[15], []]
    assert state.awaits == "end"


# The end


THIRD_ROW = """
          5   6   7   8   9  10
    left  0   0   1   8   7   6
    red   .   .   X   .   .   .
    green .   .   .   .   .   .
    blue  .   .   .   .   X   .
"""


def test_the_third_closed_row_starts_the_last_round() -> None:
    """LX-12 Everybody plays as often as the others, then the game is over."""
    state = position(THIRD_ROW)
    assert state.snapshot()["last_round"] is False
    take_turn(state, "2-5-6-6", "7")
    assert state.snapshot()["last_round"] is True
    assert roll(state, "2-3-5-6").seat == GREEN
    state.play("-")
    assert roll(state, "2-3-5-6").seat == BLUE
    state.play("-")
    assert (state.awaits, state.draw_size, state.seat) == ("end", None, None)
    assert state.snapshot()["turn"] == 3


def test_two_closed_rows_do_not_end_the_game() -> None:
    """LX-12 It takes three."""
    state = position("""
              5   6   7   8   9  10
        left  0   1   9   8   7   6
        red   .   X   .   .   .   .
        green .   .   .   .   .   .
    """)
    take_turn(state, "6-6-6-6", "6")
    assert state.snapshot()["last_round"] is False


def test_the_last_seat_of_a_round_ends_the_game_at_once() -> None:
    """LX-12 When the last of the round triggers the end, all have had the same turns already."""
    state = position(
        """
              5   6   7   8   9  10
        left  0   0   1   8   7   6
        red   .   .   .   .   .   .
        green .   .   X   .   .   .
        """,
        turn=5,
    )
    take_turn(state, "2-5-6-6", "7")
    assert state.awaits == "end"
    assert state.snapshot()["turn"] == 6


def test_the_round_is_counted_from_the_first_seat() -> None:
    """LX-1, LX-12 Where seat 1 of two began, seat 0 has the last turn."""
    state = start(players=2, first=1, edition=box(spaces=[1] * 6, chips=[2] * 6))
    take_turn(state, "5-6-3-4", "5 6 7")
    assert state.snapshot()["last_round"] is True
    assert roll(state, "2-2-2-2").seat == 0
    state.play("8")
    assert state.awaits == "end"


def test_the_last_tile_starts_the_last_round() -> None:
    """LX-12 The tile alone is enough, with all rows open."""
    state = position(
        """
                  5   6   7   8   9  10
        red       .   .   .   .   .   X
        red has   2   2   2   2   2   1
        green     .   .   .   .   .   .
        green has 2   2   2   2   2   2
        """,
        bonus=[[15], [12, 9]],
    )
    take_turn(state, "4-6-2-2", "10")
    assert state.snapshot()["bonus"] == [[15, 6], [12, 9]]
    assert state.snapshot()["last_round"] is True
    assert state.awaits == "draw"
    take_turn(state, "2-3-5-6", "9")
    assert state.awaits == "end"


def test_all_rules_apply_in_the_last_round() -> None:
    """LX-12 Chips are taken, pawns move, and a fourth row may close."""
    state = position("""
              5   6   7   8   9  10
        left  0   0   1   1   7   6
        red   .   .   X   .   .   .
        green .   .   .   X   .   1
    """)
    take_turn(state, "2-5-6-6", "7")
    take_turn(state, "4-4-4-6", "8 10")
    assert state.snapshot()["chips"] == [0, 0, 0, 0, 7, 5]
    assert chips_of(state, GREEN) == {8: 1, 10: 1}


def test_a_turn_that_can_only_pass_is_rolled_and_moved_all_the_same() -> None:
    """LX-9, LX-12 The dice are thrown, and passing is the one move."""
    state = position("""
              5   6   7   8   9  10
        left 11   0   9   0   7   6
        red   .   .   .   .   .   .
        green .   .   .   .   .   .
    """)
    roll(state, "2-2-2-2")
    assert (state.awaits, state.seat, state.moves()) == ("move", RED, ["-"])
    state.play("-")
    assert state.snapshot()["turn"] == 1


def test_the_score_is_the_sum_of_chips_and_tiles() -> None:
    """LX-13 Two chips of 5, one of each other value and the tile of 15 make 65 points."""
    state = position(
        """
                  5   6   7   8   9  10
        red       .   .   .   .   .   .
        red has   2   1   1   1   1   1
        green     .   .   .   .   .   .
        green has 0   0   0   0   0   3
        """,
        bonus=[[15], []],
    )
    assert state.points == [65, 30]
    assert state.snapshot()["scores"] == [65, 30]


def last_turn(red: str, green: str) -> list[int]:
    """Who wins when blue, with one chip of 10 and 15 in all, closes the third row."""
    state = position(
        f"""
                  5   6   7   8   9  10
        left      0   0   1   8   7   6
        red       .   .   .   .   .   .
        red has   {red}
        green     .   .   .   .   .   .
        green has {green}
        blue      .   .   X   .   .   .
        blue has  0   0   0   1   0   0
        """,
        turn=2,
    )
    take_turn(state, "2-5-6-6", "7")
    assert state.points[BLUE] == 15
    return state.winners


def test_the_highest_score_wins() -> None:
    """LX-13 One winner where one has most."""
    assert last_turn(red="0 0 0 2 0 0", green="0 0 2 0 0 0") == [RED]
    assert last_turn(red="0 0 0 0 0 1", green="1 0 0 0 0 0") == [BLUE]


def test_equal_scores_share_the_victory() -> None:
    """LX-13 All who have the most are winners, in rising order."""
    assert last_turn(red="3 0 0 0 0 0", green="1 0 0 0 0 0") == [RED, BLUE]
    assert last_turn(red="0 1 0 0 1 0", green="1 0 0 0 0 1") == [RED, GREEN, BLUE]
    assert last_turn(red="0 0 0 0 2 0", green="0 3 0 0 0 0") == [RED, GREEN]


def test_a_move_is_its_sums_however_the_dice_make_them() -> None:
    """LX-14 Whichever fives make up a ten, the move is listed once, its sums in rising order."""
    moves = roll(start(), "5-5-5-5").moves()
    assert sorted(moves) == ["-", "10", "10 10", "5", "5 10", "5 5", "5 5 10", "5 5 5", "5 5 5 5"]
    with pytest.raises(IllegalMove) as refusal:
        take_turn(start(), "5-5-5-5", "10 5")
    assert (refusal.value.code, refusal.value.rule) == ("spelling", "LX-14")


def test_rows_do_not_touch_each_other() -> None:
    """LX-14 Two rows played in one turn stand as if played in two, in either order."""
    together = take_turn(start(), "5-6-2-2", "5 6").snapshot()
    apart = start()
    take_turn(take_turn(apart, "5-6-2-2", "5"), "5-6-2-2", "-")
    take_turn(apart, "5-6-2-2", "6")
    reversed_order = start()
    take_turn(take_turn(reversed_order, "5-6-2-2", "6"), "5-6-2-2", "-")
    take_turn(reversed_order, "5-6-2-2", "5")
    assert together["pawns"] == apart.snapshot()["pawns"] == reversed_order.snapshot()["pawns"]

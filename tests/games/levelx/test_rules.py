"""The rules of Level X in order; each test's docstring begins with the rules that it checks."""

import pytest

from ludotheque import IllegalMove
from tests.cases import cases

from .position import chips_left, chips_of, moves_with, pawns, position, roll, start, take_turn

RED, GREEN, BLUE = 0, 1, 2


# Turns


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_is_drawn_when_nobody_names_it(players: int) -> None:
    """LX-1 Ages are unknown here: one draw among the players says who begins."""
    for seat in range(players):
        state = start(players, first=None)
        assert (state.awaits, state.draw_size) == ("draw", players)
        state.draw(seat)
        assert roll(state, "2-3-5-6").seat == seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_option_first_names_the_seat_that_begins(players: int) -> None:
    """LX-1 With the option, no draw decides: the first die is thrown at once."""
    for seat in range(players):
        state = start(players, first=seat)
        assert state.draw_size == 6
        assert roll(state, "2-3-5-6").seat == seat


def test_play_goes_clockwise_from_the_first_seat() -> None:
    """LX-1 After the last seat comes seat 0."""
    state = start(players=4, first=2)
    seats = []
    for _ in range(9):
        seats.append(roll(state, "2-3-5-6").seat)
        state.play("-")
    assert seats == [2, 3, 0, 1, 2, 3, 0, 1, 2]


def test_all_four_dice_are_rolled_once_a_turn() -> None:
    """LX-2 Four draws of six faces, then the move; the next four belong to the next seat."""
    state = start(players=2)
    for seat in (0, 1, 0):
        sizes = []
        while state.awaits == "draw":
            sizes.append(state.draw_size)
            state.draw(3)
        assert sizes == [6, 6, 6, 6]
        assert state.seat == seat
        assert state.snapshot()["dice"] == [4, 4, 4, 4]
        state.play("-")


# Groups


@pytest.mark.parametrize(
    ("dice", "move"),
    [("5-6-6-6", "5"), ("2-3-6-6", "5"), ("2-2-3-6", "7"), ("2-2-2-3", "9")],
    ids=["one die", "two dice", "three dice", "four dice"],
)
def test_a_group_has_one_to_four_dice(dice: str, move: str) -> None:
    """LX-3 A group of any size counts, if its sum has a row."""
    assert move in moves_with(start(), dice)


def test_a_group_sums_to_five_at_least_and_ten_at_most() -> None:
    """LX-3 Two twos are too few for a row, two sixes too many."""
    assert moves_with(start(), "2-2-2-2") == {"-", "6", "8"}
    assert moves_with(start(), "6-6-6-6") == {"-", "6", "6 6", "6 6 6", "6 6 6 6"}


def test_each_die_is_in_one_group_only() -> None:
    """LX-3 One five makes one group, however often it would be useful."""
    moves = moves_with(start(), "5-3-6-6")
    assert {"5", "8", "5 6 6", "6 6 8"} <= moves
    assert not {"5 5", "5 8", "5 6 8"} & moves


def test_every_pip_of_a_die_counts() -> None:
    """LX-3 A six is no five: of 6-4-4-4 nothing sums to five, seven or nine."""
    assert moves_with(start(), "6-4-4-4") == {"-", "6", "8", "10", "6 8", "8 10"}


# Pawns


def test_a_pawn_enters_on_the_first_space() -> None:
    """LX-4 Without a pawn in the row, a group puts one onto its first space."""
    state = take_turn(start(), "2-3-5-6", "8 8")
    assert pawns(state, 8) == [2, 0]
    state = take_turn(start(), "2-3-5-6", "6 7")
    assert (pawns(state, 6), pawns(state, 7)) == ([1, 0], [1, 0])


def test_a_group_moves_the_own_pawn_of_its_row_one_space() -> None:
    """LX-4 Only the pawn in the row of the sum moves, and only the player's own."""
    state = position("""
              5   6   7   8   9  10
        red   2   1   1   1   1   1
        green 1   2   1   1   1   1
    """)
    take_turn(state, "2-3-5-6", "5")
    assert state.snapshot()["pawns"] == [[3, 1, 1, 1, 1, 1], [1, 2, 1, 1, 1, 1]]


@pytest.mark.parametrize(("move", "space"), [("5", 1), ("5 5", 2), ("5 5 5", 3), ("5 5 5 5", 4)])
def test_groups_of_one_sum_move_one_pawn_several_times(move: str, space: int) -> None:
    """LX-4, LX-5 There is one pawn a row: it takes a step for every group."""
    assert pawns(take_turn(start(), "5-5-5-5", move), 5) == [space, 0]


def test_pawns_of_several_players_share_a_space() -> None:
    """LX-5 Short of the X, nobody is in anybody's way."""
    state = start(players=3)
    for _ in range(3):
        take_turn(state, "5-5-5-5", "5 5 5")
    assert pawns(state, 5) == [3, 3, 3]


def test_the_x_holds_one_pawn_only() -> None:
    """LX-5, LX-6 The newcomer stands alone on the X; those on the way stay where they are."""
    state = position("""
              5   6   7   8   9  10
        red   .   .   2   .   .   .
        green .   .   X   .   .   .
        blue  .   .   2   .   .   .
    """)
    take_turn(state, "2-5-6-6", "7")
    assert pawns(state, 7) == [3, 0, 2]


def test_a_pawn_that_reaches_the_x_takes_a_chip_at_once() -> None:
    """LX-6 The chip comes with the step, in the same turn."""
    state = position("""
              5   6   7   8   9  10
        red   .   .   2   .   .   .
        green .   .   .   .   .   .
    """)
    take_turn(state, "2-5-6-6", "7")
    assert chips_of(state, RED) == {7: 1}
    assert chips_left(state, 7) == 8


def test_a_step_short_of_the_x_earns_nothing() -> None:
    """LX-6 Only the X has chips to give."""
    state = take_turn(start(), "5-5-5-5", "5 5 5")
    assert chips_of(state, RED) == {}
    assert state.snapshot()["chips"] == [11, 10, 9, 8, 7, 6]


def test_a_pawn_sent_back_may_enter_the_row_again() -> None:
    """LX-6 The pawn is back with its owner, who starts from the first space, and keeps chips."""
    state = position("""
                  5   6   7   8   9  10
        red       .   .   .   .   1   .
        green     .   .   .   .   X   .
        green has 0   0   0   0   2   0
    """)
    take_turn(state, "3-6-1-1", "9")
    assert pawns(state, 9) == [2, 0]
    assert chips_of(state, GREEN) == {9: 2}
    take_turn(state, "3-6-1-1", "9")
    assert pawns(state, 9) == [2, 1]


def test_a_pawn_on_the_x_earns_another_chip() -> None:
    """LX-7 A group of a row whose X is held takes a chip; the pawn stays."""
    state = position("""
              5   6   7   8   9  10
        red   .   .   .   .   .   X
        green .   .   .   .   .   1
    """)
    take_turn(state, "4-6-5-5", "10 10")
    assert chips_of(state, RED) == {10: 2}
    assert pawns(state, 10) == [2, 1]


def test_the_turn_that_reaches_the_x_can_earn_more_chips() -> None:
    """LX-6, LX-7 One group to get there, the others take a chip each."""
    state = position("""
              5   6   7   8   9  10
        red   .   3   .   .   .   .
        green .   .   .   .   .   .
    """)
    take_turn(state, "6-6-6-6", "6 6 6 6")
    assert pawns(state, 6) == [4, 0]
    assert chips_of(state, RED) == {6: 4}


def test_holding_the_x_earns_nothing_on_other_players_turns() -> None:
    """LX-7 A group works for the player who made it."""
    state = position("""
              5   6   7   8   9  10
        red   .   .   .   .   .   .
        green .   X   .   .   .   .
    """)
    take_turn(state, "6-6-6-6", "6 6 6")
    assert chips_of(state, GREEN) == {}
    assert pawns(state, 6) == [3, 4]


# Closed rows


def test_the_last_chip_closes_the_row_and_all_its_pawns_leave() -> None:
    """LX-8 The pawns of the others leave too, and so does the one that took the chip."""
    state = position("""
              5   6   7   8   9  10
        left 11  10   1   8   7   6
        red   1   .   2   .   .   .
        green 1   .   X   .   .   .
        blue  1   .   1   .   .   .
    """)
    take_turn(state, "2-5-6-6", "7")
    assert chips_left(state, 7) == 0
    assert pawns(state, 7) == [0, 0, 0]
    assert pawns(state, 5) == [1, 1, 1]


def test_no_group_can_be_used_in_a_closed_row() -> None:
    """LX-8 Its sum is in no legal move, alone or with others."""
    state = position("""
              5   6   7   8   9  10
        left 11   0   9   8   7   6
        red   .   .   .   .   .   .
        green .   .   .   .   .   .
    """)
    assert moves_with(state, "6-6-6-6") == {"-"}
    assert not [move for move in moves_with(state, "2-3-5-6") if "6" in move.split()]
    with pytest.raises(IllegalMove) as refusal:
        take_turn(state, "2-3-5-6", "5 5 6")
    assert refusal.value.rule == "LX-8"


def test_a_row_that_closes_in_a_turn_is_closed_for_the_rest_of_it() -> None:
    """LX-8 The second group takes the last chip, so there is no third."""
    state = position("""
              5   6   7   8   9  10
        left 11   2   9   8   7   6
        red   .   X   .   .   .   .
        green .   .   .   .   .   .
    """)
    assert moves_with(state, "6-6-6-6") == {"-", "6", "6 6"}


@cases("chips", [1, 2, 3, 4, 5])
@cases("space", [0, 1, 2, 3, 4])
def test_a_row_takes_the_steps_to_the_x_and_then_a_group_a_chip(space: int, chips: int) -> None:
    """LX-8 With s steps to the X and c chips: c groups if s = 0, else s − 1 + c at most."""
    state = position(f"""
              5   6   7   8   9  10
        left 11   {chips}   9   8   7   6
        red   .   {space or "."}   .   .   .   .
        green .   .   .   .   .   .
    """)
    steps = 4 - space
    most = chips if steps == 0 else steps - 1 + chips
    expected = {" ".join(["6"] * groups) or "-" for groups in range(min(most, 4) + 1)}
    assert moves_with(state, "6-6-6-6") == expected


# Dice left aside, dice turned


def test_dice_may_be_left_aside() -> None:
    """LX-9 Any part of a move's groups is a move as well."""
    assert {"5", "6", "5 5", "5 6", "5 5 6"} <= moves_with(start(), "2-3-5-6")


def test_passing_is_legal_even_when_a_group_is_possible() -> None:
    """LX-9 Whoever passes leaves the board as it was, and the turn goes on."""
    state = roll(start(), "5-5-5-5")
    before = state.snapshot()
    state.play("-")
    assert state.snapshot() == {**before, "turn": 1, "dice": None}


def test_lucky_loser_turns_all_ones_but_one() -> None:
    """LX-10 Of two ones, one may become a six; the other stays a one."""
    moves = moves_with(start(), "1-1-6-6")
    assert {"6 6 6", "6 6 7", "5 6 7", "7 8"} <= moves
    assert not {"6 6 6 6", "5 6 6 6", "6 6 8"} & moves


def test_with_three_ones_two_are_turned_and_with_four_three() -> None:
    """LX-10 Three faces of choice and a one: three groups of a single die, and never a fourth."""
    assert {"5 5 6", "5 6 6", "6 6 6", "7 10"} <= moves_with(start(), "1-1-1-5")
    assert "5 5 6 6" not in moves_with(start(), "1-1-1-5")
    assert {"5 5 5", "5 6 7", "6 6 7", "5 6 6"} <= moves_with(start(), "1-1-1-1")
    assert not {"5 5 5 5", "5 5 5 6", "6 6 8"} & moves_with(start(), "1-1-1-1")


def test_a_single_one_is_not_turned() -> None:
    """LX-10 It takes two ones to be a lucky loser."""
    assert moves_with(start(), "1-2-2-2") == {"-", "5", "6", "7"}


def test_fewer_dice_than_allowed_may_be_turned() -> None:
    """LX-10 Two sevens out of 1-1-6-6 need both ones as they fell."""
    assert "7 7" in moves_with(start(), "1-1-6-6")
    assert "7 7" in moves_with(start(), "6-1-6-1")

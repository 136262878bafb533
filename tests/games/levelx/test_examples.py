"""The worked examples of the rulebook, and those of its chapter on writing moves."""

from .position import chips_left, chips_of, moves_with, pawns, position, roll, start, take_turn

YELLOW, RED = 0, 1


def test_example_1_what_two_three_five_six_can_do() -> None:
    """LX-3 Four moves that are among the legal ones, two that are not."""
    moves = moves_with(start(), "2-3-5-6")
    assert {"5 5 6", "8 8", "6 7", "9"} <= moves
    assert not {"5 5 5", "5 7"} & moves


def test_example_1_in_full() -> None:
    """LX-3, LX-9 Every move of 2-3-5-6, worked out by hand."""
    by_hand = {
        "-",
        *("5", "6", "7", "8", "9", "10"),  # 5, 6, 2+5, 3+5, 3+6, 2+3+5
        *("5 5", "5 6", "5 8", "5 9"),  # 2+3 & 5, 5 & 6, 5 & 2+6, 5 & 3+6
        *("6 7", "6 8", "6 10"),  # 6 & 2+5, 6 & 3+5, 6 & 2+3+5
        *("7 9", "8 8"),  # 2+5 & 3+6, 3+5 & 2+6
        "5 5 6",  # 2+3 & 5 & 6
    }
    assert moves_with(start(), "2-3-5-6") == by_hand


def test_example_2_four_groups_of_five_with_a_new_pawn() -> None:
    """LX-4, LX-6 Yellow climbs to the X in one turn and takes a chip; red's pawn goes back."""
    state = position("""
                5   6   7   8   9  10
        yellow  .   .   .   .   .   .
        red     X   .   .   .   .   .
        red has 1   0   0   0   0   0
    """)
    take_turn(state, "5-5-5-5", "5 5 5 5")
    assert pawns(state, 5) == [4, 0]
    assert chips_of(state, YELLOW) == {5: 1}
    assert chips_of(state, RED) == {5: 1}
    assert chips_left(state, 5) == 9


def test_example_3_five_five_six_earns_three_chips() -> None:
    """LX-6, LX-7 A chip of 6 from the X, a chip of 5 for getting there, another for staying."""
    state = position("""
              5   6   7   8   9  10
        red   3   X   .   .   .   .
        green X   .   .   .   .   .
    """)
    take_turn(state, "2-3-5-6", "5 5 6")
    assert chips_of(state, seat=0) == {5: 2, 6: 1}
    assert chips_of(state, seat=1) == {}
    assert pawns(state, 5) == [4, 0]
    assert pawns(state, 6) == [4, 0]
    assert state.points == [16, 0]


def test_example_4_lucky_loser_with_three_ones() -> None:
    """LX-10 Of 1-1-1-5, one 1 turns to 6 and one to 5: 1+6 and 5+5."""
    state = roll(start(), "1-1-1-5")
    assert "7 10" in state.moves()
    state.play("7 10")
    assert pawns(state, 7) == [1, 0]
    assert pawns(state, 10) == [1, 0]


def test_two_chips_left_and_the_own_pawn_on_the_x() -> None:
    """LX-8 With two chips left in row 5, a third group of 5 would come too late."""
    state = position("""
               5   6   7   8   9  10
        left   2  10   9   8   7   6
        yellow X   .   .   .   .   .
        red    .   .   .   .   .   .
    """)
    moves = moves_with(state, "5-5-5-1")
    assert {"5", "5 5", "-"} <= moves
    assert "5 5 5" not in moves
    take_turn(state, "5-5-5-1", "5 5")
    assert chips_of(state, YELLOW) == {5: 2}
    assert chips_left(state, 5) == 0
    assert pawns(state, 5) == [0, 0]


def test_one_chip_left_and_no_pawn_in_the_row() -> None:
    """LX-8 Three groups lead to the foot of the X, and the fourth takes the last chip."""
    state = position("""
               5   6   7   8   9  10
        left   1  10   9   8   7   6
        yellow .   .   .   .   .   .
        red    2   .   .   .   .   .
    """)
    assert "5 5 5 5" in moves_with(state, "5-5-5-5")
    take_turn(state, "5-5-5-5", "5 5 5 5")
    assert chips_of(state, YELLOW) == {5: 1}
    assert chips_left(state, 5) == 0
    assert pawns(state, 5) == [0, 0]

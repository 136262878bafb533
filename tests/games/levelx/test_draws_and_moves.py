"""What Level X waits for, in which order; how moves are written; why one is refused."""

import operator
from collections.abc import Callable
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from ludotheque import BadDraw, BadOption, IllegalMove
from ludotheque.core.state import State
from tests.cases import cases

from .position import GAME, position, roll, start, take_turn

HUGE = 10**5000  # more digits than Python is willing to write out

NEARLY_OVER = """
          5   6   7   8   9  10
    left  0   0   1   8   7   6
    red   .   .   .   .   .   .
    green .   .   X   .   .   .
"""

ONE_CLOSED_ONE_CLOSING = """
          5   6   7   8   9  10
    left  2   0   9   8   7   6
    red   X   .   .   .   .   .
    green .   .   .   .   .   .
"""


def named(value: Any) -> str:
    return "huge" if value is HUGE else repr(value)


def finished() -> State:
    return take_turn(position(NEARLY_OVER, turn=1), "2-5-6-6", "7")


def everything(state: State) -> tuple[Any, ...]:
    """All that a state shows, to be compared before and after."""
    return (
        state.awaits,
        state.draw_size,
        state.seat,
        sorted(state.moves()),
        state.snapshot(),
        state.throw,
        state.roller,
        state.points,
        state.winners,
    )


# The order of draws


@cases("players", [2, 3, 4])
def test_a_match_draws_its_first_seat_and_then_four_dice_a_turn(players: int) -> None:
    """LX-1, LX-2 One draw of size players, then 6, 6, 6, 6 and a move, again and again."""
    state = start(players, first=None)
    waits: list[object] = []
    while len(waits) < 11:
        if state.draw_size is not None:
            waits.append(state.draw_size)
            state.draw(0)
        else:
            waits.append("move")
            state.play("-")
    assert waits == [players, 6, 6, 6, 6, "move", 6, 6, 6, 6, "move"]


def test_the_faces_are_the_draws_plus_one_in_the_order_drawn() -> None:
    """LX-2 Nobody sorts the dice."""
    state = start()
    for k in (5, 0, 3, 1):
        state.draw(k)
    assert state.snapshot()["dice"] == [6, 1, 4, 2]


def test_where_nothing_of_the_kind_is_awaited_nothing_is_said() -> None:
    """LX-2, LX-12 While a draw, a move or nothing is awaited."""
    state = start()
    assert (state.awaits, state.seat, state.moves(), state.winners) == ("draw", None, [], [])
    roll(state, "2-3-5-6")
    assert (state.awaits, state.draw_size, state.winners) == ("move", None, [])
    assert state.throw == []
    over = finished()
    assert (over.awaits, over.draw_size, over.seat, over.moves()) == ("end", None, None, [])
    assert (over.throw, over.roller) == ([], None)
    assert over.winners == [1]


@cases("players", [2, 3, 4])
def test_points_are_zeros_at_the_start(players: int) -> None:
    assert start(players, first=None).points == [0] * players


@cases("k", [6, -1, True, False, 1.0, "1", None, np.int64(1), np.int32(1), HUGE, [1]], ids=named)
def test_a_draw_is_a_plain_whole_number_in_range(k: Any) -> None:
    state = start()
    state.draw(2)
    before = everything(state)
    with pytest.raises(BadDraw, match="0 to 5"):
        state.draw(k)
    assert everything(state) == before


def test_the_first_seat_is_drawn_among_the_players_only() -> None:
    state = start(players=3, first=None)
    with pytest.raises(ValueError, match="0 to 2"):
        state.draw(3)
    assert state.draw_size == 3


@cases("make", [lambda: roll(start(), "2-3-5-6"), finished], ids=["a move is awaited", "the end"])
def test_no_draw_is_taken_when_none_is_awaited(make: Callable[[], State]) -> None:
    state = make()
    before = everything(state)
    with pytest.raises(BadDraw, match="no draw is awaited"):
        state.draw(0)
    assert everything(state) == before


# Setting up


@cases("players", [0, 1, 5, -2, True, 2.0, "2", None, HUGE], ids=named)
def test_two_to_four_play(players: Any) -> None:
    assert GAME.players == range(2, 5)
    with pytest.raises(BadOption, match="2 to 4 players"):
        GAME.start(players=players)


@cases("first", [2, -1, True, False, 0.0, "0", [0], HUGE], ids=named)
def test_the_option_first_is_a_seat_of_the_match(first: Any) -> None:
    """LX-1 The message says what is allowed with so many players; 1 is not True."""
    with pytest.raises(BadOption, match=r"'first'.*allowed: null, 0, 1 \("):
        GAME.start(players=2, options={"first": first})


def test_null_is_the_default_of_first_and_may_be_said() -> None:
    """LX-1 Saying null is saying nothing."""
    assert GAME.options["first"].default is None
    said = GAME.start(players=2, options={"first": None})
    unsaid = GAME.start(players=2)
    assert everything(said) == everything(unsaid)
    assert said.options == unsaid.options == {"first": None}


@cases("options", [{"fist": 0}, {"First": 0}, {"": None}, ["first"], "first"])
def test_there_is_no_other_option(options: Any) -> None:
    with pytest.raises(BadOption, match="option"):
        GAME.start(players=2, options=options)


# Notation


def test_moves_are_their_sums_in_rising_order() -> None:
    """LX-14 Joined by a space; passing is a dash."""
    moves = roll(start(), "1-1-1-1").moves()
    assert len(moves) == len(set(moves))
    for move in moves:
        sums = [] if move == "-" else [int(word) for word in move.split(" ")]
        assert move == (" ".join(map(str, sorted(sums))) or "-")
        assert all(5 <= total <= 10 for total in sums)


def test_play_takes_every_listed_text() -> None:
    """LX-14 Each on a copy, and each leads somewhere else."""
    state = roll(start(), "2-3-5-6")
    outcomes = []
    for move in state.moves():
        copy = state.copy()
        copy.play(move)
        outcomes.append(copy.snapshot()["pawns"])
    assert all(outcomes.count(outcome) == 1 for outcome in outcomes)


#: what is played from 2-3-5-6 -> code, rule, params, and the English sentence
REFUSALS: dict[Any, tuple[str, str, dict[str, Any], str]] = {
    "": (
        "unreadable",
        "LX-14",
        {"text": ""},
        "'' is not a move: write the sums of the groups, such as '5 5 6', or '-' to pass (LX-14)",
    ),
    "five {x}": (
        "unreadable",
        "LX-14",
        {"text": "five {x}"},
        "'five {x}' is not a move: write the sums of the groups, such as '5 5 6', "
        "or '-' to pass (LX-14)",
    ),
    "11": (
        "sum_out_of_range",
        "LX-3",
        {"sum": "11"},
        "there is no row 11: the sum of a group must be 5 to 10 (LX-3)",
    ),
    "5 5 4": (
        "sum_out_of_range",
        "LX-3",
        {"sum": "4"},
        "there is no row 4: the sum of a group must be 5 to 10 (LX-3)",
    ),
    "5 5 5 5 6": (
        "too_many_groups",
        "LX-3",
        {"groups": 5},
        "four dice cannot make 5 groups (LX-3)",
    ),
    "6 5 5": (
        "spelling",
        "LX-14",
        {"spelling": "5 5 6"},
        "write the sums in rising order, one space between them: '5 5 6' (LX-14)",
    ),
    "5 5 5": (
        "not_made",
        "LX-3",
        {"dice": "2-3-5-6", "sums": "5 5 5"},
        "the dice 2-3-5-6 cannot make 5 5 5: each die goes into one group at most (LX-3)",
    ),
    7: (
        "not_text",
        "LX-14",
        {},
        "a move is a text such as '5 5 6', or '-' to pass (LX-14)",
    ),
}


def refusal(state: State, move: Any) -> IllegalMove:
    """The error that a move meets; the state must not feel it."""
    before = everything(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert everything(state) == before
    assert isinstance(refused.value, ValueError)
    return refused.value


def told(error: IllegalMove) -> tuple[str, str, dict[str, Any], str]:
    return error.code, error.rule, error.params, str(error)


@cases("move", REFUSALS, ids=repr)
def test_a_refused_move_says_why_and_by_which_rule(move: Any) -> None:
    """LX-3, LX-14 The code and its params are for translators, the sentence is English."""
    assert told(refusal(roll(start(), "2-3-5-6"), move)) == REFUSALS[move]


def test_a_roll_with_ones_says_that_turning_them_does_not_help() -> None:
    """LX-10 Where the lucky loser could have helped, that rule is the one to read."""
    assert told(refusal(roll(start(), "1-6-1-6"), "6 6 6 6")) == (
        "not_made",
        "LX-10",
        {"dice": "1-6-1-6", "sums": "6 6 6 6"},
        "the dice 1-6-1-6 cannot make 6 6 6 6, even with all ones but one turned (LX-10)",
    )


def test_a_single_one_is_refused_by_the_rule_of_groups() -> None:
    """LX-3, LX-10 Nothing could have been turned, so the lucky loser is not mentioned."""
    error = refusal(roll(start(), "1-6-6-6"), "6 6 6 6")
    assert (error.code, error.rule) == ("not_made", "LX-3")
    assert "turned" not in str(error)


def test_a_closed_row_is_named() -> None:
    """LX-8 The dice could make the group, the row cannot take it."""
    state = roll(position(ONE_CLOSED_ONE_CLOSING), "5-5-5-6")
    assert told(refusal(state, "5 6")) == (
        "row_closed",
        "LX-8",
        {"row": 6},
        "row 6 is closed: its chips are gone (LX-8)",
    )


def test_a_row_that_would_close_too_early_is_named() -> None:
    """LX-8 Two chips, three groups."""
    state = roll(position(ONE_CLOSED_ONE_CLOSING), "5-5-5-6")
    assert told(refusal(state, "5 5 5")) == (
        "row_would_close",
        "LX-8",
        {"row": 5, "wanted": 3, "useful": 2},
        "3 groups of 5 are too many: row 5 closes with the group number 2, "
        "the rest would do nothing (LX-8)",
    )


@cases("move", ["-", "5", "nonsense", None])
def test_no_move_is_taken_while_the_dice_are_rolling(move: Any) -> None:
    """LX-2 Whatever the move is."""
    state = start()
    state.draw(4)
    assert told(refusal(state, move)) == (
        "not_awaited",
        "LX-2",
        {},
        "no move is awaited: the dice are to be rolled (LX-2)",
    )
    assert refusal(start(first=None), move).code == "not_awaited"


def test_no_move_is_taken_after_the_end() -> None:
    """LX-12 Not even passing."""
    assert told(refusal(finished(), "-")) == ("over", "LX-12", {}, "the game is over (LX-12)")


@cases(
    "spelling",
    [
        *("5  5 6", " 5 5 6", "5 5 6 ", "5\t5 6", "5 5 6\n", "5,5,6", "5, 5, 6", "05 5 6"),
        *("5 6 5", "5-5-6", "5+5+6", "556", "5.0 5 6", "+5 5 6", "5 5 6 -", "5\xa05\xa06"),
        *("５ ５ ６", "٥ ٥ ٦", "5 5 ⁶", "5 5 6\0", "--", " -", "- ", "–", "−", "pass", "0", ""),
        *("5 5 6\ud800", "9" * 10_000, "5 " * 10_000),
    ],
    ids=lambda spelling: ascii(spelling[:20]),
)
def test_there_is_no_other_spelling(spelling: str) -> None:
    """LX-14 `5 5 6` and `-` are legal here, and nothing that merely looks like them."""
    state = roll(start(), "2-3-5-6")
    assert {"5 5 6", "-"} <= set(state.moves())
    error = refusal(state, spelling)
    assert error.code in {"unreadable", "spelling", "sum_out_of_range", "too_many_groups"}
    assert len(str(error)) < 300


@cases(
    "move",
    [None, 0, 5, 5.0, True, b"-", ["-"], ("5", "5", "6"), {"-"}, np.array(["-", "-"]), ANY],
    ids=lambda move: type(move).__name__,
)
def test_a_move_that_is_not_text_is_illegal(move: Any) -> None:
    """LX-14 Not even something that claims to be equal to every text."""
    assert refusal(roll(start(), "2-3-5-6"), move).code == "not_text"


def test_numpy_text_is_text() -> None:
    """LX-14 np.str_ is a str, and plays like one."""
    state = roll(start(), "2-3-5-6")
    state.play(np.str_("5 5 6"))
    assert operator.itemgetter("turn", "pawns")(state.snapshot()) == (
        1,
        [[2, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]],
    )

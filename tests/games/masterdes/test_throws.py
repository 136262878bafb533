"""The throws of a duel: what goes out, who chooses, who is asked, what may be thrown again."""

from random import Random

from ludotheque import State
from tests.cases import cases

from .position import BLUE, GAME, PRINTED_FACES, RED, go, keep_all, seen, start

# The first throw


def test_both_throw_four_dice_red_before_blue() -> None:
    """MD-1 Eight draws in dice order, each die on the table as soon as it has fallen."""
    state = start()
    kinds = [(drawn["kind"], drawn["what"]) for drawn in state.throw]
    red = [("die", "red die")] * 3 + [("master", "red MasterDé")]
    blue = [("die", "blue die")] * 3 + [("master", "blue MasterDé")]
    assert kinds == red + blue
    assert state.throw[3]["faces"] == list(PRINTED_FACES)
    assert seen(go(state, "6 2"), "dice", "master") == [[[2, 6], []], [None, None]]
    assert seen(go(state, "1 heart 2"), "dice", "master") == [[[1, 2, 6], [2]], ["heart", None]]
    assert seen(state, "phase", "throw", "order") == ["throw", 1, []]


def test_a_duel_begins_when_its_thrower_asks_for_it() -> None:
    """MD-1 Red opens it, or whoever plays alone; no other draw waits for anybody."""
    state = start()
    assert state.roller == RED
    assert go(state, "6").roller is None
    keep_all(go(state, "6 5 out", "1 2 3 blank"))
    assert seen(state, "playing") == [[False, True]]
    assert state.roller == BLUE


# Elimination


def test_equal_dice_of_the_two_colours_go_out_pair_by_pair() -> None:
    """MD-2 Of two red 5s against one blue, one stays."""
    state = go(start(), "5 5 2 blank", "5 2 3 blank")
    assert seen(state, "dice") == [[[5], [3]]]
    assert state.record.pairs.tolist()[1] == [0, 1, 0, 0, 1, 0]


def test_masterdes_have_no_part_in_pairs() -> None:
    """MD-2 Two hearts stay where they are."""
    assert seen(go(start(), "1 2 3 heart", "4 5 6 heart"), "master") == [["heart", "heart"]]


@cases(
    ("red", "blue", "masters"),
    [
        ("3 3 3 two", "1 2 4 two", [None, "two"]),  # three of a kind
        ("3 3 1 two", "1 2 4 two", [None, "two"]),  # two, once the pair of 1s is out
        ("3 1 2 two", "1 2 4 two", ["two", "two"]),  # a single die is not all the same
        ("1 2 3 blank", "1 2 3 blank", ["blank", "blank"]),  # nor are none
        ("5 5 1 two", "6 6 1 two", [None, None]),  # both
        ("5 5 6 two", "1 2 3 two", ["two", "two"]),
    ],
)
def test_a_masterde_is_out_if_two_dice_or_more_all_show_the_same(
    red: str, blue: str, masters: list[str | None]
) -> None:
    """MD-2 Looked at after the pairs are gone."""
    assert seen(go(start(), red, blue), "master") == [masters]


def test_a_masterde_that_is_out_does_not_come_back_in_the_duel() -> None:
    """MD-2 Whatever its owner throws later."""
    state = go(start(), "3 3 3 blank", "1 2 4 blank", "second", "keep", "throw:3,3,3", "2 5 6")
    assert seen(state, "master", "throw") == [[None, "blank"], 3]
    assert not any("m" in move.removeprefix("throw:") for move in state.moves())
    assert seen(keep_all(state), "duel", "master") == [2, [None, None]]


def test_the_dice_of_whoever_kept_are_looked_at_too() -> None:
    """MD-2 Blue throws a 6 that takes red's 6 along; red is left with two 5s."""
    state = go(start(), "5 5 6 two", "1 2 3 blank")
    go(state, "first", "keep", "throw:1", "6")
    assert seen(state, "dice", "master") == [[[5, 5], [2, 3]], [None, "blank"]]


def test_nothing_goes_out_between_the_two_rethrows() -> None:
    """MD-2, MD-3 Red's new 2 lies beside blue's until blue has thrown, too."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "throw:4", "2")
    assert seen(state, "dice", "order") == [[[2, 5, 6], [1, 2, 3]], [BLUE]]
    go(state, "throw:2", "6")
    assert seen(state, "dice", "throw") == [[[2, 5], [1, 3]], 3]


def test_the_second_players_keep_ends_a_throw_like_a_die() -> None:
    """MD-2, MD-3 Elimination comes with it, if the first has thrown."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "throw:4", "2", "keep")
    assert seen(state, "dice", "throw") == [[[5, 6], [1, 3]], 3]


# Who chooses


def test_the_better_sum_chooses_whatever_the_masterdes_show() -> None:
    """MD-3 A two does not double here."""
    state = go(start(), "4 5 6 blank", "1 2 5 two")
    assert (state.seat, seen(state, "phase", "order")) == (RED, ["choose", []])
    assert sorted(state.moves()) == ["first", "second"]
    assert go(start(), "1 2 5 two", "4 5 6 blank").seat == BLUE


@cases("seat", [RED, BLUE])
def test_on_a_tie_a_draw_says_who_chooses(seat: int) -> None:
    """MD-3 One draw of size 2: the seat."""
    state = go(start(), "1 6 5 blank", "2 6 4 blank")
    assert seen(state, "dice", "phase", "order") == [[[1, 5], [2, 4]], "choose", []]
    assert state.draw_size == 2
    assert state.throw[0]["faces"] == ["0", "1"]
    assert state.roller is None
    assert go(state, f"seat {seat}").seat == seat


def test_the_order_is_as_chosen_and_a_seat_leaves_it_with_its_move() -> None:
    """MD-3 The awaited one first."""
    chosen = go(start(), "4 5 6 blank", "1 2 3 blank", "second")
    assert (chosen.seat, seen(chosen, "order", "phase")) == (BLUE, [[BLUE, RED], "rethrow"])
    go(chosen, "throw:1,2")
    assert (chosen.awaits, seen(chosen, "order", "phase")) == ("draw", [[RED], "throw"])
    assert seen(chosen, "dice") == [[[4, 5, 6], [3]]]
    go(chosen, "1 2")
    assert (chosen.seat, seen(chosen, "order")) == (RED, [[RED]])
    go(chosen, "throw:6")
    assert seen(chosen, "order") == [[]]


def test_the_third_throw_goes_like_the_second() -> None:
    """MD-4 The better sum after the second throw chooses; then the duel is counted."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "throw:4,5,6", "1 2 2", "keep")
    assert seen(state, "throw", "dice", "master") == [3, [[2], [3]], ["blank", "blank"]]
    assert state.seat == BLUE
    go(state, "first", "throw:3", "5", "throw:2", "1")
    assert seen(state, "duel", "points") == [2, [1, 5]]


def test_if_nobody_throws_again_there_are_no_more_throws() -> None:
    """MD-3 After two keeps the duel is counted."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "keep", "keep")
    assert seen(state, "duel", "throw", "points") == [2, 1, [15, 6]]


# What may be thrown again


def test_any_of_the_own_dice_may_be_thrown_again_and_a_blank_masterde() -> None:
    """MD-3 Equal dice are the same: every move is listed once."""
    state = go(start(), "4 4 5 blank", "1 2 3 two", "first")
    dice = ["4", "4,4", "5", "4,5", "4,4,5"]
    ordinary = {"keep", *(f"throw:{each}" for each in dice)}
    assert set(state.moves()) == ordinary | {"throw:m", *(f"throw:{each},m" for each in dice)}
    assert len(state.moves()) == 12
    assert GAME.rules.MOST_MOVES == 16


@cases("image", ["heart", "two", "replay", "out"])
def test_a_masterde_with_an_image_stays(image: str) -> None:
    """MD-3 It may be thrown again only while it shows a blank."""
    state = go(start(), f"4 5 6 {image}", "1 2 3 blank", "first")
    assert not any(move.endswith("m") for move in state.moves())


def test_the_dice_fall_before_the_masterde_and_it_may_be_blank_again() -> None:
    """MD-3 Until they have fallen they are not on the table."""
    state = go(start(), "4 5 6 blank", "1 2 3 two", "first", "throw:4,m")
    assert seen(state, "dice", "master") == [[[5, 6], [1, 2, 3]], [None, "two"]]
    assert [drawn["kind"] for drawn in state.throw] == ["die", "master"]
    go(state, "5")
    assert seen(state, "dice", "master") == [[[5, 5, 6], [1, 2, 3]], [None, "two"]]
    go(state, "blank", "keep", "first", "throw:m", "heart")
    assert seen(state, "master") == [["heart", "two"]]


# Who is asked


def test_whoever_has_nothing_to_throw_is_not_asked_and_nobody_chooses() -> None:
    """MD-3 No ordinary dice are left; only red's MasterDé is blank."""
    state = go(start(), "1 2 3 blank", "3 2 1 two")
    assert (state.seat, seen(state, "phase", "order", "dice")) == (
        RED,
        ["rethrow", [RED], [[], []]],
    )
    assert sorted(state.moves()) == ["keep", "throw:m"]
    go(state, "throw:m", "out")
    assert seen(state, "duel", "playing", "points") == [2, [False, True], [0, 0]]


def test_with_nothing_to_throw_on_either_side_the_duel_is_counted_at_once() -> None:
    """MD-3 And a replay without an ordinary die is none (MD-5)."""
    state = go(start(), "1 2 3 replay", "3 2 1 two")
    assert seen(state, "duel", "points") == [2, [0, 0]]


def test_a_lonely_keep_ends_the_throws() -> None:
    """MD-3 Red alone was asked, and keeps."""
    state = go(start(), "1 2 3 blank", "3 2 1 two", "keep")
    assert seen(state, "duel", "points") == [2, [0, 0]]


# Replay


def test_a_replay_is_one_more_throw_before_the_count() -> None:
    """MD-5 Any of the ordinary dice; the MasterDé stays."""
    state = go(start(), "4 5 6 replay", "1 2 3 blank", "first", "keep", "keep")
    assert (state.seat, seen(state, "throw", "phase", "order")) == (RED, [4, "rethrow", [RED]])
    assert set(state.moves()) == {
        "keep",
        *("throw:4", "throw:5", "throw:6", "throw:4,5", "throw:4,6", "throw:5,6", "throw:4,5,6"),
    }
    go(state, "throw:4", "2")
    assert seen(state, "duel", "points") == [2, [11, 4]]  # the new 2 took blue's along


def test_a_replay_comes_after_the_third_throw_too() -> None:
    """MD-5 Kept, it changes nothing."""
    state = go(start(), "4 5 6 replay", "1 2 3 blank", "first", "throw:4", "5", "keep")
    go(state, "first", "throw:5,5", "4 4", "keep")
    assert seen(state, "throw", "dice") == [4, [[4, 4, 6], [1, 2, 3]]]
    assert seen(go(state, "keep"), "points") == [[14, 6]]


def test_a_masterde_thrown_again_can_turn_into_a_replay() -> None:
    """MD-5 What counts is what it shows before the count."""
    state = go(start(), "4 5 6 blank", "1 2 3 blank", "first", "throw:m", "replay", "keep")
    assert seen(keep_until(state, 4), "order") == [[RED]]


def keep_until(state: State, throw: int) -> State:
    """Keep everything until that throw."""
    while state.snapshot()["throw"] != throw:
        state.play("first" if "first" in state.moves() else "keep")
    return state


def test_two_replays_are_thrown_in_the_order_chosen() -> None:
    """MD-5 The better sum chooses; elimination follows after both; there is one each."""
    state = go(start(), "4 5 6 replay", "1 2 3 replay", "first", "keep", "keep")
    assert (state.seat, seen(state, "throw", "phase", "order")) == (RED, [4, "choose", []])
    go(state, "second", "throw:1", "6")
    assert seen(state, "dice", "order") == [[[4, 5, 6], [2, 3, 6]], [RED]]
    go(state, "keep")
    assert seen(state, "duel", "points") == [2, [9, 0]]


def test_two_replays_on_a_tie_are_drawn_for() -> None:
    """MD-5 As in the other throws."""
    state = go(start(), "1 5 4 replay", "2 6 4 replay")
    go(state, "first", "throw:2,6", "1 6", "throw:1,5", "1 5", "first", "keep", "keep")
    assert seen(state, "throw", "dice", "phase") == [4, [[5], [6]], "choose"]
    assert state.seat == BLUE
    state = go(start(), "1 6 5 replay", "2 6 4 replay", "seat 1", "first", "keep", "keep")
    assert (seen(state, "throw", "phase"), state.draw_size) == ([4, "choose"], 2)


def test_only_a_replay_with_an_ordinary_die_is_asked() -> None:
    """MD-5 Both have replays and no dice: nobody is asked."""
    state = go(start(), "1 2 3 replay", "1 2 3 replay")
    assert seen(state, "duel") == [2]


def test_a_replay_can_cost_a_masterde() -> None:
    """MD-2, MD-5 Elimination follows it: blue is left with two 3s, and its two is out."""
    state = go(start(), "4 5 6 replay", "3 3 1 two", "first", "keep", "keep")
    go(state, "throw:4", "1")
    assert state.points == [11, 0]
    assert state.record.last_alike.tolist() == [0, 3]
    assert state.record.last_lost_in.tolist() == [0, 4]


def test_at_the_end_nothing_lies_on_the_table() -> None:
    """MD-1 The snapshot of a match that is over."""
    chance, state = Random(4), start()
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(sorted(state.moves())))
    parts = seen(state, "throw", "dice", "master", "playing", "phase", "order")
    assert parts == [0, [[], []], [None, None], [False, False], "end", []]
    assert state.snapshot()["duel"] == state.length

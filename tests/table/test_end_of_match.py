"""Taking back, resigning, abandoning, and the end of a match."""

import pytest

from ludotheque import BadCommand
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import (
    Ended,
    Move,
    Resign,
    Roll,
    TakeBack,
    TakenBack,
)
from ludotheque.table.waiting import Waiting

from .matches import (
    LEVELX,
    SMALL_BOX,
    everything,
    levelx_match,
    pebbles_match,
    played,
    refusal,
    seated,
)

# Taking back


def test_a_move_is_taken_back_by_its_player_until_the_next_draw() -> None:
    match = levelx_match(1, 2, 4, 5)
    match.do(Roll(0, 0))
    before = match.state.snapshot(), match.events
    assert match.taker_back is None
    match.do(Move(0, 4, "5 5 6"))
    assert match.taker_back == 0
    assert match.do(TakeBack(0, 5)) == [TakenBack(6, 0)]
    assert (match.state.snapshot(), match.events) == before
    assert match.waits_for == Waiting("move", 0)
    match.do(Move(0, 6, "8 8"))
    match.do(Roll(1, 7))
    assert match.taker_back is None
    assert refusal(match, TakeBack(0, match.version)).code == "cannot_take_back"
    assert refusal(match, TakeBack(1, match.version)).code == "cannot_take_back"


def test_nobody_takes_back_anothers_move_or_what_was_not_made() -> None:
    match = levelx_match()
    assert refusal(match, TakeBack(0, 0)).code == "cannot_take_back"
    match.do(Roll(0, 0))
    assert refusal(match, TakeBack(0, 4)).code == "cannot_take_back"
    match.do(Move(0, 4, "-"))
    assert str(refusal(match, TakeBack(1, 5))) == "the last move is seat 0's to take back"
    match.do(TakeBack(0, 5))
    assert refusal(match, TakeBack(0, 6)).code == "cannot_take_back"


def test_several_moves_since_the_last_draw_are_taken_back_last_first() -> None:
    match = pebbles_match(0, 0, 2)
    match.do(Roll(0, match.version))
    thrown = match.state.snapshot()
    match.do(Move(0, match.version, "3"))
    taken = match.state.snapshot()
    match.do(Move(1, match.version, "odd"))
    assert refusal(match, TakeBack(0, match.version)).code == "cannot_take_back"
    match.do(TakeBack(1, match.version))
    assert match.state.snapshot() == taken
    assert refusal(match, TakeBack(1, match.version)).code == "cannot_take_back"
    match.do(TakeBack(0, match.version))
    assert match.state.snapshot() == thrown
    assert match.taker_back is None


def test_taking_back_leaves_no_trace_and_changes_no_die() -> None:
    start = LEVELX.start(2, {"first": 0})
    straight = played(start, 5, most=40)
    wavering = seated(start, SeededDice(5))
    for line in straight.events:
        if "move" in line:
            seat = line["seat"]
            wavering.do(Roll(seat, wavering.version))
            wavering.do(Move(seat, wavering.version, "-"))
            wavering.do(TakeBack(seat, wavering.version))
            wavering.do(Move(seat, wavering.version, line["move"]))
    assert wavering.events == straight.events
    assert wavering.version == straight.version + 2 * 20


# The end


def test_the_last_move_ends_the_match_with_points_and_winners() -> None:
    match = played(LEVELX.start(2, {"first": 0}, SMALL_BOX), 1)
    state = match.state
    assert match.result == Ended(match.version, state.points, state.winners, "played")
    assert match.result.data() == {
        "points": state.points,
        "winners": state.winners,
        "ended": "played",
    }
    assert match.waits_for == Waiting("end")
    assert match.taker_back is None


def test_anybody_resigns_at_any_time() -> None:
    for seat in range(2):
        for commands in range(3):
            match = played(LEVELX.start(2, {"first": 0}), 2, most=commands)
            assert match.do(Resign(seat, match.version))
            assert match.result is not None
            assert match.result.winners == [1 - seat]


def test_an_abandoned_match_has_no_winner() -> None:
    match = played(LEVELX.start(2), 2, most=31)
    points = match.state.points
    assert match.abandon() == [Ended(match.version, points, [], "abandoned")]
    before = everything(match)
    with pytest.raises(BadCommand) as caught:
        match.abandon()
    assert caught.value.code == "over"
    assert everything(match) == before


def test_nothing_can_be_done_once_a_match_is_over() -> None:
    match = levelx_match()
    match.do(Roll(0, 0))
    match.do(Move(0, 4, "-"))
    match.do(Resign(0, 5))
    assert match.waits_for == Waiting("end")
    for seat in range(2):
        for command in (Roll(seat, 6), Move(seat, 6, "-"), TakeBack(seat, 6), Resign(seat, 6)):
            assert refusal(match, command).code == "over"

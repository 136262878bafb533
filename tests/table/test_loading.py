"""A loaded match: a move before dice that somebody has seen still cannot be taken back."""

import pytest

import ludotheque
from ludotheque.core.errors import BadRecord
from ludotheque.table.dice import SeededDice
from ludotheque.table.event_data import fold
from ludotheque.table.events import Move, Retype, Roll, events_data
from ludotheque.table.record import EventData
from ludotheque.table.timeline import Timeline

from .matches import MatchDriver, refusal, seated

START = ludotheque.game("masterdes").start(2, {"level": "flash"})


def retyped() -> tuple[MatchDriver, list[EventData]]:
    """Dice are thrown again, the throw is typed in, and taken off the table to be typed anew."""
    match = seated(START, SeededDice(1), manual_dice=True)
    log = events_data(match.do(Roll(0, 0, (1, 4, 4, 4, 2, 1, 3, 2))))
    log += events_data(match.do(Move(0, match.version, "first")))
    log += events_data(match.do(Move(0, match.version, "throw:5,5")))
    log += events_data(match.do(Roll(0, match.version, (5, 4))))
    log += events_data(match.do(Retype(0, match.version)))
    return match, log


def test_who_has_seen_the_dice_does_not_take_the_move_before_them_back() -> None:
    match, log = retyped()
    assert match.taker_back is None
    timeline = Timeline(START, log)
    assert timeline.taker_back is None
    again = seated(START, SeededDice(1), events=log, manual_dice=True)
    assert (again.taker_back, again.waits_for) == (None, match.waits_for)
    again.do(Roll(1, again.version, (5, 5)))
    assert again.taker_back is None


def test_an_event_that_takes_back_past_a_throw_is_refused_with_its_line() -> None:
    _, log = retyped()
    log.append({"take_back": 0})
    fold(log)  # which knows no rules
    with pytest.raises(BadRecord, match="seat 0 has no last move to take back") as refused:
        Timeline(START, log)
    assert refused.value.line == len(log) + 1


def test_until_then_it_can_be_taken_back_after_it_was_put_away() -> None:
    match = seated(START, SeededDice(1), manual_dice=True)
    match.do(Roll(0, 0, (1, 4, 4, 4, 2, 1, 3, 2)))
    match.do(Move(0, match.version, "first"))
    again = seated(START, SeededDice(1), events=match.events, manual_dice=True)
    assert again.taker_back == match.taker_back == 0
    assert refusal(again, Retype(0, again.version)).code == "cannot_retype"

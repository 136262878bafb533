"""A robot that plays for somebody who is away is named in the record, move by move."""

import ludotheque
from ludotheque.table.dice import SeededDice
from ludotheque.table.event_data import fold
from ludotheque.table.events import Move, Moved, Roll, TakeBack, events_data
from ludotheque.table.record import Record
from ludotheque.table.timeline import Timeline
from ludotheque.table.verification import verify

from .matches import MatchDriver, seated

LEVELX = ludotheque.game("levelx")


def new_match() -> MatchDriver:
    state = LEVELX.start(2, {"first": 0})
    return seated(state, SeededDice(1))


def test_a_stand_ins_move_says_so_wherever_it_is_kept() -> None:
    match = new_match()
    log = events_data(match.do(Roll(0, match.version)))
    move = match.state.moves()[0]
    events = match.do(Move(0, match.version, move, "stand-in"))
    log += events_data(events)
    line = {"seat": 0, "move": move, "by": "stand-in"}
    assert match.events[-1] == log[-1] == line
    assert isinstance(events[0], Moved)
    assert events[0].by == "stand-in"
    assert Timeline(LEVELX.start(2, {"first": 0}), log).events[-1] == line
    record = Record.of(LEVELX.start(2, {"first": 0}))
    record.events, _ = fold(log)
    report = verify(record.text(), ludotheque.game)
    assert (report.stand_ins, report.moves) == (1, 1)
    assert not report.about("rules")[:-1]  # but that it does not go on to the end


def test_a_persons_move_says_nothing_of_the_kind() -> None:
    match = new_match()
    match.do(Roll(0, match.version))
    match.do(Move(0, match.version, match.state.moves()[0]))
    assert "by" not in match.events[-1]


def test_who_is_back_can_take_a_stand_ins_move_back() -> None:
    match = new_match()
    match.do(Roll(0, match.version))
    match.do(Move(0, match.version, match.state.moves()[0], "stand-in"))
    match.do(TakeBack(0, match.version))
    assert all("draw" in line for line in match.events)

"""The persistent log of events: copies go on by themselves, and old events are compressed."""

from __future__ import annotations

import random

from ludotheque.table.event_log import PIECE, EventLog
from ludotheque.table.record import EventData


def event(number: int) -> EventData:
    return {"draw": [6, number % 6]} if number % 3 else {"seat": 0, "move": f"{number}\n« é »"}


def filled(length: int) -> EventLog:
    log = EventLog()
    for number in range(length):
        log.append(event(number))
    return log


def test_every_range_of_a_long_log_is_what_was_appended() -> None:
    everything = [event(number) for number in range(5 * PIECE + 7)]
    for length in (0, 1, PIECE, 2 * PIECE - 1, 2 * PIECE, 2 * PIECE + 1, 5 * PIECE + 7):
        log = filled(length)
        assert len(log) == length
        for first in {0, 1, PIECE - 1, PIECE, length // 2, max(length - 1, 0), length}:
            assert list(log.events(first)) == everything[first:length]
            for last in {first, first + 1, length // 2, length, length + 5}:
                assert list(log.events(first, last)) == everything[first : min(last, length)]


def test_copies_that_go_on_leave_the_others_as_they_were() -> None:
    chance = random.Random(3)
    logs: list[tuple[EventLog, list[EventData]]] = [(EventLog(), [])]
    for number in range(900):
        log, told = chance.choice(logs[-8:])
        copied, copied_told = log.copy(), [*told]
        for step in range(chance.randrange(1, 5)):
            data: EventData = {"draw": [1000, 10 * number + step]}
            copied.append(data)
            copied_told.append(data)
        logs.append((copied, copied_told))
    assert max(len(log) for log, _ in logs) > 3 * PIECE
    for log, told in logs[::50] + logs[-8:]:
        assert list(log.events()) == told

"""The events of a match as data, and their fold (event sourcing).

Taking back is stored with a live match only; a record holds all other kinds:

    {"draw": [6, 3]}                                         a draw
    {"seat": 0, "move": "5 5 6"}                             a move
    {"take_back": 0}                                         seat 0 has taken its last move back
    {"retype": 4}                                            the last 4 draws, a typed throw and
                                                             what followed it, are to be typed anew
    {"seat": 1, "resigned": true}                            seat 1 has resigned, the match goes on
    {"points": [...], "winners": [...], "ended": "played"}   the end

Events are only ever appended. A match's version is the number of its events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ..core.errors import BadRecord
from .record import EventData, is_typed
from .resignations import is_resignation

EventKind = Literal["draw", "move", "take-back", "retype", "resign", "end"]

EVENTS_ADDED = {"draw": 1, "move": 1, "resign": 1, "take-back": -1}  # to the record


def fold(events: Iterable[EventData]) -> tuple[list[EventData], EventData | None]:
    """The events of a record, without what was taken back, and its result (None: not yet)."""
    left: list[EventData] = []
    result: EventData | None = None
    for number, data in enumerate(events, 1):
        kind = kind_of_event(data, number)
        if result is not None:
            raise after_the_end(number)
        if kind == "take-back":
            check_take_back(left, data, number)
        elif kind == "retype":
            check_retype(left, data, number)
        result = data if kind == "end" else None
        apply_to_events(left, data, kind)
    return left, result


def apply_to_events(events: list[EventData], data: EventData, kind: EventKind) -> None:
    """Update the list of a record's events for one more event of the match."""
    if kind == "take-back":
        events.pop()
    elif kind == "retype":
        del events[-data["retype"] :]
    elif kind != "end":
        events.append(data)


def kind_of_event(data: EventData, number: int) -> EventKind:
    """The kind of an event; BadRecord with the number of its line, the header being line 1."""
    if isinstance(data, dict):
        if "ended" in data:
            return "end"
        if "draw" in data:
            return "draw"
        if data.keys() == {"take_back"}:
            return "take-back"
        if data.keys() == {"retype"}:
            return "retype"
        if is_resignation(data):
            return "resign"
        if {"seat", "move"} <= data.keys():
            return "move"
    raise BadRecord(number + 1, "neither a draw ('draw') nor a move ('seat' and 'move')")


def check_take_back(events: list[EventData], data: EventData, number: int) -> None:
    """BadRecord unless the last event is a move by the seat that takes it back."""
    mover = events[-1].get("seat") if events and "move" in events[-1] else None
    if mover is None or mover != data["take_back"]:
        raise no_move_to_take_back(data, number)


def no_move_to_take_back(data: EventData, number: int) -> BadRecord:
    return BadRecord(
        number + 1, "seat {seat!r} has no last move to take back", seat=data["take_back"]
    )


def check_retype(events: list[EventData], data: EventData, number: int) -> None:
    """BadRecord unless the last events are draws, of which the first was typed."""
    count = data["retype"]
    if type(count) is not int or not 1 <= count <= len(events):
        raise no_typed_throw(data, number)
    if not is_typed(events[-count]) or any("draw" not in event for event in events[-count:]):
        raise no_typed_throw(data, number)


def no_typed_throw(data: EventData, number: int) -> BadRecord:
    return BadRecord(
        number + 1, "the last {count!r} draws are no typed throw", count=data["retype"]
    )


def after_the_end(number: int) -> BadRecord:
    """The error for an event after the end; `number` is the event's own."""
    return BadRecord(number + 1, "the match has ended already: nothing can follow")

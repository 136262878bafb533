"""The timeline of a match: its steps, computed from its events.

Event data is JSON. A record holds draws, moves and the end; the other two events are stored with
a live match only:

    {"draw": [6, 3]}                                         a draw
    {"seat": 0, "move": "5 5 6"}                             a move
    {"take_back": 0}                                         seat 0 has taken its last move back
    {"retype": 4}                                            the last 4 draws, a typed throw and
                                                             what followed it, are to be typed anew
    {"points": [...], "winners": [...], "ended": "played"}   the end

Events are only ever appended. A match's version is the number of its events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from ..core.errors import BadRecord
from ..core.state import State
from .events import Drawn, Ended, Event, Moved, TakenBack, ThrowTakenBack
from .manual_dice import TypedThrows
from .match import reveals_secret
from .record import MANUAL, check_result, happen, is_typed

EventData = dict[str, Any]
EventKind = Literal["draw", "move", "take-back", "retype", "end"]
Kind = Literal["start", "throw", "move", "take-back", "end"]


@dataclass(eq=False)
class Step:
    """The match after one thing that people see as one: a throw, a move, …

    No two are equal: to find one among many, nothing in them need be compared.
    """

    version: int  # the number of events up to here
    state: State
    kind: Kind
    events: list[EventData]  # those since the step before
    narration: dict[str, str | None] = field(default_factory=dict)  # by language, once asked for
    choices: dict[str, list[Any]] = field(default_factory=dict)  # by language, while it is the last
    reaction_window: bool = False  # everybody may call something out, and nobody is asked


class Timeline:
    """A match's moments so far; `go_on` adds what has happened since.

    BadRecord for an event that cannot have happened, with its line in a record whose header is
    line 1.
    """

    def __init__(self, start: State, events: Iterable[EventData] = ()) -> None:
        self.state = start.copy()
        self.version = 0
        self.events: list[EventData] = []  # the record's, without what was taken back
        self.result: EventData | None = None
        self.steps = [Step(0, start.copy(), "start", [])]
        self._before: list[State] = []  # the states before the moves made since the last draw
        self._typed = TypedThrows()
        self.go_on(events)

    def go_on(self, events: Iterable[EventData]) -> None:
        for data in events:
            kind = kind_of_event(data, self.version + 1)
            if self.result is not None:
                raise after_the_end(self.version + 1)
            line = self.version + 2
            match kind:
                case "draw":
                    self._draw(data, line)
                case "move":
                    before = self.state.copy()
                    happen(self.state, data, line)
                    self._before.append(before)
                    if reveals_secret(before, self.state):
                        self._before.clear()
                    self._add("move", data)
                case "take-back":
                    check_take_back(self.events, data, self.version + 1)
                    if not self._before:
                        raise no_move_to_take_back(data, self.version + 1)
                    self.state = self._before.pop()
                    self._add("take-back", data)
                case "retype":
                    self._retype(data, self.version + 1)
                case "end":
                    check_result(self.state, data, line)
                    self.result = data
                    self._add("end", data)
            apply_to_events(self.events, data, kind)

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back, if any may."""
        if self.result is not None or not self._before:
            return None
        seat: int = self.events[-1]["seat"]
        return seat

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be typed anew."""
        return self.result is None and self._typed.last(self.events) is not None

    def _retype(self, data: EventData, number: int) -> None:
        check_retype(self.events, data, number)
        before = self._typed.last(self.events)
        if before is None or len(self.events) - before[1] != data["retype"]:
            raise no_typed_throw(data, number)
        self.state, _ = before
        self._typed.drop_last()
        self._add("take-back", data)

    def _draw(self, data: EventData, line: int) -> None:
        """Draws that belong together make one step.

        A throw that opens a turn begins one, and so does every typed throw.
        """
        opens = self._typed.note(self.state, self.events, data)
        opens = opens or (self.state.roller is not None and not is_typed(data))
        happen(self.state, data, line)
        self._before.clear()
        last = self.steps[-1]
        if last.kind in ("start", "throw") and not opens:
            self.steps.pop()
            self._add(last.kind, data, last.events)
        else:
            self._add("throw", data)

    def _add(self, kind: Kind, data: EventData, before: Iterable[EventData] = ()) -> None:
        self.version += 1
        if self.steps:
            self.steps[-1].choices.clear()  # nobody can choose there any more
        self.steps.append(Step(self.version, self.state.copy(), kind, [*before, data]))


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
    """Bring the events of a record up to a data."""
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
        if {"seat", "move"} <= data.keys():
            return "move"
    raise BadRecord(number + 1, "neither a draw ('draw') nor a move ('seat' and 'move')")


def check_take_back(events: list[EventData], data: EventData, number: int) -> None:
    """Only the last event can be taken back, if it is a move, and only by who made it."""
    mover = events[-1].get("seat") if events else None
    if mover is None or mover != data["take_back"]:
        raise no_move_to_take_back(data, number)


def no_move_to_take_back(data: EventData, number: int) -> BadRecord:
    return BadRecord(
        number + 1, "seat {seat!r} has no last move to take back", seat=data["take_back"]
    )


def check_retype(events: list[EventData], data: EventData, number: int) -> None:
    """Only draws at the end can be taken off the table, and the first of them was typed."""
    count = data["retype"]
    if type(count) is not int or not 1 <= count <= len(events):
        raise no_typed_throw(data, number)
    if not is_typed(events[-count]) or any("draw" not in line for line in events[-count:]):
        raise no_typed_throw(data, number)


def no_typed_throw(data: EventData, number: int) -> BadRecord:
    return BadRecord(
        number + 1, "the last {count!r} draws are no typed throw", count=data["retype"]
    )


def after_the_end(number: int) -> BadRecord:
    """A data that comes after the end; `number` is the data's own."""
    return BadRecord(number + 1, "the match has ended already: nothing can follow")


def events_data(events: Iterable[Event]) -> list[EventData]:
    """What happened in a match, as it is kept: a data for each event, of the same version."""
    return [event_data(event) for event in events]


def event_data(event: Event) -> EventData:
    match event:
        case Drawn(size=size, k=int(k), manual_dice=manual_dice):
            return {"draw": [size, k]} | ({"by": MANUAL} if manual_dice else {})
        case Moved(seat=seat, move=move, by=by):
            return {"seat": seat, "move": move} | ({} if by is None else {"by": by})
        case TakenBack(seat=seat):
            return {"take_back": seat}
        case ThrowTakenBack(draws=draws):
            return {"retype": draws}
        case Ended():
            return event.as_line()
    raise ValueError(f"{event!r} cannot be kept: it does not say all that happened")


def ended_of(result: EventData, version: int) -> Ended:
    """The end that a result data tells of."""
    return Ended(version, result["points"], result["winners"], result["ended"], result.get("seat"))

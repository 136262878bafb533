"""The timeline of a match: a fold over its events (event sourcing), and the steps people see.

Event data is JSON. A record holds draws, moves and the end; the other two kinds are stored with a
live match only:

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
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Literal

from ..core.errors import BadDraw, BadRecord, IllegalMove
from ..core.state import State
from .manual_dice import TypedThrows
from .record import EventData, apply_event, check_event, is_typed
from .result import check_result

EventKind = Literal["draw", "move", "take-back", "retype", "end"]
StepKind = Literal["start", "throw", "move", "take-back", "end"]


@dataclass(frozen=True, eq=False)
class Step:
    """What people see as one thing (a throw, a move, …), and the match after it.

    Steps are compared by identity, so finding one in a list compares no states.
    """

    version: int  # the number of events up to here
    state: State  # shared: copy it before changing it
    kind: StepKind
    events: list[EventData]  # those since the step before
    reaction_window: bool = False  # whether anybody may react, and nobody is asked


@dataclass(frozen=True)
class Round:
    """A round, or what a game counts instead: the events up to its end, and the points then."""

    events: int
    points: list[int]


class Timeline:
    """The state of a match after its events, and its steps so far.

    `apply` and `extend` change a timeline; copy a shared one first. States and steps are never
    changed, so copies share them.
    """

    def __init__(self, start: State, events: Iterable[EventData] = ()) -> None:
        self.state = start.copy()
        self.version = 0
        self.draws = 0  # number of draws in `events`, and so the number of the next draw
        self.events: list[EventData] = []  # those of the record, without what was taken back
        self.result: EventData | None = None
        self.steps = [Step(0, self.state, "start", [])]
        self.rounds: list[Round] = []
        self._length = start.length
        self.dealt: dict[int, tuple[int, int]] = {}  # size and outcome of draws to be dealt again
        self._undo: list[State] = []  # the states before the moves made since the last draw
        self._typed = TypedThrows()
        self.extend(events)

    def copy(self) -> Timeline:
        copied = copy(self)
        copied.events, copied.steps = self.events[:], self.steps[:]
        copied.rounds = self.rounds[:]
        copied.dealt, copied._undo = self.dealt.copy(), self._undo[:]
        copied._typed = self._typed.copy()
        return copied

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back; None if nobody may."""
        if self.result is not None or not self._undo:
            return None
        seat: int = self.events[-1]["seat"]
        return seat

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be retyped."""
        return self.retypable > 0

    @property
    def retypable(self) -> int:
        """The number of draws that retyping the last throw removes; 0 if it cannot be retyped."""
        before = None if self.result is not None else self._typed.last(self.events)
        return 0 if before is None else len(self.events) - before[1]

    def extend(self, events: Iterable[EventData]) -> None:
        """Apply events from outside. BadRecord for the first one that cannot have happened.

        The error names its line in a record whose header is line 1.
        """
        for data in events:
            self._check(data)
            try:
                self.apply(deepcopy(data))
            except (BadDraw, IllegalMove) as problem:
                raise BadRecord.because(self.version + 2, problem) from None

    def _check(self, data: EventData) -> None:
        number, line = self.version + 1, self.version + 2
        kind = kind_of_event(data, number)
        if self.result is not None:
            raise after_the_end(number)
        match kind:
            case "draw" | "move":
                check_event(self.state, data, line)
            case "take-back":
                check_take_back(self.events, data, number)
                if not self._undo:
                    raise no_move_to_take_back(data, number)
            case "retype":
                check_retype(self.events, data, number)
                if data["retype"] != self.retypable:
                    raise no_typed_throw(data, number)
            case "end":
                check_result(self.state, data, line)

    def apply(self, data: EventData) -> None:
        """Apply an event of this match. Only the rules check it; events from outside need `extend`.

        If the rules refuse it (BadDraw, IllegalMove), the timeline is unchanged.
        """
        kind = kind_of_event(data, self.version + 1)
        match kind:
            case "draw":
                self._draw(data)
            case "move":
                self._move(data)
            case "take-back":
                self.state = self._undo.pop()
                self._add_step("take-back", data)
            case "retype":
                self._retype()
                self._add_step("take-back", data)
            case "end":
                self.result = data
                self._undo.clear()
                self._add_step("end", data)
        apply_to_events(self.events, data, kind)
        self._note_round(kind)

    def _note_round(self, kind: EventKind) -> None:
        """Note the points whenever the match has become longer by a round, as it goes along."""
        if kind in ("take-back", "retype"):
            while self.rounds and self.rounds[-1].events > len(self.events):
                self.rounds.pop()
            self._length = self.state.length
        elif kind != "end" and self.state.length != self._length:
            self._length = self.state.length
            self.rounds.append(Round(len(self.events), self.state.points))

    def _draw(self, data: EventData) -> None:
        """Apply a draw. The draws of one throw form one step.

        A draw that opens a turn, or begins a typed throw, begins a new step.
        """
        before, after = self.state, self.state.copy()
        apply_event(after, data)
        opens = self._typed.note(before, self.events, data)
        opens = opens or (before.roller is not None and not is_typed(data))
        self.state = after
        self.draws += 1
        self._undo.clear()
        last = self.steps[-1]
        if last.kind in ("start", "throw") and not opens:
            self.steps.pop()
            self._add_step(last.kind, data, last.events)
        else:
            self._add_step("throw", data)

    def _move(self, data: EventData) -> None:
        before, after = self.state, self.state.copy()
        apply_event(after, data)
        self._typed.note(before, self.events, data)
        self.state = after
        self._undo.append(before)
        if reveals_secret(before, after):
            self._undo.clear()
        self._add_step("move", data)

    def _retype(self) -> None:
        """Undo the last typed throw; cards dealt after it will be dealt again unchanged."""
        before = self._typed.last(self.events)
        assert before is not None
        self.state, count = before
        taken = self.events[count:]
        self.draws -= len(taken)
        for number, event in enumerate(taken, self.draws):
            if not is_typed(event):
                self.dealt[number] = (event["draw"][0], event["draw"][1])
        self._typed.drop_last()

    def _add_step(self, kind: StepKind, data: EventData, before: Iterable[EventData] = ()) -> None:
        self.version += 1
        self.steps.append(Step(self.version, self.state, kind, [*before, data]))


def reveals_secret(before: State, after: State) -> bool:
    """Whether a move has revealed hidden information, and so cannot be taken back."""
    game = after.game
    return game.secrets and bool(game.positions.reveals(before.record, after.record))


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
        if {"seat", "move"} <= data.keys():
            return "move"
    raise BadRecord(number + 1, "neither a draw ('draw') nor a move ('seat' and 'move')")


def check_take_back(events: list[EventData], data: EventData, number: int) -> None:
    """BadRecord unless the last event is a move by the seat that takes it back."""
    mover = events[-1].get("seat") if events else None
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

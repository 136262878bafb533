"""The timeline of a match: a fold over its events, and the steps people see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from ..core.caching import cached_attribute
from ..core.draws import Draw
from ..core.errors import BadDraw, BadRecord, IllegalMove
from ..core.state import State
from .event_data import (
    EVENTS_ADDED,
    after_the_end,
    check_retype,
    fold,
    kind_of_event,
    no_move_to_take_back,
    no_typed_throw,
)
from .event_log import EventLog
from .manual_dice import TypedThrows
from .record import EventData, apply_event, check_event, is_typed
from .resignations import resigned_after
from .result import check_result
from .waiting import Waiting, waiting_for

StepKind = Literal["start", "throw", "move", "take-back", "resign", "end"]

THROWS = ("start", "throw")  # the kinds of steps that consist of draws


class Step(Struct, frozen=True, eq=False, dict=True):
    """What people see as one thing, and the match after it: a throw, a move with the card drawn
    after it, …

    Steps are compared by identity, so finding one in a list compares no states.
    """

    version: int  # the number of events up to here
    state: State  # shared: copy it before changing it
    kind: StepKind
    events: list[EventData]  # those since the step before
    reaction_window: bool = False  # whether anybody may react, and nobody is asked
    before: State | None = None  # the state before its events; None for the first step
    resigned: frozenset[int] = frozenset()  # the seats that have resigned so far

    @cached_attribute
    def waiting(self) -> Waiting:
        """What the match waits for after it, unless dice are typed in or the match is over."""
        return waiting_for(self.state)

    @property
    def roller(self) -> int | None:
        """The seat whose turn the pending throw opens."""
        return self.waiting.seat if self.waiting.what == "roll" else None

    @cached_attribute
    def points(self) -> list[int]:
        return self.state.points


@dataclass(frozen=True, slots=True)
class Round:
    """A round, or what a game counts instead: the events up to its end, and the points then."""

    events: int
    points: list[int]


class _OpenStep(Struct):
    """The last step while further events may belong to it, and its state may still change."""

    kind: StepKind
    events: list[EventData]
    before: State | None


class Timeline:
    """The state of a match after its events, and its steps so far.

    `apply` and `extend` change a timeline; copy a shared one first. States and steps are never
    changed, so copies share them. With `most_steps`, only the last steps are kept: a match that is
    played needs no others, and all of them follow from the events.
    """

    def __init__(
        self, start: State, events: Iterable[EventData] = (), *, most_steps: int | None = None
    ) -> None:
        self.state = start.copy()
        self.version = 0
        self.draws = 0  # draws that were not taken back, and so the number of the next draw
        self.log = EventLog()  # all events, what was taken back included
        self.result: EventData | None = None
        self.resigned: frozenset[int] = frozenset()  # seats; the match went on
        self._rounds: tuple[int, ...] = ()  # of each its events, then its points
        self.dealt: dict[int, tuple[int, int]] = {}  # size and outcome of draws to be dealt again
        self._count = 0  # of the record's events, without what was taken back
        self._steps = [Step(0, self.state, "start", [])]
        self._most_steps = most_steps
        self._open: _OpenStep | None = None  # it is not among the steps yet
        self._roller: int | Literal["unknown"] | None = "unknown"  # of the state
        self._waiting: Waiting | None = None  # likewise, if it is known; dice are not typed in
        self._length = start.length
        self._undo: list[State] = []  # the states before the moves made since the last draw
        self._typed = TypedThrows()
        self.extend(events)

    def copy(self) -> Timeline:
        self.close_step()
        copied = Timeline.__new__(Timeline)
        copied.__dict__.update(self.__dict__)
        copied.log = self.log.copy()
        copied._steps, copied._undo = self._steps[:], self._undo[:]
        copied.dealt, copied._typed = self.dealt.copy(), self._typed.copy()
        return copied

    @property
    def steps(self) -> list[Step]:
        """The steps so far, or the last of them (`most_steps`)."""
        self.close_step()
        return self._steps

    @steps.setter
    def steps(self, steps: list[Step]) -> None:
        self._open, self._steps = None, steps

    @property
    def rounds(self) -> list[Round]:
        width = 1 + self.state.players
        places = range(0, len(self._rounds), width)
        each = (self._rounds[place : place + width] for place in places)
        return [Round(events, points) for events, *points in each]

    @property
    def events(self) -> list[EventData]:
        """The events of the record, without what was taken back; parsed anew each time."""
        return fold(self.log.events())[0]

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back; None if nobody may."""
        if self.result is not None or not self._undo:
            return None
        taker = self._undo[-1].seat
        return None if taker in self.resigned else taker

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be retyped."""
        return self.retypable > 0

    @property
    def retypable(self) -> int:
        """The number of draws that retyping the last throw removes; 0 if it cannot be retyped."""
        if self.result is not None or not self._typed:
            return 0
        before = self._typed.last(self.events)
        return 0 if before is None else self._count - before[1]

    def waiting(self, *, manual_dice: bool = False) -> Waiting:
        """What the match waits for, unless it was resigned or abandoned."""
        if self._waiting is not None:
            return self._waiting
        waiting = waiting_for(self.state, manual_dice=manual_dice)
        if waiting.what == "roll":
            self._roller = waiting.seat
        if not manual_dice:
            self._waiting = waiting
        return waiting

    def extend(self, events: Iterable[EventData], *, most_steps: int | None = None) -> None:
        """Apply events from outside. BadRecord for the first one that cannot have happened.

        The error names its line in a record whose header is line 1. With `most_steps`, as many are
        kept until the next one comes, for who has to be told of all that are new.
        """
        usual = self._most_steps
        if usual is not None and most_steps is not None:
            self._most_steps = max(usual, most_steps)
        self._extend(events)
        self._most_steps = usual

    def _extend(self, events: Iterable[EventData]) -> None:
        for data in events:
            self._check(data)
            try:
                self.apply(deepcopy(data))
            except (BadDraw, IllegalMove) as problem:
                raise BadRecord.because(self.version + 2, problem) from None
        self.close_step()

    def _check(self, data: EventData) -> None:
        number, line = self.version + 1, self.version + 2
        kind = kind_of_event(data, number)
        if self.result is not None:
            raise after_the_end(number)
        match kind:
            case "draw" | "move" | "resign":
                check_event(self.state, data, line, self.resigned)
            case "take-back":
                if not self._undo or self._undo[-1].seat != data["take_back"]:
                    raise no_move_to_take_back(data, number)
            case "retype":
                check_retype(self.events, data, number)
                if data["retype"] != self.retypable:
                    raise no_typed_throw(data, number)
            case "end":
                check_result(self.state, data, line, self.resigned)

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
                self._begin_step("take-back", [data], self._undo.pop())
            case "retype":
                self._begin_step("take-back", [data], self._retype())
            case "resign":
                self._resign(data)
            case "end":
                self.result = data
                self._undo.clear()
                self._begin_step("end", [data], self.state)
        self._roller, self._waiting = "unknown", None
        self._count += EVENTS_ADDED.get(kind, 0) if kind != "retype" else -data["retype"]
        self.log.append(data)
        self.version += 1
        if kind in ("take-back", "retype"):
            self._forget_rounds()
        elif kind != "end" and self.state.length != self._length:
            self._note_round(self.state)

    def throw(self, draws: Sequence[Draw], fall: Callable[[int, int], int]) -> list[int]:
        """Apply the draws of one throw: the same as `apply`, for the most frequent events.

        `fall` gives the outcome of a draw by its number and size. Returns the outcomes.
        """
        begins = self._opens_turn() or not self._continues_step(draws[0])
        state = self._state_of_throw(begins)
        sizes = [len(draw.faces) for draw in draws]
        outcomes = [fall(number, size) for number, size in enumerate(sizes, self.draws)]
        fallen = list(zip(sizes, outcomes, strict=True))
        applied = 0
        while applied < len(fallen):
            count = state.draw_several(fallen, applied)
            applied += count
            self._count += count
            if state.length != self._length:
                self._note_round(state)
        self.draws += applied
        self._typed.note_other()
        self._undo.clear()
        events: list[EventData] = [{"draw": [size, k]} for size, k in fallen]
        if begins:
            self._begin_step("throw", events, state)
        else:
            self._continue_step(events, state)
        self._roller, self._waiting = "unknown", None
        self.log.append_draws(fallen)
        self.version += applied
        return outcomes

    def _note_round(self, state: State) -> None:
        """The match has become longer by a round: note the points."""
        self._length = state.length
        self._rounds = (*self._rounds, self._count, *state.points)

    def _forget_rounds(self) -> None:
        """Forget the points of rounds that were taken back."""
        self._length = self.state.length
        width = 1 + self.state.players
        while self._rounds and self._rounds[-width] > self._count:
            self._rounds = self._rounds[:-width]

    def _draw(self, data: EventData) -> None:
        """Apply a draw. The draws of one throw form one step.

        A draw that opens a turn, or begins a typed throw, begins a new step.
        """
        before = self.state
        if is_typed(data):
            after = before.copy()
            apply_event(after, data)
            opens = self._typed.note(before, self.events, data)
            begins = opens or not self._continues_step()
        else:
            begins = self._opens_turn() or not self._continues_step()
            after = self._state_of_throw(begins)
            apply_event(after, data)
            self._typed.note_other()
        self.draws += 1
        self._undo.clear()
        if begins:
            self._begin_step("throw", [data], after)
        else:
            self._continue_step([data], after)

    def _opens_turn(self) -> bool:
        if self._roller == "unknown":
            self._roller = self.state.roller
        return self._roller is not None

    def _state_of_throw(self, begins: bool) -> State:
        """The state to draw in: that of the open step itself, else a copy."""
        return self.state.copy() if begins or self._open is None else self.state

    def _continues_step(self, draw: Draw | None = None) -> bool:
        """Whether the pending draw, which opens no turn, belongs to the last step.

        It goes on with a throw. A card that a player draws after a move belongs to the move:
        nobody else sees more of it than that there is one card more.
        """
        last = self._steps[-1] if self._open is None else self._open
        if last.kind in THROWS:
            return True
        if last.kind != "move" or not self.state.game.secrets:
            return False
        return (draw or self.state.pending_draws[0]).secret

    def _continue_step(self, events: list[EventData], after: State) -> None:
        if self._open is None:
            last = self._steps.pop()
            self._open = _OpenStep(last.kind, last.events[:], last.before)
        self._open.events += events
        self.state = after

    def _move(self, data: EventData) -> None:
        before, after = self.state, self.state.copy()
        apply_event(after, data)
        self._typed.note_other()
        self._undo.append(before)
        if reveals_secret(before, after):
            self._undo.clear()
        self._begin_step("move", [data], after)

    def _resign(self, data: EventData) -> None:
        """A resignation is final, and so is all that came before it."""
        self._undo.clear()
        self._typed.clear()
        self._begin_step("resign", [data], self.state)
        self.resigned = resigned_after(self.resigned, data)

    def _retype(self) -> State:
        """Undo the last typed throw; cards dealt after it will be dealt again unchanged."""
        events = self.events
        before = self._typed.last(events)
        assert before is not None
        state, count = before
        taken = events[count:]
        self.draws -= len(taken)
        for number, event in enumerate(taken, self.draws):
            if not is_typed(event):
                self.dealt[number] = (event["draw"][0], event["draw"][1])
        self._typed.drop_last()
        return state

    def _begin_step(self, kind: StepKind, events: list[EventData], after: State) -> None:
        """Begin a step with its first events, which lead to the state `after`."""
        self.close_step()
        self._open = _OpenStep(kind, events, self.state)
        self.state = after

    def close_step(self) -> None:
        """Put the open step among the others; from here on its state is shared."""
        if self._open is None:
            return
        opened, self._open = self._open, None
        step = Step(
            self.version,
            self.state,
            opened.kind,
            opened.events,
            before=opened.before,
            resigned=self.resigned,
        )
        if self._waiting is not None:
            step.__dict__["waiting"] = self._waiting
        self._steps.append(step)
        if self._most_steps is not None:
            del self._steps[: -self._most_steps]


def reveals_secret(before: State, after: State) -> bool:
    """Whether a move has revealed hidden information, and so cannot be taken back."""
    game = after.game
    return game.secrets and bool(game.positions.reveals(before.plain, after.plain))

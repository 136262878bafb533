"""A match: one game being played, with its seats. An immutable value that does no I/O.

A driver (a terminal, a server, a test) asks what the match waits for, and sends commands. A command
returns a transition: the resulting events, and the match after them. The match itself does not
change, so the driver keeps it until the events are saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from ..core.caching import cached_attribute
from ..core.draws import Draw
from ..core.errors import BadCommand
from ..core.picture import board_svg
from ..core.state import State
from .dice import Dice
from .events import (
    Command,
    Drawn,
    Ended,
    Event,
    Move,
    Moved,
    Resign,
    Resigned,
    Retype,
    Roll,
    TakeBack,
    TakenBack,
    ThrowTakenBack,
    draw_data,
    move_data,
)
from .manual_dice import draws_to_type
from .record import EventData
from .resignations import FEWEST_PLAYERS
from .result import Ending, winners_of
from .timeline import Step, Timeline
from .waiting import Waiting

UNASKED = Waiting("roll", None)  # a draw that nobody has to roll for


@dataclass(frozen=True)
class Seat:
    """A seat of the match and its player: a person, or a bot of some kind."""

    name: str
    bot: str | None = None

    @property
    def is_human(self) -> bool:
        return self.bot is None


class Transition(Struct, frozen=True):
    """The result of a command: the new events, and the match after them."""

    events: list[Event]
    after: Match


class Match(Struct, frozen=True, eq=False, dict=True):
    """A match: its seats, its dice and its timeline.

    With `manual_dice` people roll real dice, and type in every draw that is not secret.
    """

    timeline: Timeline  # never changed: a command works on a copy
    seats: tuple[Seat, ...]
    dice: Dice
    manual_dice: bool = False

    @classmethod
    def begin(
        cls, start: State, seats: Sequence[Seat], dice: Dice, *, manual_dice: bool = False
    ) -> Transition:
        """Start a match, and make the draws that come before anybody has to act."""
        return cls.load(start, seats, dice, manual_dice=manual_dice).settle()

    @classmethod
    def load(
        cls,
        start: State,
        seats: Sequence[Seat],
        dice: Dice,
        events: Iterable[EventData] = (),
        *,
        manual_dice: bool = False,
        most_steps: int | None = None,
    ) -> Match:
        """Restore a match from its events; BadRecord for an event that cannot have happened.

        With `most_steps` its timeline keeps only the last steps.
        """
        if len(seats) != start.players:
            raise ValueError(f"{start.players} players need {start.players} seats")
        timeline = Timeline(start, events, most_steps=most_steps)
        return cls(timeline, tuple(seats), dice, manual_dice)

    @property
    def state(self) -> State:
        """A copy of the current state; changing it does not change the match."""
        return self.timeline.state.copy()

    def _repr_html_(self) -> str:
        """The board as SVG, as everybody sees it: what notebooks show."""
        return board_svg(self.timeline.state, [seat.name for seat in self.seats])

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self.timeline.version

    @property
    def events(self) -> list[EventData]:
        """The draws and moves of the record so far, without those that were taken back."""
        return self.timeline.events

    @property
    def result(self) -> Ended | None:
        result = self.timeline.result
        return None if result is None else Ended.read(result, self.version)

    @cached_attribute
    def steps(self) -> list[Step]:
        """What people have seen last, step by step."""
        return self.timeline.steps

    @cached_attribute
    def waits_for(self) -> Waiting:
        if self.timeline.result is not None:
            return Waiting("end")
        return self.timeline.waiting(manual_dice=self.manual_dice)

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be retyped, because nobody has moved since."""
        return self.timeline.can_retype

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back; None if nobody may."""
        return self.timeline.taker_back

    @property
    def resigned(self) -> frozenset[int]:
        """The seats that have resigned while the match went on; bots play on in them."""
        return self.timeline.resigned

    def goes_on_without(self, seat: int) -> bool:
        """Whether the match goes on if this seat resigns: with three or more seats, and as long as
        some person is left. What bots would make of it by themselves, nobody waits for."""
        people = {place for place, player in enumerate(self.seats) if player.is_human}
        return len(self.seats) >= FEWEST_PLAYERS and bool(people - self.resigned - {seat})

    @property
    def is_settled(self) -> bool:
        """Whether the match waits for somebody or is over; this is so for every stored match."""
        waiting = self.waits_for
        if waiting.what == "end":
            return self.timeline.result is not None
        return waiting != UNASKED

    def settle(self) -> Transition:
        """Make the draws that need nobody's roll, in a new match or one saved within a throw."""
        work = _WorkingCopy(self)
        work.settle()
        return work.transition()

    def do(self, command: Command) -> Transition:
        """Carry out a command. BadCommand, BadDraw or IllegalMove if it is refused."""
        self._check(command)
        work = _WorkingCopy(self)
        match command:
            case Roll():
                self._roll(command, work)
            case Move():
                self._move(command, work)
            case TakeBack():
                self._take_back(command, work)
            case Retype():
                self._retype(work)
            case Resign():
                self._resign(command, work)
            case _:
                raise TypeError(f"{command!r} is not a command of the table")
        return work.transition()

    def abandon(self) -> Transition:
        """End the match without a winner, because nobody will continue it."""
        if self.timeline.result is not None:
            raise self._refusal("over", "the match is over")
        work = _WorkingCopy(self)
        work.end("abandoned")
        return work.transition()

    def _check(self, command: Command) -> None:
        if type(command.seat) is not int or not 0 <= command.seat < len(self.seats):
            raise self._refusal(
                "no_seat",
                "there is no seat {seat!r}; allowed: 0 … {most}",
                seat=command.seat,
                most=len(self.seats) - 1,
            )
        if type(command.version) is not int or command.version != self.version:
            raise self._refusal(
                "stale",
                "the match has moved on: the command is for version {given!r}, "
                "the match is at version {now}",
                given=command.version,
                now=self.version,
            )
        if self.timeline.result is not None:
            raise self._refusal("over", "the match is over")
        if command.seat in self.resigned and not isinstance(command, Roll | Move):
            raise self._refusal(
                "resigned", "seat {seat} has resigned: a robot plays there", seat=command.seat
            )

    def _refusal(self, code: str, template: str, **params: Any) -> BadCommand:
        return BadCommand(code, self.version, template, **params)

    def _expect(self, what: str, command: Command) -> None:
        waiting = self.waits_for
        if waiting.what == "throw":
            raise self._refusal(
                "not_awaited", "what the dice on the table show is awaited: type it in"
            )
        if (waiting.what, waiting.seat) != (what, command.seat):
            raise self._refusal(
                "not_awaited",
                "seat {seat} cannot {what} now: a {awaited} of seat {awaited_seat} is awaited",
                seat=command.seat,
                what=what,
                awaited=waiting.what,
                awaited_seat=waiting.seat,
            )

    def _roll(self, command: Roll, work: _WorkingCopy) -> None:
        if self.waits_for.what == "throw":
            for k in self._typed_throw(command.typed):
                work.type_in(k)
        else:
            self._expect("roll", command)
            if command.typed is not None:
                raise self._refusal(
                    "typed", "the server rolls these dice: nothing is to be typed in here"
                )
            work.draw()
        work.settle()

    def _typed_throw(self, typed: tuple[int, ...] | None) -> tuple[int, ...]:
        """The outcomes of a typed throw, if their number is right; else BadCommand."""
        if typed is None:
            raise self._refusal(
                "untyped", "this match is played with real dice: type in what they show"
            )
        pending = draws_to_type(self.timeline.state)
        if len(typed) != len(pending):
            raise self._refusal(
                "untyped",
                "faces awaited: {count} ({what}); typed in: {given}",
                count=len(pending),
                what=", ".join(draw.what for draw in pending),
                given=len(typed),
            )
        return typed

    def _move(self, command: Move, work: _WorkingCopy) -> None:
        self._expect("move", command)
        work.move(command)
        work.settle()

    def _take_back(self, command: TakeBack, work: _WorkingCopy) -> None:
        taker = self.taker_back
        if taker is None:
            raise self._refusal(
                "cannot_take_back", "nothing can be taken back: no move since the last draw"
            )
        if taker != command.seat:
            raise self._refusal(
                "cannot_take_back", "the last move is seat {taker}'s to take back", taker=taker
            )
        work.add(TakenBack(work.next_version, command.seat))

    def _resign(self, command: Resign, work: _WorkingCopy) -> None:
        """Among three or more the match goes on, as long as some person is left."""
        if self.goes_on_without(command.seat):
            work.add(Resigned(work.next_version, command.seat))
        else:
            work.end("resigned", command.seat)

    def _retype(self, work: _WorkingCopy) -> None:
        draws = self.timeline.retypable
        if not draws:
            raise self._refusal(
                "cannot_retype", "no throw can be typed anew: none was typed since the last move"
            )
        work.add(ThrowTakenBack(work.next_version, draws))


class _WorkingCopy:
    """A copy of a match's timeline, to which the events of one command are applied."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._timeline = match.timeline.copy()
        self._events: list[Event] = []
        self._pending: list[Draw] = []  # the remaining draws of the current throw

    def transition(self) -> Transition:
        match = self._match
        self._timeline.close_step()
        after = Match(self._timeline, match.seats, match.dice, match.manual_dice)
        return Transition(self._events, after)

    @property
    def next_version(self) -> int:
        return self._timeline.version + 1

    def add(self, event: Event) -> None:
        self._timeline.apply(event.data())
        self._events.append(event)

    def move(self, command: Move) -> None:
        public = self._timeline.state.game.notation.public_text
        by = "stand-in" if command.seat in self._timeline.resigned else command.by
        data = move_data(command.seat, command.move, by)
        self._timeline.apply(data)  # first of all, because it refuses an illegal move
        version, text = self._timeline.version, command.move
        self._events.append(Moved(version, command.seat, text, public(text), by))

    def draw(self) -> None:
        """Make the pending draw, or all of its throw where nobody can be asked in between.

        With reactions a throw may pause; with real dice the next one may have to be typed in.
        """
        timeline, state = self._timeline, self._timeline.state
        pending = self._pending or state.pending_draws
        one_by_one = self._match.manual_dice or state.game.reactions.is_enabled(state)
        falling = pending[:1] if one_by_one else pending
        self._pending = pending[1:] if one_by_one else []
        number = timeline.version
        outcomes = timeline.throw(falling, self._fall)
        for draw, k in zip(falling, outcomes, strict=True):
            number += 1
            drawn = Drawn(number, len(draw.faces), k, draw.what, draw.faces[k], draw.secret)
            self._events.append(drawn)

    def type_in(self, k: int) -> None:
        """Make the pending draw with an outcome that was typed in."""
        timeline = self._timeline
        if not self._pending:
            self._pending = timeline.state.pending_draws
        size, draw = timeline.state.draw_size, self._pending.pop(0)
        assert size is not None
        timeline.apply(draw_data(size, k, typed=True))  # refuses an outcome without a face
        drawn = Drawn(timeline.version, size, k, draw.what, draw.faces[k], draw.secret, typed=True)
        self._events.append(drawn)

    def _fall(self, number: int, size: int) -> int:
        """The outcome of a draw; a card dealt after a mistyped throw stays the same."""
        dealt = self._timeline.dealt.get(number)
        return dealt[1] if dealt and dealt[0] == size else self._match.dice.draw(number, size)

    def settle(self) -> None:
        """Make the draws that need nobody's roll, and add the end if the match is over."""
        timeline, manual_dice = self._timeline, self._match.manual_dice
        while (waiting := timeline.waiting(manual_dice=manual_dice)) == UNASKED:
            self.draw()
        if waiting.what == "end" and timeline.result is None:
            self.end("played")

    def end(self, ended: Ending, resigned: int | None = None) -> None:
        state = self._timeline.state
        leavers = self._timeline.resigned | (set() if resigned is None else {resigned})
        winners = winners_of(state, ended, leavers)
        self.add(Ended(self.next_version, state.points, winners, ended, resigned))

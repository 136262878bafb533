"""A match: one game being played, with its seats. Commands in, events out, no I/O.

Whoever drives it (a terminal, a server, a test) asks what the match waits for, brings commands,
and carries the events wherever they should be seen. Draws come from the match's dice.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from ..core.errors import BadCommand
from ..core.state import State
from .dice import Dice
from .events import (
    Command,
    Drawn,
    Ended,
    Ending,
    Event,
    Move,
    Moved,
    Resign,
    Retype,
    Roll,
    TakeBack,
    TakenBack,
    ThrowTakenBack,
)
from .manual_dice import TypedThrows, awaited
from .record import MANUAL, EventData, is_typed


@dataclass(frozen=True)
class Seat:
    """A chair at the table and who is in it: a person, or a bot by its kind."""

    name: str
    bot: str | None = None

    @property
    def is_human(self) -> bool:
        return self.bot is None


@dataclass(frozen=True)
class Waiting:
    """What a match waits for: a roll or a move of one seat, or nothing more.

    With real dice, `throw`: anybody types in what the dice on the table show.
    """

    what: Literal["roll", "throw", "move", "end"]
    seat: int | None = None


def reveals_secret(before: State, after: State) -> bool:
    """Whether a move has shown what others did not know: then it cannot be taken back."""
    game = after.game
    return game.secrets and bool(game.positions.reveals(before.record, after.record))


class Match:
    """A match in progress: a fresh state, and the draws and moves that were made before, if any.

    A match that was put away goes on with its `version` and, if it is over, its `result`. With
    `manual_dice` people roll real dice, and type in every draw that is no secret. When a throw was
    taken off the table to be typed anew, its events do not tell, and nobody `can_take_back`: the
    dice have been seen.
    """

    def __init__(
        self,
        state: State,
        seats: list[Seat],
        dice: Dice,
        events: list[EventData] | None = None,
        version: int = 0,
        result: Ended | None = None,
        manual_dice: bool = False,
        can_take_back: bool = True,
    ) -> None:
        if len(seats) != state.players:
            raise ValueError(f"{state.players} players need {state.players} seats")
        self._state = state.copy()
        self.seats = seats
        self.manual_dice = manual_dice
        self._dice = dice
        self._events: list[EventData] = []
        self._draws = 0
        self._before: list[State] = []  # the states before the moves made since the last draw
        self._typed = TypedThrows()
        self._dealt: dict[int, tuple[int, int]] = {}  # dealt once, by number: size and outcome
        for line in events or []:
            self._go_through(line)
        if not can_take_back:
            self._before.clear()
        self.result = result
        self.version = version
        self.opening: list[Event] = [] if result else self._settle()

    def _go_through(self, line: EventData) -> None:
        """A draw or a move that was made before."""
        self._typed.note(self._state, self._events, line)
        if "draw" in line:
            self._state.draw(line["draw"][1])
            self._draws += 1
            self._before.clear()
        else:
            before = self._state.copy()
            self._state.play(line["move"])
            self._before.append(before)
            if reveals_secret(before, self._state):
                self._before.clear()
        self._events.append(deepcopy(line))

    @property
    def state(self) -> State:
        """A copy: only commands change the match."""
        return self._state.copy()

    @property
    def events(self) -> list[EventData]:
        """The draws and moves so far, as a record has them; nothing of what was taken back."""
        return deepcopy(self._events)

    @property
    def waits_for(self) -> Waiting:
        if self.result is not None:
            return Waiting("end")
        if self._state.awaits == "move":
            return Waiting("move", self._state.seat)
        if self._is_typed():
            return Waiting("throw")
        return Waiting("roll", self._state.roller)

    def _is_typed(self) -> bool:
        """Whether the awaited draw is one that people type in."""
        return self.manual_dice and not self._state.pending_draws[0].secret

    @property
    def can_retype(self) -> bool:
        """Whether the last typed throw may be typed anew: nobody has moved since."""
        return self.result is None and self._typed.last(self._events) is not None

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back, if any may."""
        if self.result is not None or not self._before:
            return None
        seat: int = self._events[-1]["seat"]
        return seat

    def do(self, command: Command) -> list[Event]:
        """Carry out a command, or refuse it and change nothing."""
        self._check(command)
        before = (self._state.copy(), self._events[:], self._draws, self._before[:], self.version)
        typed = self._typed.copy()
        try:
            return self._carry_out(command)
        except BaseException:  # the dice may fail in the middle of a throw
            self._state, self._events, self._draws, self._before, self.version = before
            self._typed, self.result = typed, None
            raise

    def _carry_out(self, command: Command) -> list[Event]:
        match command:
            case Roll():
                return self._roll(command)
            case Move():
                return self._move(command)
            case TakeBack():
                return self._take_back(command)
            case Retype():
                return self._retype()
            case Resign():
                return [self._end("resigned", command.seat)]
        raise TypeError(f"{command!r} is not a command of the table")

    def abandon(self) -> list[Event]:
        """Nobody will go on: the match is closed without a winner."""
        if self.result is not None:
            raise self._refusal("over", "the match is over")
        return [self._end("abandoned")]

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
        if self.result is not None:
            raise self._refusal("over", "the match is over")

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

    def _roll(self, command: Roll) -> list[Event]:
        if self.waits_for.what == "throw":
            return self._type(command.typed)
        self._expect("roll", command)
        if command.typed is not None:
            raise self._refusal(
                "typed", "the house rolls these dice: nothing is to be typed in here"
            )
        return [self._draw(), *self._settle()]

    def _type(self, typed: tuple[int, ...] | None) -> list[Event]:
        """A whole throw as it lies on the table."""
        asked = awaited(self._state)
        if typed is None:
            raise self._refusal(
                "untyped", "this match is played with real dice: type in what they show"
            )
        if len(typed) != len(asked):
            raise self._refusal(
                "untyped",
                "faces awaited: {count} ({what}); typed in: {given}",
                count=len(asked),
                what=", ".join(draw.what for draw in asked),
                given=len(typed),
            )
        return [*(self._draw(k) for k in typed), *self._settle()]

    def _move(self, command: Move) -> list[Event]:
        self._expect("move", command)
        before = self._state.copy()
        self._state.play(command.move)
        self._before.append(before)
        if reveals_secret(before, self._state):
            self._before.clear()
        by = {} if command.by is None else {"by": command.by}
        self._events.append({"seat": command.seat, "move": command.move, **by})
        public = self._state.game.notation.public_text(command.move)
        moved = Moved(self._next_version(), command.seat, command.move, public, command.by)
        return [moved, *self._settle()]

    def _take_back(self, command: TakeBack) -> list[Event]:
        taker = self.taker_back
        if taker is None:
            raise self._refusal(
                "cannot_take_back", "nothing can be taken back: no move since the last draw"
            )
        if taker != command.seat:
            raise self._refusal(
                "cannot_take_back", "the last move is seat {taker}'s to take back", taker=taker
            )
        self._state = self._before.pop()
        self._events.pop()
        return [TakenBack(self._next_version(), command.seat)]

    def _retype(self) -> list[Event]:
        before = self._typed.last(self._events)
        if before is None:
            raise self._refusal(
                "cannot_retype", "no throw can be typed anew: none was typed since the last move"
            )
        self._state, kept = before
        taken = self._events[kept:]
        self._draws -= len(taken)
        for number, line in enumerate(taken, self._draws):
            if not is_typed(line):
                self._dealt[number] = (line["draw"][0], line["draw"][1])
        del self._events[kept:]
        self._before.clear()
        self._typed.drop_last()
        return [ThrowTakenBack(self._next_version(), len(taken))]

    def _settle(self) -> list[Event]:
        """Draw what asks nobody; notice the end."""
        events: list[Event] = []
        while self._asks_nobody():
            events.append(self._draw())
        if self._state.awaits == "end":
            events.append(self._end("played"))
        return events

    def _asks_nobody(self) -> bool:
        """Whether the house draws now, of its own accord."""
        draws = self._state.awaits == "draw" and self._state.roller is None
        return draws and not self._is_typed()

    def _draw(self, typed: int | None = None) -> Drawn:
        size, thrown = self._state.draw_size, self._state.pending_draws[0]
        assert size is not None
        k = self._drawn(size) if typed is None else typed
        manual_dice = typed is not None
        line: EventData = {"draw": [size, k]} | ({"by": MANUAL} if manual_dice else {})
        before = self._state.copy()
        self._state.draw(k)
        self._typed.note(before, self._events, line)
        self._draws += 1
        self._before.clear()
        self._events.append(line)
        what, face = thrown.what, thrown.faces[k]
        return Drawn(self._next_version(), size, k, what, face, thrown.secret, manual_dice)

    def _drawn(self, size: int) -> int:
        """What the dice say; a card that was dealt after a mistyped throw is dealt again."""
        dealt = self._dealt.get(self._draws)
        return dealt[1] if dealt and dealt[0] == size else self._dice.draw(self._draws, size)

    def _end(self, ended: Ending, resigned: int | None = None) -> Ended:
        points = self._state.points
        self.result = Ended(
            self._next_version(), points, self._winners(ended, resigned, points), ended, resigned
        )
        self._before.clear()
        return self.result

    def _winners(self, ended: Ending, resigned: int | None, points: list[int]) -> list[int]:
        """Played out: as the rules say. Resigned: the best of the others. Abandoned: nobody."""
        if ended == "played":
            return self._state.winners
        if ended == "abandoned":
            return []
        others = [seat for seat in range(len(points)) if seat != resigned]
        best = max(points[seat] for seat in others)
        return [seat for seat in others if points[seat] == best]

    def _next_version(self) -> int:
        self.version += 1
        return self.version

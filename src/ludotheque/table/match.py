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
    Roll,
    TakeBack,
    TakenBack,
)


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
    """What a match waits for: a roll or a move of one seat, or nothing more."""

    what: Literal["roll", "move", "end"]
    seat: int | None = None


def shows_secret(before: State, after: State) -> bool:
    """Whether a move has shown what others did not know: then it cannot be taken back."""
    game = after.game
    return game.secrets and bool(game.positions.reveals(before.record, after.record))


class Match:
    """A match in progress: a fresh state, and the draws and moves that were made before, if any.

    A match that was put away goes on with its `version` and, if it is over, its `result`.
    """

    def __init__(
        self,
        state: State,
        seats: list[Seat],
        dice: Dice,
        lines: list[dict[str, Any]] | None = None,
        version: int = 0,
        result: Ended | None = None,
    ) -> None:
        if len(seats) != state.players:
            raise ValueError(f"{state.players} players need {state.players} seats")
        self._state = state.copy()
        self.seats = seats
        self._dice = dice
        self._lines: list[dict[str, Any]] = []
        self._draws = 0
        self._before: list[State] = []  # the states before the moves made since the last draw
        for line in lines or []:
            self._go_through(line)
        self.result = result
        self.version = version
        self.opening: list[Event] = [] if result else self._settle()

    def _go_through(self, line: dict[str, Any]) -> None:
        """A draw or a move that was made before."""
        if "draw" in line:
            self._state.draw(line["draw"][1])
            self._draws += 1
            self._before.clear()
        else:
            before = self._state.copy()
            self._state.play(line["move"])
            self._before.append(before)
            if shows_secret(before, self._state):
                self._before.clear()
        self._lines.append(deepcopy(line))

    @property
    def state(self) -> State:
        """A copy: only commands change the match."""
        return self._state.copy()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The draws and moves so far, as a record has them; nothing of what was taken back."""
        return deepcopy(self._lines)

    @property
    def waits_for(self) -> Waiting:
        if self.result is not None:
            return Waiting("end")
        if self._state.awaits == "move":
            return Waiting("move", self._state.seat)
        return Waiting("roll", self._state.roller)

    @property
    def taker_back(self) -> int | None:
        """The seat that may take its last move back, if any may."""
        if self.result is not None or not self._before:
            return None
        seat: int = self._lines[-1]["seat"]
        return seat

    def do(self, command: Command) -> list[Event]:
        """Carry out a command, or refuse it and change nothing."""
        self._check(command)
        before = (self._state.copy(), self._lines[:], self._draws, self._before[:], self.version)
        try:
            return self._carry_out(command)
        except BaseException:  # the dice may fail in the middle of a throw
            self._state, self._lines, self._draws, self._before, self.version = before
            self.result = None
            raise

    def _carry_out(self, command: Command) -> list[Event]:
        match command:
            case Roll():
                return self._roll(command)
            case Move():
                return self._move(command)
            case TakeBack():
                return self._take_back(command)
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
        self._expect("roll", command)
        return [self._draw(), *self._settle()]

    def _move(self, command: Move) -> list[Event]:
        self._expect("move", command)
        before = self._state.copy()
        self._state.play(command.move)
        self._before.append(before)
        if shows_secret(before, self._state):
            self._before.clear()
        self._lines.append({"seat": command.seat, "move": command.move})
        public = self._state.game.notation.public_text(command.move)
        moved = Moved(self._next_version(), command.seat, command.move, public)
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
        self._lines.pop()
        return [TakenBack(self._next_version(), command.seat)]

    def _settle(self) -> list[Event]:
        """Draw what asks nobody; notice the end."""
        events: list[Event] = []
        while self._state.awaits == "draw" and self._state.roller is None:
            events.append(self._draw())
        if self._state.awaits == "end":
            events.append(self._end("played"))
        return events

    def _draw(self) -> Drawn:
        size, thrown = self._state.draw_size, self._state.throw[0]
        assert size is not None
        k = self._dice.draw(self._draws, size)
        self._state.draw(k)
        self._draws += 1
        self._before.clear()
        self._lines.append({"draw": [size, k]})
        return Drawn(
            self._next_version(), size, k, thrown["what"], thrown["faces"][k], thrown["secret"]
        )

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

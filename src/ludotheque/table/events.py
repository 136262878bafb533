"""What is asked of a match, and what happens in it."""

from dataclasses import dataclass, replace
from typing import Any, Literal

Ending = Literal["played", "resigned", "abandoned"]


@dataclass(frozen=True)
class Command:
    """Asked by a seat that has seen the match up to `version`; with an older one it is refused."""

    seat: int
    version: int


@dataclass(frozen=True)
class Roll(Command):
    """Throw the dice that open the seat's turn.

    With real dice, by anybody at the table: `typed` are the outcomes of the whole throw.
    """

    typed: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Move(Command):
    move: str
    by: Literal["stand-in"] | None = None  # a robot plays for a person who is away


@dataclass(frozen=True)
class TakeBack(Command):
    """Take the seat's last move back: nothing has been drawn since."""


@dataclass(frozen=True)
class Retype(Command):
    """The last typed throw was mistyped: take it off the table, to be typed anew."""


@dataclass(frozen=True)
class Resign(Command):
    """End the match; the seat has lost."""


@dataclass(frozen=True)
class Event:
    """Something that happened; `version` is the match's version after it."""

    version: int

    def seen_by(self, seat: int | None) -> "Event":
        """The event as a seat may know it; None is a spectator."""
        return self


@dataclass(frozen=True)
class Drawn(Event):
    size: int
    k: int | None  # None in the eyes of a seat that may not know
    what: str
    face: str | None
    secret: bool = False
    manual_dice: bool = False  # typed in

    def seen_by(self, seat: int | None) -> "Event":
        return replace(self, k=None, face=None) if self.secret else self


@dataclass(frozen=True)
class Moved(Event):
    seat: int
    move: str
    public: str  # what the others learn of it
    by: Literal["stand-in"] | None = None

    def seen_by(self, seat: int | None) -> "Event":
        return self if seat == self.seat else replace(self, move=self.public)


@dataclass(frozen=True)
class TakenBack(Event):
    seat: int


@dataclass(frozen=True)
class ThrowTakenBack(Event):
    """The last typed throw, and what was dealt after it, are off the table again."""

    draws: int


@dataclass(frozen=True)
class Ended(Event):
    points: list[int]
    winners: list[int]
    ended: Ending
    seat: int | None = None  # who resigned

    def as_line(self) -> dict[str, Any]:
        """The last line of a record."""
        line: dict[str, Any] = {
            "points": list(self.points),
            "winners": list(self.winners),
            "ended": self.ended,
        }
        return line if self.seat is None else line | {"seat": self.seat}

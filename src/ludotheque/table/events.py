"""Commands, which ask something of a match, and events, which are what happened in it.

An event has two forms: an object of this module, and its *event data*, a JSON object, which is what
records and the store hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from .record import MANUAL, EventData

Ending = Literal["played", "resigned", "abandoned"]


@dataclass(frozen=True)
class Command:
    """Sent by a seat that knows the match up to `version`; refused if the match has moved on."""

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

    def data(self) -> EventData:
        """The event as it is stored."""
        raise ValueError(f"{self!r} cannot be kept: it does not say all that happened")

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat may know it; None is a spectator."""
        return self


@dataclass(frozen=True)
class Drawn(Event):
    size: int
    k: int | None  # None for somebody who may not know
    what: str
    face: str | None
    secret: bool = False
    typed: bool = False  # people rolled real dice and typed in what they show

    def data(self) -> EventData:
        if self.k is None:
            return super().data()
        data: EventData = {"draw": [self.size, self.k]}
        return data | {"by": MANUAL} if self.typed else data

    def seen_by(self, seat: int | None) -> Event:
        return replace(self, k=None, face=None) if self.secret else self


@dataclass(frozen=True)
class Moved(Event):
    seat: int
    move: str
    public: str  # what the others learn of it
    by: Literal["stand-in"] | None = None

    def data(self) -> EventData:
        data: EventData = {"seat": self.seat, "move": self.move}
        return data if self.by is None else data | {"by": self.by}

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, move=self.public)


@dataclass(frozen=True)
class TakenBack(Event):
    seat: int

    def data(self) -> EventData:
        return {"take_back": self.seat}


@dataclass(frozen=True)
class ThrowTakenBack(Event):
    """The last typed throw, and what was dealt after it, are off the table again."""

    draws: int

    def data(self) -> EventData:
        return {"retype": self.draws}


@dataclass(frozen=True)
class Ended(Event):
    points: list[int]
    winners: list[int]
    ended: Ending
    seat: int | None = None  # who resigned

    def data(self) -> EventData:
        """The last line of a record."""
        data: EventData = {
            "points": list(self.points),
            "winners": list(self.winners),
            "ended": self.ended,
        }
        return data if self.seat is None else data | {"seat": self.seat}

    @classmethod
    def read(cls, data: EventData, version: int) -> Ended:
        """The end that a record's last line tells of."""
        return cls(version, data["points"], data["winners"], data["ended"], data.get("seat"))


def events_data(events: Iterable[Event]) -> list[EventData]:
    return [event.data() for event in events]

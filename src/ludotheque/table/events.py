"""Commands to a match, and the events that they lead to (event sourcing).

An event has two forms: an object of this module, and its *event data*, a JSON object, which is what
records and the store hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from .record import MANUAL, EventData
from .resignations import resignation_data
from .result import Ending


@dataclass(frozen=True)
class Command:
    """A command by a seat that knows the match up to `version`; refused if that is stale."""

    seat: int
    version: int


@dataclass(frozen=True)
class Roll(Command):
    """Throw the dice that open the seat's turn.

    With real dice anybody may send it, and `typed` holds the outcomes of all draws of the throw.
    """

    typed: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Move(Command):
    move: str
    by: Literal["stand-in"] | None = None  # a bot plays for a person who is away


@dataclass(frozen=True)
class TakeBack(Command):
    """Take the seat's last move back; possible until something is drawn."""


@dataclass(frozen=True)
class Retype(Command):
    """Take back the last typed throw, which was mistyped, so that it can be typed again."""


@dataclass(frozen=True)
class Resign(Command):
    """Give up. Between two, or as the last person, this ends the match; else a bot plays on.

    `stand_in` is that bot's level, None for the usual one. It is kept by whoever drives the match.
    """

    stand_in: str | None = None


@dataclass(frozen=True)
class Event:
    """Something that happened in a match; `version` is the match's version after it."""

    version: int

    def data(self) -> EventData:
        """The event as it is stored."""
        raise ValueError(f"{self!r} cannot be kept: it does not say all that happened")

    def seen_by(self, seat: int | None) -> Event:
        """The event without what the seat may not know; None is a spectator."""
        return self


@dataclass(frozen=True)
class Drawn(Event):
    size: int
    k: int | None  # None if the viewer may not know it
    what: str
    face: str | None
    secret: bool = False
    typed: bool = False  # a real die was rolled, and its outcome typed in

    def data(self) -> EventData:
        if self.k is None:
            return super().data()
        return draw_data(self.size, self.k, typed=self.typed)

    def seen_by(self, seat: int | None) -> Event:
        return replace(self, k=None, face=None) if self.secret else self


@dataclass(frozen=True)
class Moved(Event):
    seat: int
    move: str
    public: str  # the move as the other seats may see it
    by: Literal["stand-in"] | None = None

    def data(self) -> EventData:
        return move_data(self.seat, self.move, self.by)

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, move=self.public)


@dataclass(frozen=True)
class TakenBack(Event):
    seat: int

    def data(self) -> EventData:
        return {"take_back": self.seat}


@dataclass(frozen=True)
class ThrowTakenBack(Event):
    """The last typed throw was taken back, with the draws that were dealt after it."""

    draws: int

    def data(self) -> EventData:
        return {"retype": self.draws}


@dataclass(frozen=True)
class Resigned(Event):
    """A seat has resigned, and the match goes on."""

    seat: int

    def data(self) -> EventData:
        return resignation_data(self.seat)


@dataclass(frozen=True)
class Ended(Event):
    points: list[int]
    winners: list[int]
    ended: Ending
    seat: int | None = None  # who ended it by resigning

    def data(self) -> EventData:
        """The event as the last line of a record."""
        data: EventData = {
            "points": list(self.points),
            "winners": list(self.winners),
            "ended": self.ended,
        }
        return data if self.seat is None else data | {"seat": self.seat}

    @classmethod
    def read(cls, data: EventData, version: int) -> Ended:
        """Parse the last line of a record."""
        return cls(version, data["points"], data["winners"], data["ended"], data.get("seat"))


def events_data(events: Iterable[Event]) -> list[EventData]:
    return [event.data() for event in events]


def draw_data(size: int, k: int, *, typed: bool = False) -> EventData:
    data: EventData = {"draw": [size, k]}
    return data | {"by": MANUAL} if typed else data


def move_data(seat: int, move: str, by: Literal["stand-in"] | None = None) -> EventData:
    data: EventData = {"seat": seat, "move": move}
    return data if by is None else data | {"by": by}

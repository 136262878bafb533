"""Commands to a match, and the events that they lead to (event sourcing).

An event has two forms: an object of this module, and its *event data*, a JSON object, which is what
records and the store hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from .record import MANUAL, EventData
from .resignations import resignation_data
from .result import Ending


class Command(Struct, frozen=True):
    """A command by a seat that knows the match up to `version`; refused if that is stale."""

    seat: int
    version: int


class Roll(Command, frozen=True):
    """Throw the dice that open the seat's turn.

    With real dice anybody may send it, and `typed` holds the outcomes of all draws of the throw.
    """

    typed: tuple[int, ...] | None = None


class Move(Command, frozen=True):
    move: str
    by: Literal["stand-in"] | None = None  # a bot plays for a person who is away


class TakeBack(Command, frozen=True):
    """Take the seat's last move back; possible until something is drawn."""


class Retype(Command, frozen=True):
    """Take back the last typed throw, which was mistyped, so that it can be typed again."""


class Resign(Command, frozen=True):
    """Give up. Between two, or as the last person, this ends the match; else a bot plays on.

    `stand_in` is that bot's level, None for the usual one. It is kept by whoever drives the match.
    """

    stand_in: str | None = None


class Event(Struct, frozen=True):
    """Something that happened in a match; `version` is the match's version after it."""

    version: int

    def data(self) -> EventData:
        """The event as it is stored."""
        raise ValueError(f"{self!r} cannot be kept: it does not say all that happened")

    def seen_by(self, seat: int | None) -> Event:
        """The event without what the seat may not know; None is a spectator."""
        return self


class Drawn(Event, frozen=True):
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


class Moved(Event, frozen=True):
    seat: int
    move: str
    public: str  # the move as the other seats may see it
    by: Literal["stand-in"] | None = None

    def data(self) -> EventData:
        return move_data(self.seat, self.move, self.by)

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, move=self.public)


class TakenBack(Event, frozen=True):
    seat: int

    def data(self) -> EventData:
        return {"take_back": self.seat}


class ThrowTakenBack(Event, frozen=True):
    """The last typed throw was taken back, with the draws that were dealt after it."""

    draws: int

    def data(self) -> EventData:
        return {"retype": self.draws}


class Resigned(Event, frozen=True):
    """A seat has resigned, and the match goes on."""

    seat: int

    def data(self) -> EventData:
        return resignation_data(self.seat)


class Ended(Event, frozen=True):
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

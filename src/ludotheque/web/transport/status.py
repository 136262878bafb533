"""The players' status: who is there, whose clock runs, what has become of seats."""

from __future__ import annotations

from dataclasses import dataclass

from ...table.seat_access import Reassignment
from ..live.match import LiveMatch
from ..live.presence import AWAY_SECONDS
from .messages import ClockStatus, ReassignedSeat, Seats, SeatStatus, encoded


@dataclass(frozen=True)
class PlayerStatus:
    """What clients are told of the players: presence, stand-ins, the clock, a rematch, and which
    seats were given away by somebody else than their holder."""

    present: tuple[bool, ...] = ()
    stand_ins: tuple[str | None, ...] = ()
    away: tuple[bool, ...] = ()  # for so long that the others may let a bot play
    clock: tuple[int | None, float] = (None, 0.0)
    rematch: str | None = None
    reassigned: tuple[Reassignment, ...] = ()
    resigned: tuple[bool, ...] = ()

    def message(self, live: LiveMatch) -> Seats:
        left = live.clock.left
        each_seat = zip(self.present, self.stand_ins, self.away, self.resigned, strict=True)
        return Seats(
            [SeatStatus(*status) for status in each_seat],
            None if left is None else ClockStatus(live.clock.seat, round(left, 1)),
            self.rematch,
            [ReassignedSeat(each.seat, each.at, each.taken) for each in self.reassigned],
        )


def status_of(live: LiveMatch) -> tuple[PlayerStatus, bytes] | None:
    """The players' status and its message, made once for all who follow the match.

    None where everybody plays on one device and without a clock.
    """
    if not live.shows_presence:
        return None
    if live.status is None:
        status = compute_status(live)
        live.status = status, encoded(status.message(live))
    found: tuple[PlayerStatus, bytes] = live.status
    return found


def compute_status(live: LiveMatch) -> PlayerStatus:
    people, here = frozenset(live.people) - live.resigned, live.presence
    places = live.seating.seats
    return PlayerStatus(
        tuple(place.kind == "bot" or here.is_present(seat) for seat, place in enumerate(places)),
        tuple(place.stand_in for place in places),
        tuple(seat in people and here.absence(seat) >= AWAY_SECONDS for seat in range(len(places))),
        (live.clock.seat, live.clock.end),
        live.rematch,
        live.seating.reassignments,
        tuple(seat in live.resigned for seat in range(len(places))),
    )

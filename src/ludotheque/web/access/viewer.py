"""Through whose eyes somebody sees a match, and for which seats they may act.

Everything that a client is sent of a match goes through here: a page, a live update, an answer of
the API. Who holds one seat has that seat's eyes, who holds none a spectator's. Where a game has
secrets and several people share a device, it sees what a spectator would, until the player whose
turn it is says to be alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.errors import BadCommand, LudothequeError
from ...table.seating import Principal
from ...table.timeline import Step
from ..live.match import LiveMatch

#: A seat's own view, a spectator's, or everything (None), as `State.snapshot` takes it.
Perspective = int | Literal["public"] | None


class NotYourSeat(LudothequeError):
    code = "not_your_seat"

    def __init__(self, names: Sequence[str], seat: int) -> None:
        super().__init__(
            "seat {seat} is {name}'s: only who holds it may act for it", seat=seat, name=names[seat]
        )


@dataclass(frozen=True)
class Viewer:
    perspective: Perspective
    seats: frozenset[int]  # those that the device may act for

    def may_see(self, live: LiveMatch, seat: int) -> bool:
        """Whether what a seat may do can be shown: it is no secret, or one's own."""
        return not live.game.secrets or self.perspective in (seat, None)


def viewer_of(live: LiveMatch, principal: Principal) -> Viewer:
    """Somebody's eyes on a match as it stands."""
    seats = live.seating.seats_of(principal)
    if len(seats) == 1:
        return Viewer(next(iter(seats)), seats)
    alone = live.private_views.get(principal.key or "")
    return Viewer(alone if live.game.secrets and alone in seats else "public", seats)


def viewer_as(live: LiveMatch, principal: Principal, seat: int | None) -> Viewer:
    """The eyes of a program, which says as whom it looks."""
    viewer = viewer_of(live, principal)
    if seat is None:
        return viewer
    if seat not in live.people:
        raise BadCommand(
            "no_seat",
            live.version,
            "there is no person in seat {seat!r}; the people's seats are: {seats}",
            seat=seat,
            seats=", ".join(map(str, live.people)) or "–",
        )
    check_holds(live, principal, seat)
    return Viewer(seat, viewer.seats)


def check_holds(live: LiveMatch, principal: Principal, seat: int) -> None:
    """A person's seat is for who holds it; what is wrong with any other, the table says."""
    if seat in live.people and seat not in live.seating.seats_of(principal):
        raise NotYourSeat(live.names, seat)


def asked_seat(live: LiveMatch, viewer: Viewer, version: int) -> int | None:
    """The seat of these eyes whose move is awaited at this version, and may be spoken of."""
    step = live.steps[-1]
    seat = step.state.seat
    if seat is None or seat not in viewer.seats or step.reaction_window or version != step.version:
        return None
    return seat if viewer.may_see(live, seat) else None


def viewer_at(live: LiveMatch, step: Step, principal: Principal) -> Viewer:
    """Somebody's eyes on a moment: who is alone now sees what is there now, and nothing older."""
    viewer = viewer_of(live, principal)
    if step is live.steps[-1] or len(viewer.seats) == 1:
        return viewer
    return Viewer("public", viewer.seats)


def viewer_looking_back(live: LiveMatch, principal: Principal) -> Viewer:
    """Somebody's eyes on the past: when a match is over, nothing in it is secret any more."""
    viewer = viewer_of(live, principal)
    if live.timeline.result is not None:
        return Viewer(None, viewer.seats)
    return viewer if len(viewer.seats) == 1 else Viewer("public", viewer.seats)

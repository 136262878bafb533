"""What a caller may see of a match, and for which seats they may act.

Everything that a client is sent of a match depends on its Viewer: pages, live updates, answers of
the API. A caller who holds one seat sees what that seat sees; one who holds none is a spectator,
and so is one who has resigned.
Where a game has secrets and several people share a device, the device sees what a spectator sees,
until the player whose turn it is confirms that nobody else is looking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.errors import BadCommand, LudothequeError
from ...table.seat_access import Principal
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
    seats: frozenset[int]  # those that the caller may act for

    def may_see(self, live: LiveMatch, seat: int) -> bool:
        """Whether the viewer may see a seat's legal moves.

        In a game with secrets, only that seat may, or a viewer who sees everything.
        """
        return not live.game.secrets or self.perspective in (seat, None)


def viewer_of(live: LiveMatch, principal: Principal) -> Viewer:
    """What a caller may see of a match as it stands."""
    seats = live.seats_of(principal)
    if len(seats) == 1:
        return Viewer(next(iter(seats)), seats)
    alone = live.private_views.get(principal.key or "")
    return Viewer(alone if live.game.secrets and alone in seats else "public", seats)


def viewer_as(live: LiveMatch, principal: Principal, seat: int | None) -> Viewer:
    """The viewer of an API client, which names the seat whose view it asks for."""
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
    live.check_plays(seat)
    return Viewer(seat, viewer.seats)


def check_holds(live: LiveMatch, principal: Principal, seat: int) -> None:
    """Raise NotYourSeat for a person's seat that the caller does not hold.

    Bots' seats and seats that do not exist are refused by the match itself.
    """
    if seat in live.people and seat not in live.seating.seats_of(principal):
        raise NotYourSeat(live.names, seat)


def seat_to_move(live: LiveMatch, viewer: Viewer, version: int) -> int | None:
    """The viewer's seat whose move is awaited at this version, if its moves may be shown."""
    step = live.steps[-1]
    seat = step.state.seat
    if seat is None or seat not in viewer.seats or step.reaction_window or version != step.version:
        return None
    return seat if viewer.may_see(live, seat) else None


def viewer_at(live: LiveMatch, step: Step, principal: Principal) -> Viewer:
    """What a caller may see of a step. A shared device sees nobody's cards of earlier steps."""
    viewer = viewer_of(live, principal)
    if step is live.steps[-1] or len(viewer.seats) == 1:
        return viewer
    return Viewer("public", viewer.seats)


def replay_viewer(live: LiveMatch, principal: Principal) -> Viewer:
    """What a caller may see of a replay: everything, when the match is over."""
    viewer = viewer_of(live, principal)
    if live.timeline.result is not None:
        return Viewer(None, viewer.seats)
    return viewer if len(viewer.seats) == 1 else Viewer("public", viewer.seats)

"""Through whose eyes somebody sees a match, and for which seats they may act.

Everything that a client is sent of a match goes through here: a page, a live update, an answer of
the API. Who holds one seat has that seat's eyes, who holds none a spectator's. Where a game has
secrets and several people share a device, it sees what a spectator would, until the player whose
turn it is says to be alone.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from ..core.errors import BadCommand, LudothequeError
from ..table.seating import Asker
from ..table.story import Moment
from .live import LiveMatch

#: A seat's own view, a spectator's, or everything (None), as `State.snapshot` takes it.
Viewer = int | Literal["public"] | None

COOKIE = "device"
DEVICE = re.compile(r"[A-Za-z0-9_-]{16,64}")
YEAR = 365 * 24 * 3600


class NotYourSeat(LudothequeError):
    code = "not_your_seat"

    def __init__(self, names: Sequence[str], seat: int) -> None:
        super().__init__(
            "seat {seat} is {name}'s: only who holds it may act for it", seat=seat, name=names[seat]
        )


@dataclass(frozen=True)
class Eyes:
    viewer: Viewer
    seats: frozenset[int]  # those that the device may act for

    def may_see(self, live: LiveMatch, seat: int) -> bool:
        """Whether what a seat may do can be shown: it is no secret, or one's own."""
        return not live.game.secrets or self.viewer in (seat, None)


def eyes_of(live: LiveMatch, asker: Asker) -> Eyes:
    """Somebody's eyes on a match as it stands."""
    seats = live.seating.seats_of(asker)
    if len(seats) == 1:
        return Eyes(next(iter(seats)), seats)
    alone = live.alone.get(asker.key or "")
    return Eyes(alone if live.game.secrets and alone in seats else "public", seats)


def eyes_as(live: LiveMatch, asker: Asker, seat: int | None) -> Eyes:
    """The eyes of a program, which says as whom it looks."""
    eyes = eyes_of(live, asker)
    if seat is None:
        return eyes
    if seat not in live.people:
        raise BadCommand(
            "no_seat",
            live.version,
            "there is no person in seat {seat!r}; the people's seats are: {seats}",
            seat=seat,
            seats=", ".join(map(str, live.people)) or "–",
        )
    check_holds(live, asker, seat)
    return Eyes(seat, eyes.seats)


def check_holds(live: LiveMatch, asker: Asker, seat: int) -> None:
    """A person's seat is for who holds it; what is wrong with any other, the table says."""
    if seat in live.people and seat not in live.seating.seats_of(asker):
        raise NotYourSeat(live.names, seat)


def asked_seat(live: LiveMatch, eyes: Eyes, version: int) -> int | None:
    """The seat of these eyes whose move is awaited at this version, and may be spoken of."""
    moment = live.moments[-1]
    seat = moment.state.seat
    if seat is None or seat not in eyes.seats or moment.watching or version != moment.version:
        return None
    return seat if eyes.may_see(live, seat) else None


def eyes_then(live: LiveMatch, moment: Moment, asker: Asker) -> Eyes:
    """Somebody's eyes on a moment: who is alone now sees what is there now, and nothing older."""
    eyes = eyes_of(live, asker)
    if moment is live.moments[-1] or len(eyes.seats) == 1:
        return eyes
    return Eyes("public", eyes.seats)


def eyes_back(live: LiveMatch, asker: Asker) -> Eyes:
    """Somebody's eyes on the past: when a match is over, nothing in it is secret any more."""
    eyes = eyes_of(live, asker)
    if live.story.result is not None:
        return Eyes(None, eyes.seats)
    return eyes if len(eyes.seats) == 1 else Eyes("public", eyes.seats)


def device_of(request: Request) -> str | None:
    """The name a device was given when it first came to a table."""
    named = request.cookies.get(COOKIE, "")
    return named if DEVICE.fullmatch(named) else None


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(device: str, response: Response) -> None:
    """Let the device say its name next time."""
    response.set_cookie(COOKIE, device, max_age=YEAR, httponly=True, samesite="lax")

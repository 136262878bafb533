"""Through whose eyes a device sees a match.

Everything that a client is sent of a match goes through here: a page, a live update, an answer of
the API. Where a game has secrets and several people share a device, it sees what a spectator would,
until the player whose turn it is says to be alone.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from ..table.story import Moment
from .live import LiveMatch

#: A seat's own view, a spectator's, or everything (None), as `State.snapshot` takes it.
Viewer = int | Literal["public"] | None

COOKIE = "device"
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Eyes:
    viewer: Viewer
    seats: frozenset[int]  # those that the device may act for

    def may_see(self, live: LiveMatch, seat: int) -> bool:
        """Whether what a seat may do can be shown: it is no secret, or one's own."""
        return not live.game.secrets or self.viewer in (seat, None)


def eyes_of(live: LiveMatch, device: str | None) -> Eyes:
    """A device's eyes on a match as it stands."""
    seats = frozenset(live.people)
    if not live.game.secrets or len(seats) == 1:
        return Eyes(next(iter(seats)) if len(seats) == 1 else "public", seats)
    return Eyes(live.alone.get(device or "", "public"), seats)


def asked_seat(live: LiveMatch, eyes: Eyes, version: int) -> int | None:
    """The seat of these eyes whose move is awaited at this version, and may be spoken of."""
    moment = live.moments[-1]
    seat = moment.state.seat
    if seat is None or seat not in eyes.seats or moment.watching or version != moment.version:
        return None
    return seat if eyes.may_see(live, seat) else None


def eyes_then(live: LiveMatch, moment: Moment, device: str | None) -> Eyes:
    """A device's eyes on a moment: who is alone now sees what is there now, and nothing older."""
    eyes = eyes_of(live, device)
    if moment is live.moments[-1] or len(eyes.seats) == 1:
        return eyes
    return Eyes("public", eyes.seats)


def eyes_back(live: LiveMatch, device: str | None) -> Eyes:
    """A device's eyes on the past: when a match is over, nothing in it is secret any more."""
    if live.story.result is not None:
        return Eyes(None, frozenset())
    eyes = eyes_of(live, device)
    return eyes if len(eyes.seats) == 1 else Eyes("public", eyes.seats)


def device_of(request: Request) -> str | None:
    """The name a device was given when it first came to a table."""
    return request.cookies.get(COOKIE)


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(device: str, response: Response) -> None:
    """Let the device say its name next time."""
    response.set_cookie(COOKIE, device, max_age=YEAR, httponly=True, samesite="lax")

"""Live updates as server-sent events: a frame for each step of a match, and its players' status."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from ...table.seating import Reassignment
from ...table.timeline import Step
from ..access.identity import Caller
from ..access.viewer import Viewer, viewer_at
from ..live.match import LiveMatch
from ..live.presence import AWAY_SECONDS, PRESENCE_SECONDS
from ..settings import Settings
from .fragment import table_html

HEARTBEAT = 15.0  # seconds; a comment keeps a quiet stream open, and detects closed ones
MOST_MISSED = 12  # steps that are sent one by one to a client that comes back
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def stream_of(
    live: LiveMatch, request: Request, settings: Settings, caller: Caller
) -> StreamingResponse:
    events = updates(live, last_seen(request), settings, caller)
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


def last_seen(request: Request) -> int:
    """The version that the client has: its Last-Event-ID after a reconnect, else the page's."""
    for text in (request.headers.get("last-event-id"), request.query_params.get("since")):
        if text is not None and text.isascii() and text.isdigit():
            return int(text[:9])
    return -1


async def updates(
    live: LiveMatch, seen: int, settings: Settings, caller: Caller
) -> AsyncIterator[str]:
    seats = live.seating.seats_of(caller)
    sent: PlayerStatus | None = None
    called = live.emotes.last
    if seen > live.version:
        seen = -1  # the match was restarted from an older state
    live.followers += 1
    arrive(live, seats)
    try:
        yield "retry: 1000\n\n"
        while not live.broken:
            number = live.announcements
            now = live.seating.seats_of(caller)
            if now != seats or not live.seating.admits(caller):
                lost = {"reassigned": True} if live.seating.has_lost_seat(caller) else {}
                yield event("seated" if now > seats else "moved", lost)
                return  # the page has to be loaded again
            for step in live.since(seen, MOST_MISSED):
                seen = step.version
                yield f"id: {seen}\ndata: {frame_of(live, step, settings, caller)}\n\n"
            status = status_of(live)
            if status is not None and status != sent:
                sent = status
                yield event("seats", status.data(live))
            for emote in live.emotes.after(called):
                called = emote.number
                yield event("reaction", {"seat": emote.seat, "what": emote.what})
            if not await live.wait_for_announcement(number, HEARTBEAT):
                yield ": still here\n\n"
        if live.deleted:  # otherwise the client reconnects, and the match is loaded again
            yield event("gone", {})
    finally:
        live.followers -= 1
        depart(live, seats)


def event(name: str, data: dict[str, Any]) -> str:
    """A server-sent event that is no frame."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def frame_of(live: LiveMatch, step: Step, settings: Settings, caller: Caller) -> str:
    """The frame of a step, as JSON. Spectators with the same settings share one rendering."""
    viewer = viewer_at(live, step, caller)
    if viewer.seats:
        return rendered_frame(live, step, settings, viewer)
    seen = (step.version, settings, viewer)
    if seen not in live.frames:
        live.frames[seen] = rendered_frame(live, step, settings, viewer)
    return live.frames[seen]


def rendered_frame(live: LiveMatch, step: Step, settings: Settings, viewer: Viewer) -> str:
    language = live.game.language(settings.lang)
    frame = {
        "version": step.version,
        "kind": step.kind,
        "html": table_html(live, step, settings, viewer),
        "said": live.narration_at(live.steps.index(step), language),
    }
    return json.dumps(frame, ensure_ascii=False)


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

    def data(self, live: LiveMatch) -> dict[str, Any]:
        left = live.clock.left
        return {
            "seats": [
                {"present": present, "stand_in": stand_in, "away": away}
                for present, stand_in, away in zip(
                    self.present, self.stand_ins, self.away, strict=True
                )
            ],
            "clock": None if left is None else {"seat": live.clock.seat, "left": round(left, 1)},
            "rematch": self.rematch,
            "reassigned": [
                {"seat": each.seat, "at": each.at, "taken": each.taken} for each in self.reassigned
            ],
        }


def status_of(live: LiveMatch) -> PlayerStatus | None:
    """The players' status; None where everybody plays on one device and without a clock."""
    if not live.seating.has_friends and live.seating.clock is None:
        return None
    seats = range(len(live.names))
    places, here = live.seating.seats, live.presence
    return PlayerStatus(
        tuple(place.kind == "bot" or here.is_present(seat) for seat, place in enumerate(places)),
        tuple(place.stand_in for place in places),
        tuple(seat in live.people and here.absence(seat) >= AWAY_SECONDS for seat in seats),
        (live.clock.seat, live.clock.end),
        live.rematch,
        live.seating.reassignments,
    )


def arrive(live: LiveMatch, seats: frozenset[int]) -> None:
    live.presence.connect(seats)
    live.announce()


def depart(live: LiveMatch, seats: frozenset[int]) -> None:
    """Note that a stream has closed, and announce the status again whenever it changes.

    The player still counts as present for some seconds, then as absent, and later as away.
    """
    live.presence.disconnect(seats)
    live.announce()
    if live.seating.has_friends:
        loop = asyncio.get_running_loop()
        for seconds in (PRESENCE_SECONDS, AWAY_SECONDS):
            loop.call_later(seconds + 0.1, live.announce)

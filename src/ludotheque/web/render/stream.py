"""Live updates as server-sent events: a frame for each step of a match, and its players' status."""

from __future__ import annotations

import json
import math
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ...table.seat_access import Reassignment
from ...table.timeline import Step
from ..access.identity import Caller
from ..access.stream_slots import Follower, StreamSlot, StreamSlots
from ..access.viewer import Viewer, viewer_at
from ..catalogue import is_drawn
from ..live.match import LiveMatch
from ..live.presence import AWAY_SECONDS, BEAT_SECONDS
from ..live.workers import ServerBusy
from ..settings import Settings
from .fragment import prepare_choices, table_html
from .frame import encoded, frame_at

HEARTBEAT = 15.0  # seconds between two comments to somebody who does not play
MOST_MISSED = 12  # steps that are sent one by one to a client that comes back
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class MatchStream(StreamingResponse):
    """The answer that lasts; its slot is free again when it has ended, whatever ended it."""

    def __init__(
        self,
        live: LiveMatch,
        request: Request,
        settings: Settings,
        caller: Caller,
        slots: StreamSlots,
        follower: Follower,
    ) -> None:
        """NoSlot is raised where no further stream can be opened."""
        seats = live.seating.seats_of(caller)
        self.slots = slots
        self.slot = slots.take(follower, partial(live.see, seats), live.wake_waiters)
        events = updates(live, last_seen(request), settings, caller, self.slot)
        super().__init__(events, media_type="text/event-stream", headers=HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.slots.leave(self.slot)


def last_seen(request: Request) -> int:
    """The version that the client has: its Last-Event-ID after a reconnect, else the page's."""
    for text in (request.headers.get("last-event-id"), request.query_params.get("since")):
        if text is not None and text.isascii() and text.isdigit():
            return int(text[:9])
    return -1


async def updates(
    live: LiveMatch, seen: int, settings: Settings, caller: Caller, slot: StreamSlot
) -> AsyncIterator[str]:
    seats = live.seating.seats_of(caller)
    sent: PlayerStatus | None = None
    called = live.emotes.last
    pulse = Pulse(slot, beats=live.shows_presence and bool(seats))
    if seen > live.version:
        seen = -1  # the match was restarted from an older state
    live.followers += 1
    try:
        yield "retry: 1000\n\n"
        while not live.broken:
            number = live.announcements
            if slot.is_gone:
                yield event("rest", {})
                return  # another stream of the same device has its slot
            now = live.seating.seats_of(caller)
            if now != seats or not live.seating.admits(caller):
                lost = {"reassigned": True} if live.seating.has_lost_seat(caller) else {}
                yield event("seated" if now > seats else "moved", lost)
                return  # the page has to be loaded again
            ready = await is_ready(live, settings, seats)
            for step in live.since(seen, MOST_MISSED) if ready else ():
                frame = frame_of(live, step, settings, caller, log=misses(live, step, seen))
                seen = step.version
                yield f"id: {seen}\ndata: {frame}\n\n"
            status = status_of(live)
            if status is not None and status != sent:
                sent = status
                yield event("seats", status.data(live))
            for emote in live.emotes.after(called):
                called = emote.number
                yield event("emote", {"seat": emote.seat, "what": emote.what})
            if pulse.is_due:
                yield pulse.beat()
            await live.wait_until(
                lambda number=number: slot.is_gone or live.announcements != number,  # type: ignore[misc]
                min(pulse.left, next_change(live)) if ready else 0,
            )
        if live.deleted:  # otherwise the client reconnects, and the match is loaded again
            yield event("gone", {})
    finally:
        live.followers -= 1


async def is_ready(live: LiveMatch, settings: Settings, seats: frozenset[int]) -> bool:
    """Whether the next frame can be sent, with the moves of whoever plays; else it has to wait."""
    try:
        await prepare_choices(live, live.game.language(settings.lang), seats)
    except ServerBusy:
        return False
    return True


class Pulse:
    """What is sent regularly: to players a beat that their page answers, to others a comment.

    Either keeps a quiet stream open and detects a closed one. Only an answer tells that somebody
    is at the other end.
    """

    def __init__(self, slot: StreamSlot, *, beats: bool) -> None:
        self.slot = slot
        self.beats = beats
        self._next = time.monotonic() + (0 if beats else HEARTBEAT)

    @property
    def left(self) -> float:
        """Seconds until the next one."""
        return max(0.0, self._next - time.monotonic())

    @property
    def is_due(self) -> bool:
        return self.left == 0

    def beat(self) -> str:
        self._next = time.monotonic() + (BEAT_SECONDS if self.beats else HEARTBEAT)
        if not self.beats:
            return ": still here\n\n"
        self.slot.is_beat_due = True
        return event("beat", {"beat": self.slot.beat})


def next_change(live: LiveMatch) -> float:
    """Seconds until the players' status changes by itself."""
    return live.presence.next_change(live.people) + 0.05 if live.shows_presence else math.inf


def event(name: str, data: dict[str, Any]) -> str:
    """A server-sent event that is no frame."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def misses(live: LiveMatch, step: Step, seen: int) -> bool:
    """Whether a client that has seen a version does not know what was said before a step."""
    place = live.steps.index(step)
    return place > 0 and live.steps[place - 1].version > seen


def frame_of(
    live: LiveMatch, step: Step, settings: Settings, caller: Caller, *, log: bool = False
) -> str:
    """The frame of a step, as JSON. Spectators with the same settings share one rendering."""
    viewer = viewer_at(live, step, caller)
    if viewer.seats:
        return rendered_frame(live, step, settings, viewer, log=log)
    seen = (step.version, settings, viewer, log)
    if seen not in live.frames:
        live.frames[seen] = rendered_frame(live, step, settings, viewer, log=log)
    return live.frames[seen]


def rendered_frame(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, log: bool = False
) -> str:
    language = live.game.language(settings.lang)
    if is_drawn(live.game):
        return encoded(frame_at(live, step, language, viewer, log=log))
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
    if not live.shows_presence:
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

"""A match followed by server-sent events: the public way for programs, and the page's fallback."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ..access.limits import Receive, Send
from ..access.protocol import CONNECTION
from ..access.security import Scope, connection_of
from ..access.stream_slots import StreamSlots
from .arrival import arrive, last_seen
from .following import Following
from .sinks import EventStreamSink

HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
RETRY = b"retry: 1000\n\n"  # milliseconds after which a browser connects again


async def follow_by_events(scope: Scope, receive: Receive, send: Send, match_id: str) -> None:
    """GET /match/{id}/live"""
    state = scope["app"].state
    arrival = await arrive(scope, match_id)
    live, caller = arrival.live, arrival.caller
    arrival.appear()
    await live.narrate(arrival.registry.workers, arrival.language, len(live.steps))
    slots: StreamSlots = state.stream_slots
    seats = live.seating.seats_of(caller)
    slot = slots.take(arrival.follower, lambda: live.see(seats))
    try:
        sink = EventStreamSink(scope["extensions"][CONNECTION])
        seen = last_seen(connection_of(scope))
        following = Following(live, caller, arrival.settings, slot, sink, seen)
        slot.evicted = following.update
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        await send({"type": "http.response.body", "body": RETRY, "more_body": True})
        try:
            following.begin(state.wheel)
            await until_closed(sink, receive)
        finally:
            following.end()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        slots.leave(slot)


async def until_closed(sink: EventStreamSink, receive: Receive) -> None:
    """Wait until we have closed the stream, or the client has hung up."""
    gone = asyncio.ensure_future(hung_up(receive))
    await asyncio.wait((gone, sink.closed), return_when=asyncio.FIRST_COMPLETED)
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone


async def hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

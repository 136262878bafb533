"""Live updates: server-sent events, one for each moment of a match."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse

from .eyes import device_of, eyes_then
from .fragment import table_html
from .live import LiveMatch
from .rendering import Settings

HEARTBEAT = 15.0  # seconds; a quiet stream shows that it lives, and finds out who has gone
MOST_MISSED = 12  # moments played one after the other to somebody who comes back
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


def stream_of(live: LiveMatch, request: Request) -> StreamingResponse:
    return StreamingResponse(
        updates(live, request, last_seen(request)), media_type="text/event-stream", headers=HEADERS
    )


def last_seen(request: Request) -> int:
    """The version the browser has: its own word after a broken line, else the page's."""
    for text in (request.headers.get("last-event-id"), request.query_params.get("since")):
        if text is not None and text.isascii() and text.isdigit():
            return int(text[:9])
    return -1


async def updates(live: LiveMatch, request: Request, seen: int) -> AsyncIterator[str]:
    settings, device = Settings.of(request), device_of(request)
    if seen > live.version:
        seen = -1  # a version of another life of the match
    live.followers += 1
    try:
        yield "retry: 1000\n\n"
        while not live.broken:
            for moment in live.since(seen, MOST_MISSED):
                words = live.game.language(settings.lang)
                frame = {
                    "version": moment.version,
                    "kind": moment.kind,
                    "html": table_html(live, moment, settings, eyes_then(live, moment, device)),
                    "said": live.said_at(live.moments.index(moment), words),
                }
                seen = moment.version
                yield f"id: {seen}\ndata: {json.dumps(frame, ensure_ascii=False)}\n\n"
            if not await live.changes(seen, HEARTBEAT):
                yield ": still here\n\n"
        if live.deleted:  # else the browser asks again, and the match is loaded again
            yield "event: gone\ndata: {}\n\n"
    finally:
        live.followers -= 1

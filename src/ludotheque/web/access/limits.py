"""Limits of what one client may send: the size of a request, and requests per second."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_ADDRESSES = 10_000  # remembered by the rate limiter


class TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413, "the request is too large")


class BodyLimit:
    """An ASGI `receive` that refuses a request body which grows past a limit.

    The Content-Length header is checked before; this is for bodies that do not declare their size.
    """

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive = receive
        self.left = most
        self.answered = False

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0 and self.answered:
                return {"type": "http.disconnect"}  # too late for an error: end the answer here
            if self.left < 0:
                raise TooLarge
        return message

    def watching(self, send: Send) -> Send:
        """The ASGI `send`, noting when an answer has begun."""

        async def sending(message: Message) -> None:
            self.answered = True
            await send(message)

        return sending


class RateLimiter:
    """A token bucket for each client, by its key."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, cost: float = 1.0) -> bool:
        """Take the cost of a request out of a client's bucket; False if there is not enough."""
        now = time.monotonic()
        left, then = self.buckets.pop(key, (float(self.at_once), now))
        left = min(self.at_once, left + (now - then) * self.per_second)
        allowed = left >= cost
        self.buckets[key] = (left - cost if allowed else left, now)
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return allowed

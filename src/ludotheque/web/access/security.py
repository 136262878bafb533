"""What every request must pass, and what every answer says to the browser.

Pure ASGI, so that live streams pass through untouched.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from ..config import Config
from .listener import listener_of

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
UNLESS_SAID = [
    (name.encode(), value.encode())
    for name, value in {**HEADERS, "cache-control": "no-store"}.items()
]
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(?::[0-9]{1,5})?")  # a name, then perhaps a port
MOST_ADDRESSES = 10_000  # remembered by the rate limit


class SecurityMiddleware:
    """The gate in front of the application."""

    def __init__(self, application: Application, config: Config) -> None:
        self.application = application
        self.config = config
        self.pace = RateLimiter(config.commands_per_second, config.commands_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        send = with_headers(send, self.config.secure)
        refused = self.refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        limited = BodyLimit(receive, self.config.largest_request)
        await self.application(scope, limited, limited.watching(send))

    def refusal(self, scope: Scope) -> JSONResponse | None:
        """Why this request is not let in, if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        called = listener_of(scope) or self.config
        if not called.answers_to(without_port(host)):
            return problem(
                400, "bad_host", f"this server does not answer to the name {host[:80]!r}"
            )
        if scope["method"] not in CHANGING:
            return None
        if not same_origin(headers, self.origins(host)):
            return problem(
                403, "bad_origin", "commands are taken from this server's own pages only"
            )
        length = headers.get("content-length", "0")
        known = length.isascii() and length.isdigit() and len(length) < 20
        if not known or int(length) > self.config.largest_request:
            return problem(413, "too_large", "the request is too large")
        address = (scope.get("client") or ("", 0))[0]
        if not self.pace.allows(address):
            return problem(429, "too_fast", "too many commands; wait a moment")
        return None

    def origins(self, host: str) -> tuple[str, ...]:
        """The pages from which commands are taken: those of the name that was asked for.

        A proxy may ask by a name of its own; what counts is the address in people's browsers.
        """
        public = self.config.public
        if public is None:
            return (f"http://{host}", f"https://{host}")
        if without_port(host) == public.host:
            return (public.origin,)
        return (public.origin, f"http://{host}")


def problem(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


def without_port(host: str) -> str | None:
    """`localhost:8080` is localhost; `[::1]:8080` is [::1]; None for what is no host at all."""
    found = HOST.fullmatch(host.lower())
    return None if found is None else found[1]


def same_origin(headers: Headers, ours: tuple[str, ...]) -> bool:
    """Browsers say where a command comes from; programs, which say nothing, are let in."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return headers.get("origin") in (None, *ours)


def with_headers(send: Send, secure: bool) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message["headers"])
            said = {name.lower() for name, _ in headers}
            headers += [header for header in UNLESS_SAID if header[0] not in said]
            message["headers"] = [kept_to_https(each) for each in headers] if secure else headers
        await send(message)

    return sending


def kept_to_https(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """A cookie that browsers send back by https only; any other header as it is."""
    name, value = header
    if name.lower() != b"set-cookie" or b"; secure" in value.lower():
        return header
    return name, value + b"; Secure"


class TooLarge(HTTPException):
    def __init__(self) -> None:
        super().__init__(413, "the request is too large")


class BodyLimit:
    """A request's body, cut off when it grows past what is allowed."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive = receive
        self.left = most
        self.answered = False

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0 and self.answered:
                return {"type": "http.disconnect"}  # an answer is under way: it ends here
            if self.left < 0:
                raise TooLarge
        return message

    def watching(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            self.answered = True
            await send(message)

        return sending


class RateLimiter:
    """A bucket of commands for each address, that fills with time."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self.per_second = per_second
        self.at_once = at_once
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        now = time.monotonic()
        left, then = self.buckets.pop(address, (float(self.at_once), now))
        left = min(self.at_once, left + (now - then) * self.per_second)
        allowed = left >= 1
        self.buckets[address] = (left - 1 if allowed else left, now)
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.popitem(last=False)
        return allowed

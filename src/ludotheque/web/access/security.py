"""The security middleware: which requests are let in, and the security headers of every answer.

It checks the Host header against DNS rebinding, Origin and Sec-Fetch-Site against cross-site
requests, and limits size and rate. It is pure ASGI, so that live streams pass through unbuffered.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ...core.language import Language
from ..config import Config
from .connections import address_group
from .limits import BodyLimit, Message, RateLimiter, Receive, Send
from .listener import listener_of
from .pace import Pace, too_fast

Scope = MutableMapping[str, Any]
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
#: For what is no page and embeds nothing. A browser takes the rest from the page that loads it.
PART_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
#: A picture can be opened by itself, as a page in which nothing is to run.
PICTURE_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    **PART_HEADERS,
}


def encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    kept = {**headers, "cache-control": "no-store"}
    return [(name.encode(), value.encode()) for name, value in kept.items()]


DEFAULT_HEADERS = encoded(HEADERS)
#: A table's page loads fifty files: the headers of pages were a quarter of what they took.
HEADERS_BY_TYPE = {
    b"text/css": encoded(PART_HEADERS),
    b"text/javascript": encoded(PART_HEADERS),
    b"font/woff2": encoded(PART_HEADERS),
    b"image/svg+xml": encoded(PICTURE_HEADERS),
}
#: A year; the browser then asks by https only. Other names of the same domain are not ours to bind.
STRICT_TRANSPORT_SECURITY = (b"strict-transport-security", b"max-age=31536000")
BEAT_PATH, BEAT_HEADER = "/here", "x-beat"
CONNECTION_KEY = "ludotheque.request"  # in the ASGI scope, where no client can write
STATIC_PATHS = ("/static/", "/games/", "/v/", "/docs/")
STATIC_COST = 0.1  # of a page
UNSAFE_METHODS = ("POST", "PUT", "PATCH", "DELETE")
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:]+)(?::[0-9]{1,5})?")  # a name and an optional port


class SecurityMiddleware:
    def __init__(
        self,
        application: Application,
        config: Config,
        pace: Pace,
        *,
        is_local: Callable[[Scope], bool],
        is_beat_due: Callable[[str | None], bool],
        language_of: Callable[[HTTPConnection], Language],
    ) -> None:
        self.application = application
        self.config = config
        self.pace = pace
        self.is_local = is_local
        self.is_beat_due = is_beat_due
        self.language_of = language_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.application(scope, receive, send)
            return
        send = with_headers(send, self.config.secure)
        refused = self.refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.application(scope, receive, send)  # the protocol limits its messages
            return
        limited = BodyLimit(receive, self.config.largest_request)
        with suppress(ClientDisconnect):  # who hangs up in the middle is nothing to report
            await self.application(scope, limited, limited.watching(send))

    def refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that is not let in; None for one that is."""
        headers = connection_of(scope).headers
        host = headers.get("host", "")
        reached = listener_of(scope) or self.config
        if not reached.answers_to(without_port(host)):
            return problem(
                400, "bad_host", f"this server does not answer to the name {host[:80]!r}"
            )
        if is_ambiguous(headers):
            return problem(
                400,
                "bad_length",
                "the request gives its length in two ways; Content-Length or Transfer-Encoding",
                connection="close",
            )
        if scope["type"] == "websocket":
            return self.socket_refusal(scope, headers)
        if scope["method"] not in UNSAFE_METHODS:
            cost = STATIC_COST if scope["path"].startswith(STATIC_PATHS) else 1.0
            if not self.is_paced(self.pace.reads, scope, cost):
                return self.too_fast(scope)
            return None
        if not same_origin(headers, self.origins(host)):
            return bad_origin()
        length = headers.get("content-length", "0")
        known = length.isascii() and length.isdigit() and len(length) < 20
        if not known or int(length) > self.config.largest_request:
            return problem(413, "too_large", "the request is too large")
        if scope["path"].endswith(BEAT_PATH) and self.is_beat_due(headers.get(BEAT_HEADER)):
            return None  # asked for by the server, once: no neighbour's flood makes a player absent
        if not self.is_paced(self.pace.commands, scope):
            return self.too_fast(scope)
        return None

    def socket_refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Whoever opens a socket will send commands on it (cross-site WebSocket hijacking)."""
        if not same_origin(headers, self.origins(headers.get("host", ""))):
            return bad_origin()
        return None if self.is_paced(self.pace.reads, scope) else self.too_fast(scope)

    def is_paced(self, limiter: RateLimiter, scope: Scope, cost: float = 1.0) -> bool:
        """Whether a client keeps to its rate."""
        if limiter.allows(client_group(scope), cost):
            return True
        return self.is_local(scope) and self.pace.allows_local(limiter, cost)

    def too_fast(self, scope: Scope) -> Response:
        """A refusal in the caller's language, which costs the server little: no page is drawn."""
        request = connection_of(scope)
        message = too_fast(self.language_of(request))
        again = {"retry-after": "1"}
        if "text/html" in request.headers.get("accept", ""):
            return PlainTextResponse(message, 429, again)
        return problem(429, "too_fast", message, **again)

    def origins(self, host: str) -> tuple[str, ...]:
        """The origins from which commands are accepted: our own, by the name in the Host header.

        A proxy may send a Host of its own. Browsers send the public address as their Origin.
        """
        public = self.config.public
        if public is None:
            return (f"http://{host}", f"https://{host}")
        if without_port(host) == public.host:
            return (public.origin,)
        return (public.origin, f"http://{host}")


def problem(status: int, code: str, message: str, **headers: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status, headers)


def bad_origin() -> JSONResponse:
    return problem(403, "bad_origin", "commands are taken from this server's own pages only")


def connection_of(scope: Scope) -> HTTPConnection:
    """The request of a scope, made once: it keeps the headers and cookies that it has parsed."""
    found = scope.get(CONNECTION_KEY)
    if found is None:
        found = scope[CONNECTION_KEY] = HTTPConnection(scope)
    connection: HTTPConnection = found
    return connection


def client_group(scope: Scope) -> str:
    """The key under which a client's requests are counted."""
    return address_group((scope.get("client") or ("", 0))[0])


def is_ambiguous(headers: Headers) -> bool:
    """Whether two readers could disagree where the request ends (request smuggling).

    The server itself refuses lengths that differ.
    """
    lengths = headers.getlist("content-length")
    return len(lengths) > 1 or bool(lengths and "transfer-encoding" in headers)


def without_port(host: str) -> str | None:
    """`localhost:8080` is localhost; `[::1]:8080` is [::1]; None for what is no host at all."""
    found = HOST.fullmatch(host.lower())
    return None if found is None else found[1]


def same_origin(headers: Headers, ours: tuple[str, ...]) -> bool:
    """Whether a command comes from our own pages; or from a program, which sends neither header."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return headers.get("origin") in (None, *ours)


def with_headers(send: Send, secure: bool) -> Send:
    """Add the security headers that an answer does not set itself.

    Where browsers reach the server by https, also HSTS, and Secure to its cookies.
    """

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = list(message["headers"])
            present = {name.lower(): value for name, value in headers}
            kind = present.get(b"content-type", b"").partition(b";")[0]
            defaults = HEADERS_BY_TYPE.get(kind, DEFAULT_HEADERS)
            headers += [header for header in defaults if header[0] not in present]
            if secure:
                headers = [STRICT_TRANSPORT_SECURITY, *map(secured_cookie, headers)]
            message["headers"] = headers
        await send(message)

    return sending


def secured_cookie(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """A Set-Cookie header with `Secure`; any other header as it is."""
    name, value = header
    if name.lower() != b"set-cookie" or b"; secure" in value.lower():
        return header
    return name, value + b"; Secure"

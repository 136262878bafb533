"""The names of devices: secrets in cookies, issued by the server and by nobody else.

Whenever a device gains something (a seat, a match of its own, a spectator's place) it gets a new
name, so that nobody who knew the old one, or had planted it, shares the gain (session fixation,
OWASP). The new name keeps what the previous ones hold, and not the other way round.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...store.errors import StoreError
from ...store.store import Store
from ...table.seating import token_hash

COOKIE = "device"
SECURE_COOKIE = "__Host-device"  # browsers take it from this very host, by https, and never else
DEVICE = re.compile(r"[A-Za-z0-9_-]{16,64}")
YEAR = 365 * 24 * 3600  # seconds
MOST_CACHED = 10_000  # devices


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_key(device: str) -> str:
    """The hash of a device's name: whoever reads it in the store cannot impersonate the device."""
    return token_hash(device)


def device_in(cookies: Mapping[str, str], *, secure: bool) -> str | None:
    """The device's name among the cookies of a request.

    Behind https a cookie of the old name counts where there is no other: it is from before.
    """
    named = cookies.get(COOKIE, "")
    if secure:
        named = cookies.get(SECURE_COOKIE, named)
    return named if DEVICE.fullmatch(named) else None


def remember(device: str, response: Response, *, secure: bool) -> None:
    """Set the cookie by which the device is known from now on."""
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        device,
        max_age=YEAR,
        secure=secure,
        httponly=True,
        samesite="lax",
    )


class DeviceNames:
    """Which name has replaced which, on disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._previous: OrderedDict[str, frozenset[str]] = OrderedDict()

    def previous(self, key: str) -> frozenset[str]:
        """The keys of all names that a device had before this one. They never change."""
        found = self._previous.get(key)
        if found is None:
            try:
                found = frozenset(self.store.previous_names(key))
            except StoreError:
                return frozenset()  # whatever the caller asks for next will say so
            self._cache(key, found)
        return found

    async def succeed(self, device: str, previous: str | None) -> None:
        """Let a new name, which no browser has yet, hold what the previous key holds."""
        if previous is None:
            return
        key = device_key(device)
        await asyncio.wrap_future(self.store.succeed(key, previous))
        self._cache(key, self.previous(previous) | {previous})

    def _cache(self, key: str, found: frozenset[str]) -> None:
        self._previous[key] = found
        if len(self._previous) > MOST_CACHED:
            self._previous.popitem(last=False)


class CookieUpgrade:
    """Middleware behind https: a device's cookie from before gets its safer name."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookies = Request(scope).cookies if scope["type"] == "http" else {}
        if COOKIE not in cookies:
            await self.app(scope, receive, send)
            return
        device = None if SECURE_COOKIE in cookies else device_in(cookies, secure=True)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *upgraded(device, message["headers"])]
            await send(message)

        await self.app(scope, receive, sending)


def upgraded(device: str | None, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The Set-Cookie headers that end the old cookie, and give its name to the new one.

    An answer that names the device itself is left to do so.
    """
    answer = Response()
    if device is not None and not names_device(headers):
        remember(device, answer, secure=True)
    answer.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")
    return [each for each in answer.raw_headers if each[0] == b"set-cookie"]


def names_device(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether an answer gives the device a name itself."""
    start = f"{SECURE_COOKIE}=".encode()
    return any(name == b"set-cookie" and value.startswith(start) for name, value in headers)

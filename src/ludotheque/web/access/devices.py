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
from ...table.tokens import token_hash
from ..config import Config

Headers = list[tuple[bytes, bytes]]

COOKIE = "device"
SECURE_COOKIE = "__Host-device"  # browsers take it from this very host, by https, and never else
USUAL_PORTS = (80, 443, 8080)
DEVICE = re.compile(r"[A-Za-z0-9_-]{16,64}")
YEAR = 365 * 24 * 3600  # seconds
MOST_CACHED = 10_000  # devices


def new_device() -> str:
    return secrets.token_urlsafe(24)


def device_key(device: str) -> str:
    """The hash of a device's name: whoever reads it in the store cannot impersonate the device."""
    return token_hash(device)


def cookie_name(config: Config) -> str:
    """The name of the cookie in which a server keeps a device's name.

    Browsers send the cookies of a host to all its ports. So that two servers of one host do not
    replace each other's, a port that somebody chose is part of the name.
    """
    port = config.cookie_port if config.public is None else config.public.port
    name = SECURE_COOKIE if config.secure else COOKIE
    return name if port is None or port in USUAL_PORTS else f"{name}-{port}"


def device_in(cookies: Mapping[str, str], config: Config) -> str | None:
    """The device's name among the cookies of a request.

    A cookie of an older name counts where there is no other: it is from before.
    """
    names = (cookie_name(config), *((SECURE_COOKIE,) if config.secure else ()), COOKIE)
    named = next((cookies[name] for name in names if name in cookies), "")
    return named if DEVICE.fullmatch(named) else None


def remember(device: str, response: Response, config: Config) -> None:
    """Set the cookie by which the device is known from now on."""
    response.set_cookie(
        cookie_name(config),
        device,
        max_age=YEAR,
        secure=config.secure,
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

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookies = Request(scope).cookies if scope["type"] == "http" else {}
        if COOKIE not in cookies:
            await self.app(scope, receive, send)
            return
        named = cookie_name(self.config) in cookies
        device = None if named else device_in(cookies, self.config)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = self.upgraded(device, message["headers"])
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self.app(scope, receive, sending)

    def upgraded(self, device: str | None, headers: Headers) -> Headers:
        """The Set-Cookie headers that end the old cookie, and give its name to the new one.

        An answer that names the device itself is left to do so.
        """
        answer = Response()
        if device is not None and not self.names_device(headers):
            remember(device, answer, self.config)
        answer.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")
        return [each for each in answer.raw_headers if each[0] == b"set-cookie"]

    def names_device(self, headers: Headers) -> bool:
        """Whether an answer gives the device a name itself."""
        start = f"{cookie_name(self.config)}=".encode()
        return any(name == b"set-cookie" and value.startswith(start) for name, value in headers)

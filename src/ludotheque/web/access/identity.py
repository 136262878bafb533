"""Who is asking: somebody of the household, or a guest.

The household is whoever sits at this machine. What tells it is the line on which a request came,
never what the request says of itself: a Host is anybody's to write.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ...table.seating import hash_of
from ..config import Config, is_address, is_loopback
from .listener import listener_of
from .security import Scope

COOKIE = "device"
DEVICE = re.compile(r"[A-Za-z0-9_-]{16,64}")
YEAR = 365 * 24 * 3600  # seconds
FORWARDED = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip")


@dataclass(frozen=True)
class Caller:
    device: str | None  # the name that the device was given, and says only to us
    is_local: bool
    bearer: str | None = None  # the hash of a token that a program brings with its request

    @property
    def key(self) -> str | None:
        """By what the device can be known again, and what may be written down of it."""
        return None if self.device is None else device_key(self.device)


def caller_of(request: Request) -> Caller:
    is_local = is_local_request(request.scope, request.app.state.config)
    return Caller(device_of(request), is_local, bearer_of(request))


def device_of(request: Request) -> str | None:
    """The random id that a device was given as a cookie when it first came to a match."""
    named = request.cookies.get(COOKIE, "")
    return named if DEVICE.fullmatch(named) else None


def new_device() -> str:
    return secrets.token_urlsafe(24)


def remember(device: str, response: Response) -> None:
    """Set the cookie by which the device is known from now on."""
    response.set_cookie(COOKIE, device, max_age=YEAR, httponly=True, samesite="lax")


def bearer_of(request: Request) -> str | None:
    """`Authorization: Bearer …`: a seat's private link, for who has no cookies."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hash_of(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def device_key(device: str) -> str:
    """A device's name as it may be kept: who reads it cannot pass for the device."""
    return hashlib.sha256(device.encode()).hexdigest()


def is_local_request(scope: Scope, config: Config) -> bool:
    """Whether a request comes from this very machine, to a house that is not the world's."""
    if config.public is not None or listener_of(scope) is not None or came_by_proxy(scope):
        return False
    here, there = host_of(scope.get("server")), host_of(scope.get("client"))
    if here is not None and not is_address(here):
        return True  # no line at all: a program that has the house in itself, such as a test
    return is_loopback(here) and is_loopback(there)


def came_by_proxy(scope: Scope) -> bool:
    """A proxy on this machine lends its own address to whoever is behind it."""
    return any(name in FORWARDED for name, _ in scope.get("headers", ()))


def host_of(end: tuple[str, int | None] | None) -> str | None:
    return None if end is None else end[0]

"""Who is asking: whether they sit at this machine, and which device they come from.

A caller is local if the request came on a connection from this machine to itself. What the request
says does not count: anybody can write a Host header.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ...table.seating import token_hash
from ..config import Config, is_address, is_loopback
from .listener import listener_of
from .security import Scope

COOKIE = "device"
DEVICE = re.compile(r"[A-Za-z0-9_-]{16,64}")
YEAR = 365 * 24 * 3600  # seconds
FORWARDED = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip")


@dataclass(frozen=True)
class Caller:
    device: str | None  # the id in the device's cookie; a secret that is never stored
    is_local: bool
    bearer: str | None = None  # the hash of a seat's token, brought by a program

    @property
    def key(self) -> str | None:
        """The hash of the device's id, which is what may be stored."""
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
    """The hash of `Authorization: Bearer <token>`: a seat's token, for clients without cookies."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token_hash(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def device_key(device: str) -> str:
    """The hash of a device's id: whoever reads it in the store cannot impersonate the device."""
    return hashlib.sha256(device.encode()).hexdigest()


def is_local_request(scope: Scope, config: Config) -> bool:
    """Whether a request comes from this machine, to a server without a public address."""
    if config.public is not None or listener_of(scope) is not None or came_by_proxy(scope):
        return False
    here, there = host_of(scope.get("server")), host_of(scope.get("client"))
    if here is not None and not is_address(here):
        return True  # no connection at all: the application runs inside the caller, as in a test
    return is_loopback(here) and is_loopback(there)


def came_by_proxy(scope: Scope) -> bool:
    """Whether a proxy has forwarded the request, so that its address is not the client's."""
    return any(name in FORWARDED for name, _ in scope.get("headers", ()))


def host_of(address: tuple[str, int | None] | None) -> str | None:
    return None if address is None else address[0]

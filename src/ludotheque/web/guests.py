"""Who is asking: somebody of the household, or a guest.

The household is whoever sits at this machine. What tells it is the line on which a request came,
never what the request says of itself: a Host is anybody's to write.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from starlette.requests import Request

from ..table.seating import hash_of
from .config import Config, is_address, is_loopback
from .door import door_of
from .eyes import device_of
from .safety import Scope

FORWARDED = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip")


@dataclass(frozen=True)
class Guest:
    device: str | None  # the name that the device was given, and says only to us
    household: bool
    bearer: str | None = None  # the hash of a token that a program brings with its request

    @property
    def key(self) -> str | None:
        """By what the device can be known again, and what may be written down of it."""
        return None if self.device is None else device_key(self.device)


def guest_of(request: Request) -> Guest:
    household = is_household(request.scope, request.app.state.config)
    return Guest(device_of(request), household, bearer_of(request))


def bearer_of(request: Request) -> str | None:
    """`Authorization: Bearer …`: a seat's private link, for who has no cookies."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hash_of(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def device_key(device: str) -> str:
    """A device's name as it may be kept: who reads it cannot pass for the device."""
    return hashlib.sha256(device.encode()).hexdigest()


def is_household(scope: Scope, config: Config) -> bool:
    """Whether a request comes from this very machine, to a house that is not the world's."""
    if config.public is not None or door_of(scope) is not None or came_by_proxy(scope):
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

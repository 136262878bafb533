"""Who is asking: whether they sit at this machine, and which device they come from.

A caller is local if the request came on a connection from this machine to itself, by a name of this
machine, and brings the local key or a token made from it. The connection alone proves nothing:
every user of the machine can connect, and so can a program that forwards what comes from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from starlette.requests import HTTPConnection

from ...table.tokens import token_hash
from ..config import Config, is_address, is_loopback
from .asked_elsewhere import asked_elsewhere
from .devices import DeviceNames, device_in, device_key
from .listener import listener_of
from .local_key import HEADER, LocalKey
from .security import Scope, connection_of, without_port

FORWARDED = (  # headers by which proxies name the client; all x-forwarded-… too
    b"forwarded",
    b"via",
    b"x-real-ip",
    b"x-client-ip",
    b"true-client-ip",
    b"cf-connecting-ip",
)


@dataclass(frozen=True)
class Caller:
    device: str | None  # the name in the device's cookie; a secret that is never stored
    is_local: bool
    bearer: str | None = None  # the hash of a seat's secret, brought by a program
    previous: frozenset[str] = frozenset()  # the keys of the names that the device had before

    @cached_property
    def key(self) -> str | None:
        """The hash of the device's name, which is what may be stored."""
        return None if self.device is None else device_key(self.device)

    @cached_property
    def keys(self) -> frozenset[str]:
        return self.previous if self.key is None else self.previous | {self.key}


def caller_of(request: HTTPConnection) -> Caller:
    state = request.app.state
    is_local = is_local_request(request.scope, state.config, state.local_key)
    device = device_in(request.cookies, state.config)
    names: DeviceNames = state.devices
    previous = frozenset[str]() if device is None else names.previous(device_key(device))
    return Caller(device, is_local, bearer_of(request), previous)


def bearer_of(request: HTTPConnection) -> str | None:
    """The hash of `Authorization: Bearer <secret>`: a seat's, for clients without cookies."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token_hash(token.strip()) if scheme.lower() == "bearer" and token.strip() else None


def is_local_request(scope: Scope, config: Config, key: LocalKey) -> bool:
    """Whether a request comes from the user of this machine, to a server without a public
    address. Of one that was passed on, the node that was asked has found it out."""
    asked = asked_elsewhere(scope)
    if asked is not None:
        return asked.is_local
    if not is_from_this_machine(scope, config):
        return False
    return is_in_process(scope) or brings_key(scope, key)


def is_from_this_machine(scope: Scope, config: Config) -> bool:
    """Whether a request comes, as far as can be seen, from this machine; no matter by whom."""
    if config.public is not None or listener_of(scope) is not None or came_by_proxy(scope):
        return False
    if is_in_process(scope):
        return True
    here, there = host_of(scope.get("server")), host_of(scope.get("client"))
    return is_loopback(here) and is_loopback(there) and names_this_machine(scope)


def is_in_process(scope: Scope) -> bool:
    """Whether there is no connection at all: the application runs inside the caller, as in a test.

    Whoever can call it needs no key: it could read the key from the same memory.
    """
    ends = host_of(scope.get("server")), host_of(scope.get("client"))
    return all(end is not None and not is_address(end) for end in ends)


def names_this_machine(scope: Scope) -> bool:
    """Whether the Host header is localhost or a loopback address: other names come by a proxy."""
    host = without_port(connection_of(scope).headers.get("host", ""))
    return host == "localhost" or is_loopback(host)


def brings_key(scope: Scope, key: LocalKey) -> bool:
    """Whether a request has the local key in its header, or a token of it in its cookie."""
    request = connection_of(scope)
    said = request.headers.get(HEADER)
    if said is not None:
        return key.is_key(said)
    token = request.cookies.get(key.cookie)
    return token is not None and key.is_token(token)


def lacks_key(request: HTTPConnection) -> bool:
    """Whether a request comes from this machine and would be local if it had the key."""
    state = request.app.state
    return is_from_this_machine(request.scope, state.config) and not is_local_request(
        request.scope, state.config, state.local_key
    )


def came_by_proxy(scope: Scope) -> bool:
    """Whether a proxy has forwarded the request, so that its address is not the client's."""
    names = [name for name, _ in scope.get("headers", ())]
    return any(name in FORWARDED or name.startswith(b"x-forwarded-") for name in names)


def host_of(address: tuple[str, int | None] | None) -> str | None:
    return None if address is None else address[0]

"""Admission control for TCP connections: how many may be open, in all and from one address.

A connection over which no whole request has come yet costs its client nothing, so it is the first
to go: where a limit is reached, the oldest of these makes room for a newcomer. Half-sent requests
(a *slow loris*) can therefore never keep anybody out, whatever address they come from.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_network
from typing import Protocol

from ..config import Config, as_address, is_loopback

FILES_KEPT = 256  # descriptors for everything that is no connection: the store, listeners, pipes
MOST_FILES = 65_536  # descriptors that the server asks for at most
MOST_CONNECTIONS = 16_384  # however many descriptors there are; a socket takes some 30 KB
LOOPBACK = "loopback"  # all addresses of this machine together: it has sixteen million
THIS_MACHINE = ("127.0.0.1", "::1")


class Connection(Protocol):
    """An open connection, as the guard sees it."""

    @property
    def host(self) -> str: ...

    @property
    def has_unread(self) -> bool:
        """Whether a part of an answer waits for the client to read it."""

    def expel(self, status: int) -> None:
        """Answer with a status, if the client can still be answered, and close."""

    def check(self, now: float) -> None:
        """Close the connection if it has taken too long over something."""


def address_group(host: str) -> str:
    """The key under which an address is counted: an IPv6 address by its /64, a customer's network.

    IPv4 addresses mapped into IPv6 count as IPv4, and all loopback addresses as one.
    """
    address = as_address(host)
    if address is None:
        return host
    if address.is_loopback:
        return LOOPBACK
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


class ConnectionGuard:
    """Counts the connections of all listeners, and decides which may stay.

    Everybody but this machine leaves a reserve free, so that its own people always get in.
    Proxies that are trusted speak for many clients and have no limit of their own.
    """

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        self.config = config
        self.clock = clock
        self.most = config.most_connections or connections_possible()
        self.reserve = min(config.local_connections, self.most // 4)
        self.per_address = min(config.connections_per_address, max(1, self.most // 2))
        proxies = config.proxies or THIS_MACHINE
        self._proxies = [ip_network(each) for each in proxies] if config.public else []
        self._open: dict[Connection, str] = {}
        self._counts: Counter[str] = Counter()
        # Those that have not sent a whole request, the oldest first: all, and by address.
        self._incomplete: OrderedDict[Connection, None] = OrderedDict()
        self._incomplete_of: dict[str, OrderedDict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Connection) -> bool:
        """Let a new connection in if there is room, or if another can make room for it."""
        host = connection.host
        group = address_group(host)
        allowed = self.most if is_loopback(host) else self.most - self.reserve
        if not self._is_proxy(host) and self._counts[group] >= self.per_address:
            if not self._make_room_in(group):
                return False
        elif len(self._open) >= allowed and not self._expel(self._incomplete):
            return False
        self._open[connection] = group
        self._counts[group] += 1
        self.note(connection, complete=False)
        return True

    def note(self, connection: Connection, *, complete: bool) -> None:
        """A connection has sent a whole request, or has still to send its next one."""
        group = self._open.get(connection)
        if group is None:
            return
        if complete:
            self._forget_incomplete(connection, group)
        else:
            self._incomplete[connection] = None
            self._incomplete_of.setdefault(group, OrderedDict())[connection] = None

    def release(self, connection: Connection) -> None:
        group = self._open.pop(connection, None)
        if group is None:
            return
        self._forget_incomplete(connection, group)
        self._counts[group] -= 1
        if not self._counts[group]:
            del self._counts[group]

    def sweep(self) -> None:
        """Close what is overdue; to be called every second."""
        now = self.clock()
        for connection in list(self._open):
            connection.check(now)

    def _make_room_in(self, group: str) -> bool:
        """Close the address's oldest incomplete connection, or one that does not read."""
        if self._expel(self._incomplete_of.get(group, ())):
            return True
        own = (each for each, of in self._open.items() if of == group)
        return self._expel(each for each in own if each.has_unread)

    def _expel(self, candidates: Iterable[Connection]) -> bool:
        victim = next(iter(candidates), None)
        if victim is None:
            return False
        self.release(victim)
        victim.expel(408)
        return True

    def _forget_incomplete(self, connection: Connection, group: str) -> None:
        self._incomplete.pop(connection, None)
        others = self._incomplete_of.get(group)
        if others is not None:
            others.pop(connection, None)
            if not others:
                del self._incomplete_of[group]

    def _is_proxy(self, host: str) -> bool:
        address = as_address(host)
        return address is not None and any(
            address.version == network.version and address in network for network in self._proxies
        )


def connections_possible() -> int:
    """How many connections the limit of open files leaves room for."""
    files = open_files_limit()
    return min(MOST_CONNECTIONS, max(files // 2, files - FILES_KEPT))


def open_files_limit() -> int:
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def raise_open_files_limit() -> None:
    """Raise the soft limit of open files (often 1,024) as far as the hard one allows."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

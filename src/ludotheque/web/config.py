"""The server's configuration."""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from ..core.errors import BadOption
from .address import PublicAddress, check_address, checked_proxy

EVERYWHERE = ("0.0.0.0", "::")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Config:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    cookie_port: int | None = None  # the port that was chosen for the server, if one was
    more_hosts: tuple[str, ...] = ()  # further names that the Host header may have
    public_url: str | None = None  # where everybody reaches the server, through a proxy
    proxies: tuple[str, ...] = ()  # addresses or networks whose forwarding headers are trusted
    node_address: str | None = None  # where other servers of the same database reach this one
    network: tuple[str, ...] | None = None  # this machine's addresses to share; None: find them
    bot_pauses: bool = True  # bots pause before they act; tests switch it off
    commands_per_second: float = 20.0  # from one address, on average
    commands_at_once: int = 60  # from one address, in a burst
    reads_per_second: float = 60.0  # from one address, on average; a static file is a tenth
    reads_at_once: int = 600  # from one address, in a burst
    largest_request: int = 64_000  # bytes
    head_seconds: float = 15.0  # that a request's head may take, counted from the last answer
    body_seconds: float = 30.0  # that its body may take
    reading_seconds: float = 30.0  # for which a client may read nothing of its answer
    connections_per_address: int = 256  # open at once; an IPv6 address counts by its /64
    most_connections: int | None = None  # open at once; None: what the system has room for
    local_connections: int = 64  # kept free for this machine
    most_streams: int = 64  # spectators who follow one match
    streams_per_address: int = 64  # of players, and as many of spectators
    streams_per_device: int = 4  # of its browser's six connections; the oldest makes room
    most_matches: int = 10_000  # kept in the data folder
    local_matches: int = 500  # of these, kept free for the local user
    matches_per_hour: float = 60.0  # created from one address, on average
    matches_at_once: int = 30  # created from one address, in a burst
    unplayed_hours: float = 24.0  # after which a guests' match goes if no person has moved in it
    idle_days: float = 60.0  # after which a guests' match goes if nobody goes on with it
    running_per_device: int = 40  # matches of a guest's device that are in progress
    running_per_address: int = 100  # and those that were begun from one address
    longest_review: int = 5_000  # events of a match that the server reviews
    worker_threads: int = 2  # threads for what would hold up the event loop
    most_work: int = 64  # requests that wait for such a thread, in all
    most_work_per_client: int = 16  # and of one address
    bot_threads: int = max(1, (os.cpu_count() or 1) - 1)  # threads on which bots think
    public: PublicAddress | None = field(init=False)
    hosts: frozenset[str] = field(init=False)
    any_address: bool = field(init=False)

    @property
    def secure(self) -> bool:
        """Whether browsers reach the server by https only, so that cookies can be Secure."""
        return self.public is not None and self.public.secure

    def answers_to(self, host: str | None) -> bool:
        """Whether a Host header (without its port) is one of the server's names."""
        return host in self.hosts or (self.any_address and is_address(host))

    def __post_init__(self) -> None:
        public = None if self.public_url is None else PublicAddress.parse(self.public_url)
        object.__setattr__(self, "public", public)
        object.__setattr__(self, "proxies", tuple(map(checked_proxy, self.proxies)))
        if self.proxies and public is None:
            raise BadOption("a proxy is of no use without a public address")
        for address in self.network or ():
            check_address(address)
        # A server that listens everywhere accepts any IP address as its Host, but no foreign name:
        # DNS rebinding makes a name point here, and never an address.
        object.__setattr__(self, "any_address", self.host in EVERYWHERE)
        names = {*LOCAL_HOSTS, bracketed(self.host), *self.more_hosts}
        if public is not None:
            names.add(public.host)
        object.__setattr__(self, "hosts", frozenset(names))


def bracketed(host: str) -> str:
    """A host as URLs write it: an IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host else host


def is_address(host: str | None) -> bool:
    return as_address(host) is not None


@lru_cache(maxsize=1024)
def as_address(host: str | None) -> IPv4Address | IPv6Address | None:
    """The IP address that a host is; an IPv4 address mapped into IPv6 counts as IPv4."""
    try:
        found = ip_address((host or "").strip("[]"))
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_loopback(host: str | None) -> bool:
    """Whether an address can only be this machine itself."""
    found = as_address(host)
    return found is not None and found.is_loopback

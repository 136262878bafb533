"""How the server is set up."""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from ..core.errors import BadOption
from .access.address import PublicAddress, check_address, checked_proxy

EVERYWHERE = ("0.0.0.0", "::")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Config:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    more_hosts: tuple[str, ...] = ()  # names by which the server may be addressed besides
    public_url: str | None = None  # by which everybody reaches it, through a proxy
    proxies: tuple[str, ...] = ()  # addresses or networks whose word for their clients is taken
    network: tuple[str, ...] | None = None  # this machine's addresses there; None: look for them
    bot_pauses: bool = True  # bots take a moment, as people do; tests do not wait
    commands_per_second: float = 20.0  # from one address, on average
    commands_at_once: int = 60  # from one address, in a burst
    largest_request: int = 64_000  # bytes
    most_streams: int = 64  # followers of one match
    most_matches: int = 10_000  # kept in the data folder
    bot_threads: int = max(1, (os.cpu_count() or 1) - 1)  # threads on which bots think
    public: PublicAddress | None = field(init=False)
    hosts: frozenset[str] = field(init=False)
    any_address: bool = field(init=False)

    @property
    def secure(self) -> bool:
        """Whether browsers reach the house by https only, and may be told to keep to it."""
        return self.public is not None and self.public.secure

    def answers_to(self, host: str | None) -> bool:
        """Whether this is a name of ours, without the port."""
        return host in self.hosts or (self.any_address and is_address(host))

    def __post_init__(self) -> None:
        public = None if self.public_url is None else PublicAddress.read(self.public_url)
        object.__setattr__(self, "public", public)
        object.__setattr__(self, "proxies", tuple(map(checked_proxy, self.proxies)))
        if self.proxies and public is None:
            raise BadOption("a proxy has nothing to bring to a house without a public address")
        for address in self.network or ():
            check_address(address)
        # Listening everywhere, it is known by its addresses on the network: names that somebody
        # else can make point here (DNS rebinding) are never numbers.
        object.__setattr__(self, "any_address", self.host in EVERYWHERE)
        names = {*LOCAL_HOSTS, bracketed(self.host), *self.more_hosts}
        if public is not None:
            names.add(public.host)
        object.__setattr__(self, "hosts", frozenset(names))


def bracketed(host: str) -> str:
    """A host as addresses write it: a number of IPv6 stands in brackets."""
    return f"[{host}]" if ":" in host else host


def is_address(host: str | None) -> bool:
    return as_address(host) is not None


@lru_cache(maxsize=1024)
def as_address(host: str | None) -> IPv4Address | IPv6Address | None:
    """A host that is a number; one of IPv4 that came in the clothes of IPv6 is one of IPv4."""
    try:
        found = ip_address((host or "").strip("[]"))
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_loopback(host: str | None) -> bool:
    """Whether only this machine can be there."""
    found = as_address(host)
    return found is not None and found.is_loopback

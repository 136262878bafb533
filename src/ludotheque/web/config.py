"""How the server is set up."""

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Config:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    more_hosts: tuple[str, ...] = ()  # names by which the server may be addressed besides
    bot_pauses: bool = True  # bots take a moment, as people do; tests do not wait
    commands_per_second: float = 20.0  # from one address, on average
    commands_at_once: int = 60  # from one address, in a burst
    largest_request: int = 64_000  # bytes
    most_streams: int = 64  # followers of one match
    most_matches: int = 10_000  # kept in the data folder
    thinkers: int = max(1, (os.cpu_count() or 1) - 1)  # threads on which bots think
    hosts: frozenset[str] = field(init=False)
    any_address: bool = field(init=False)

    def answers_to(self, host: str | None) -> bool:
        """Whether this is a name of ours, without the port."""
        return host in self.hosts or (self.any_address and is_address(host))

    def __post_init__(self) -> None:
        # Listening everywhere, it is known by its addresses on the network: names that somebody
        # else can make point here (DNS rebinding) are never numbers.
        object.__setattr__(self, "any_address", self.host in EVERYWHERE)
        bound = f"[{self.host}]" if ":" in self.host else self.host
        object.__setattr__(self, "hosts", frozenset({*LOCAL_HOSTS, bound, *self.more_hosts}))


def is_address(host: str | None) -> bool:
    try:
        ip_address((host or "").strip("[]"))
    except ValueError:
        return False
    return True

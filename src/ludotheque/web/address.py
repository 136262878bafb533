"""The public address of a server behind a proxy, and the checks of other addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from ..core.errors import BadOption

DEFAULT_PORTS = {"http": 80, "https": 443}
HIGHEST_PORT = 65_535
LONGEST_HOST = 253
ORIGIN = re.compile(
    r"(https?)://"
    r"(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"  # an IPv6 address, or a name
    r"(?::([0-9]{1,5}))?/?"
)


@dataclass(frozen=True)
class PublicAddress:
    """An origin in the sense of browsers, such as `https://games.example`."""

    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> PublicAddress:
        """The address in a text that somebody has typed; BadOption if there is none."""
        found = ORIGIN.fullmatch(text.lower())
        if found is not None:
            scheme, host, port = found[1], found[2], int(found[3] or DEFAULT_PORTS[found[1]])
            if 0 < port <= HIGHEST_PORT and len(host) <= LONGEST_HOST:
                return cls(scheme, host, port)
        raise BadOption(
            "{address!r} is not a public address; it is http or https, a host and perhaps a port, "
            "such as https://games.example",
            address=text,
        )

    @property
    def secure(self) -> bool:
        return self.scheme == "https"

    @property
    def origin(self) -> str:
        """As browsers write it: without the scheme's default port."""
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


def checked_proxy(text: str) -> str:
    """An IP address or network, in the notation that uvicorn understands."""
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise BadOption(
            "{address!r} is not a proxy's address; it is a number such as 172.17.0.1, or a network "
            "such as 172.16.0.0/12",
            address=text,
        ) from None


def check_address(text: str) -> None:
    """Refuse what is no IP address, and the unspecified one, `0.0.0.0`, which means all of them."""
    try:
        fits = not ip_address(text).is_unspecified
    except ValueError:
        fits = False
    if not fits:
        raise BadOption(
            "{address!r} is not an address of this machine; it is a number such as 192.168.1.20",
            address=text,
        )

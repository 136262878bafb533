"""This machine's addresses on the network around it."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from ...core.errors import BadOption

#: Addresses in the usual private networks. The way there shows this machine's own address.
PROBES = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1", "169.254.1.1")
PORTS_TRIED = 20


def network_addresses() -> tuple[str, ...]:
    """The addresses by which neighbours reach this machine, the most likely first.

    Only addresses of private networks: sharing is for the neighbours, not for the Internet.
    """
    found = dict.fromkeys(filter(None, map(source_address, PROBES)))
    return tuple(address for address in found if is_private_network(address))


def source_address(destination: str) -> str | None:
    """The address from which this machine would send there; None if there is no route.

    Connecting a UDP socket chooses the route and sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((destination, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def is_private_network(address: str) -> bool:
    found = ip_address(address)
    return found.is_private and not found.is_loopback and not found.is_unspecified


def listening_socket(address: str, port: int) -> socket.socket:
    """A socket that listens at this port or, if it is taken, at one of the next; else at any."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    last = min(port + PORTS_TRIED, 65_536)
    for each in (*range(port, last), 0):
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: SO_REUSEADDR would share the port
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((address, each))
            bound.listen()
        except OSError as problem:
            bound.close()
            reason = problem.strerror or str(problem)
        else:
            return bound
    raise BadOption(
        "the server cannot listen at {address} ({problem})", address=address, problem=reason
    )

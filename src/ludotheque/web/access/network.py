"""This machine's addresses on the network around it."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from ...core.errors import BadOption

#: Places in networks of the kind that homes, offices and schools have.
ELSEWHERE = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1", "169.254.1.1")
PORTS_TRIED = 20


def network_addresses() -> tuple[str, ...]:
    """The addresses by which neighbours reach this machine, the most likely first.

    Only those of private networks: what is shared with the neighbours is not the world's.
    """
    found = dict.fromkeys(filter(None, map(address_towards, ELSEWHERE)))
    return tuple(address for address in found if is_neighbourly(address))


def address_towards(place: str) -> str | None:
    """The address that this machine would write from. Nothing is sent: UDP has no greeting."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect((place, 9))
        except OSError:  # no way there
            return None
        address: str = line.getsockname()[0]
        return address


def is_neighbourly(address: str) -> bool:
    found = ip_address(address)
    return found.is_private and not found.is_loopback and not found.is_unspecified


def listening_at(address: str, port: int) -> socket.socket:
    """A socket at an address of this machine: at this port or, if it is taken, at another."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    last = min(port + PORTS_TRIED, 65_536)
    for each in (*range(port, last), 0):
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # where reusing would mean sharing
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, each))
            listening.listen()
        except OSError as problem:
            listening.close()
            reason = problem.strerror or str(problem)
        else:
            return listening
    raise BadOption(
        "the house cannot be opened at {address} ({problem})", address=address, problem=reason
    )

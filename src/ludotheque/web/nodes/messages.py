"""Requests between nodes: a caller's request that is passed on, and what nodes tell each other.

They are known by a secret that is kept in the database.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ..access.security import Scope

Headers = list[tuple[bytes, bytes]]

SECRET = b"x-ludotheque-node"  # the secret; its presence makes a request one of a node
NODE = b"x-ludotheque-from"  # the node that sends it
CLIENT = b"x-ludotheque-client"  # the address of the caller whose request is passed on
LOCAL = b"x-ludotheque-local"  # whether that caller is local to the node
STATUS = b"x-ludotheque-status"  # in an answer: the match's status
OWN = (SECRET, NODE, CLIENT, LOCAL, STATUS)

WATCH_PATH = "/nodes/watch"
STATUS_PATH = "/nodes/status"
MISDIRECTED = 421  # RFC 9110: the node does not play that match (any more)

#: Headers that are about one connection, not about the request (RFC 9110, 7.6.1).
HOP_BY_HOP = frozenset(
    (
        b"connection",
        b"keep-alive",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
        b"content-length",
        b"expect",
    )
)


@dataclass(frozen=True)
class PassedOn:
    """A caller's request, as it is passed on to the node that plays the match."""

    method: str
    target: str  # path and query
    headers: Headers
    body: bytes
    client: str  # the caller's address
    is_local: bool
    repeatable: bool  # a second one changes nothing more
    is_command: bool = False  # of the match: whatever it changes comes with new events

    @classmethod
    def of(
        cls,
        scope: Scope,
        body: bytes,
        *,
        is_local: bool,
        repeatable: bool,
        is_command: bool,
    ) -> PassedOn:
        query = scope.get("query_string", b"").decode("latin-1")
        path = scope.get("raw_path", scope["path"].encode()).decode("latin-1").partition("?")[0]
        return cls(
            scope["method"],
            f"{path}?{query}" if query else path,
            passed_headers(scope),
            body,
            (scope.get("client") or ("", 0))[0],
            is_local,
            repeatable,
            is_command,
        )


@dataclass(frozen=True)
class Answered:
    """What the node that plays the match has answered."""

    status: int
    headers: Headers
    body: bytes
    match_status: dict[str, Any] | None = field(default=None)


def passed_headers(scope: Scope) -> Headers:
    """The headers of a request that go with it to another node; none that only nodes may send."""
    return [
        (name, value)
        for name, value in scope["headers"]
        if name not in HOP_BY_HOP and name not in OWN and not name.startswith(b"sec-websocket")
    ]


def header_of(headers: Headers, name: bytes) -> bytes | None:
    return next((value for key, value in headers if key == name), None)


def status_header(status: dict[str, Any]) -> bytes:
    return json.dumps(status, separators=(",", ":")).encode()

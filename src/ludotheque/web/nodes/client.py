"""The HTTP client by which a node talks to the others."""

from __future__ import annotations

import json
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx

from ...core.errors import BadOption
from .messages import (
    CLIENT,
    HOP_BY_HOP,
    LOCAL,
    NODE,
    SECRET,
    STATUS,
    Answered,
    PassedOn,
)

CONNECT_SECONDS = 2.0
KEPT_SECONDS = 3.0  # less than a server keeps a connection that is not used
MOST_CONNECTIONS = 64


class NodeGone(Exception):
    """Nobody listens at the node's address, so the request was certainly not carried out."""


class NodeSilent(Exception):
    """The node has not answered; whether the request was carried out is not known."""


class NodeClient:
    """Sends requests to other nodes. It never follows redirects: they are for the caller."""

    def __init__(self, secret: str, node: str, transport: httpx.AsyncBaseTransport | None) -> None:
        self._own = [(SECRET, secret.encode()), (NODE, node.encode())]
        self._client = httpx.AsyncClient(
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
            limits=httpx.Limits(max_connections=MOST_CONNECTIONS, keepalive_expiry=KEPT_SECONDS),
            trust_env=False,
            follow_redirects=False,
            transport=transport,
        )
        # Cookies belong to callers: kept here, one caller's would go out with another's request.
        self._client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))

    async def pass_on(self, address: str, request: PassedOn) -> Answered:
        """The answer of another node to a caller's request; NodeGone or NodeSilent."""
        headers = [
            *request.headers,
            *self._own,
            (CLIENT, request.client.encode()),
            (LOCAL, b"yes" if request.is_local else b"no"),
        ]
        answer = await self._send(
            request.method, f"{address}{request.target}", headers, request.body
        )
        kept = [
            (name.lower(), value)
            for name, value in answer.headers.raw
            if name.lower() not in HOP_BY_HOP and name.lower() not in (STATUS, b"content-encoding")
        ]
        status = answer.headers.get(STATUS.decode())
        body = answer.content
        kept.append((b"content-length", str(len(body)).encode()))
        return Answered(
            answer.status_code, kept, body, None if status is None else json.loads(status)
        )

    async def tell(self, address: str, path: str, message: Any) -> Any:
        """Tell another node something; what it answers, as JSON."""
        headers = [*self._own, (b"content-type", b"application/json")]
        body = json.dumps(message).encode()
        answer = await self._send("POST", f"{address}{path}", headers, body)
        if answer.status_code != 200:
            raise NodeSilent
        return answer.json()

    async def _send(
        self, method: str, url: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> httpx.Response:
        try:
            return await self._client.request(method, url, headers=headers, content=body)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol):
            raise NodeGone from None
        except httpx.TransportError:
            raise NodeSilent from None

    async def close(self) -> None:
        await self._client.aclose()


def checked_address(address: str) -> str:
    """The address of a node, as the others use it; BadOption if that is no http address."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.path not in ("", "/"):
        raise BadOption(
            "the address of a node is {address!r}; it must be like http://10.0.0.5:8080",
            address=address,
        )
    return str(url).rstrip("/")

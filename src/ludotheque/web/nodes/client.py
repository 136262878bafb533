"""The HTTP client by which a node talks to the others."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

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
NOT_RELAYED = HOP_BY_HOP | {STATUS, b"content-encoding"}  # the body is decoded here
ASIDE = ("User-Agent", "Accept", "Accept-Encoding", "Content-Type")  # only what a caller has sent


class NodeGone(Exception):
    """Nobody listens at the node's address, so the request was certainly not carried out."""


class NodeSilent(Exception):
    """The node has not answered; whether the request was carried out is not known."""


class NodeClient:
    """Sends requests to other nodes. It never follows redirects: they are for the caller."""

    def __init__(self, secret: str, node: str) -> None:
        self._own = [(SECRET, secret.encode()), (NODE, node.encode())]
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=MOST_CONNECTIONS, keepalive_timeout=KEPT_SECONDS),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
            # Cookies belong to callers: kept here, one's would go out with another's request.
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=ASIDE,
            trust_env=False,
        )

    async def pass_on(self, address: str, request: PassedOn) -> Answered:
        """The answer of another node to a caller's request; NodeGone or NodeSilent."""
        headers = [
            *request.headers,
            *self._own,
            (CLIENT, request.client.encode()),
            (LOCAL, b"yes" if request.is_local else b"no"),
        ]
        answer, body = await self._send(
            request.method, f"{address}{request.target}", headers, request.body
        )
        kept = [(name.lower(), value) for name, value in answer.raw_headers]
        kept = [each for each in kept if each[0] not in NOT_RELAYED]
        kept.append((b"content-length", str(len(body)).encode()))
        status = answer.headers.get(STATUS.decode())
        return Answered(answer.status, kept, body, None if status is None else json.loads(status))

    async def tell(self, address: str, path: str, message: Any) -> Any:
        """Tell another node something; what it answers, as JSON."""
        headers = [*self._own, (b"content-type", b"application/json")]
        body = json.dumps(message).encode()
        answer, said = await self._send("POST", f"{address}{path}", headers, body)
        if answer.status != 200:
            raise NodeSilent
        return json.loads(said)

    async def _send(
        self, method: str, url: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> tuple[aiohttp.ClientResponse, bytes]:
        """The answer and its body."""
        texts = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
        try:
            async with self._session.request(
                method, URL(url, encoded=True), headers=texts, data=body, allow_redirects=False
            ) as answer:
                return answer, await answer.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL):
            raise NodeGone from None
        except (aiohttp.ClientError, TimeoutError):
            raise NodeSilent from None

    async def close(self) -> None:
        await self._session.close()


def checked_address(address: str) -> str:
    """The address of a node, as the others use it; BadOption if that is no http address."""
    try:
        url = urlsplit(address)
        is_known = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:  # a port that is none
        is_known = False
    if not is_known or url.path not in ("", "/") or url.query or url.fragment:
        raise BadOption(
            "the address of a node is {address!r}; it must be like http://10.0.0.5:8080",
            address=address,
        )
    return address.rstrip("/")

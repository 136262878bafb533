"""A match over a WebSocket, as a page or a program has it."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.web.access.local_key import HEADER

from .api_client import Data
from .server import PATIENCE, Server


class SocketClient:
    """`with SocketClient(server, match_id, client) as socket: socket.do(command)`.

    It comes with the cookies and headers of an HTTP client; without one, as the local user.
    """

    def __init__(
        self,
        server: Server,
        match_id: str,
        client: httpx.Client | None = None,
        since: object = None,
        path: str = "/match/{id}/socket",
        **headers: str,
    ) -> None:
        sent = {HEADER: server.key} if client is None else headers_of(client)
        query = "" if since is None else f"?since={since}"
        address = f"ws://{server.host}{path.format(id=match_id)}{query}"
        self.socket = connect(
            address,
            additional_headers={**sent, **headers},
            open_timeout=PATIENCE,
            user_agent_header=None,
            proxy=None,
            compression=None,
        ).__enter__()
        self.count = 0
        self.kept: list[Data] = []  # read while waiting for something else

    def __enter__(self) -> SocketClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def ask(self, **message: Any) -> Data:
        """Send a command or a question, and wait for its answer."""
        self.count += 1
        self.send({"id": self.count, **message})
        return self.answer(self.count)

    def do(self, command: Data) -> Data:
        return self.ask(command=command)

    def answer(self, number: int | None) -> Data:
        while (found := self._read())["type"] != "answer":
            self.kept.append(found)
        assert found["id"] == number
        return found

    def next(self, *types: str) -> Data:
        """The next message of one of these types; by default, the next frame."""
        wanted = types or ("frame",)
        while True:
            found = self.kept.pop(0) if self.kept else self._read()
            if found["type"] in wanted:
                return found

    def until(self, version: int) -> list[Data]:
        frames = [self.next()]
        while frames[-1]["version"] < version:
            frames.append(self.next())
        return frames

    def close_code(self) -> int:
        """Read to the end; the code with which the server has closed."""
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                self.kept.append(self._read())
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else int(closed.rcvd.code)  # 0: without a word
        raise AssertionError("it never closes")

    def _read(self) -> Data:
        message: Data = json.loads(self.socket.recv(timeout=PATIENCE))
        return message


def headers_of(client: httpx.Client) -> dict[str, str]:
    """What an HTTP client sends with every request that tells who it is."""
    own = {
        name: value
        for name, value in client.headers.items()
        if name in ("x-forwarded-for", "authorization", "accept-language")
    }
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return {**own, "cookie": cookies} if cookies else own

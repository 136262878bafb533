"""A WebSocket client that costs little: texts in both directions, and answers to pings.

Its masks are zero, so that nothing is masked: the protocol allows it, and the load generator must
not be what limits a measurement.
"""

from __future__ import annotations

import asyncio
import os
import struct
from base64 import b64encode
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = b"\0\0\0\0"


class WebSocketClosed(Exception):
    """The server has refused the handshake, or closed the socket."""


class WebSocket(asyncio.Protocol):
    """One connection; `hear` gets the connection and every text, as bytes."""

    def __init__(self, hear: Callable[[WebSocket, bytes], None]) -> None:
        self.hear = hear
        self.received = bytearray()
        self.bytes_received = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls, port: int, path: str, hear: Callable[[WebSocket, bytes], None], **headers: str
    ) -> WebSocket:
        loop = asyncio.get_running_loop()
        transport, made = await loop.create_connection(lambda: cls(hear), "127.0.0.1", port)
        made._transport = transport
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await made.opened
        return made

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self.bytes_received += len(data)
        self.received += data
        if not self._is_open and not self._is_accepted():
            return
        while self._take_message():
            pass

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(WebSocketClosed(bytes(self.received[:200])))

    def _is_accepted(self) -> bool:
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.received.startswith(b"HTTP/1.1 101"):
            self.close()
            return False
        del self.received[: end + 4]
        self._is_open = True
        self.opened.set_result(None)
        return True

    def _take_message(self) -> bool:
        """Take one message out of what was received, if it is complete."""
        received = self.received
        if len(received) < 2:
            return False
        code, length, start = received[0] & 0x0F, received[1], 2
        if length == 126:
            if len(received) < 4:
                return False
            length, start = int.from_bytes(received[2:4]), 4
        elif length == 127:
            if len(received) < 10:
                return False
            length, start = int.from_bytes(received[2:10]), 10
        if len(received) < start + length:
            return False
        content = bytes(received[start : start + length])
        del received[: start + length]
        if code == TEXT:
            self.hear(self, content)
        elif code == PING:
            self._send(PONG, content)
        elif code == CLOSE:
            self.close()
        return True

    def _send(self, code: int, content: bytes) -> None:
        assert self._transport is not None
        length = len(content)
        if length < 126:
            head = bytes((FINAL | code, MASKED | length))
        else:
            head = bytes((FINAL | code, MASKED | 126)) + struct.pack("!H", length)
        self._transport.write(head + NO_MASK + content)

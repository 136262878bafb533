"""WebSockets (RFC 6455) over one connection: uvicorn's protocol with the limits that it lacks.

The guard admits a socket in the place of the HTTP connection that it was. uvicorn's own pings are
off, since they need a timer for every socket: the application's beats do what they do.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import OPEN

from .connections import ConnectionGuard
from .protocol import CLOSING_SECONDS, CONNECTION, Stall, last_answer

GOING_AWAY, NOT_ALLOWED = 1001, 1008
MOST_WAITING = 8  # messages that may wait for the application before no more are read
MOST_AT_ONCE = 200  # messages that may have come in one piece before that
SLICE = 4_096  # bytes that are parsed at once: a client that floods is cut off before the rest
WHOLE_TEXT = 0x81  # the opcode of a text, with the bit of a last fragment


class GuardedSocket(WebSocketsSansIOProtocol):
    """One socket. `guard` is set by `socket_protocol_of`: uvicorn makes the instances itself."""

    guard: ConnectionGuard

    _closing_since: float | None = None
    _partial_since: float | None = None  # since when a message has been coming

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def has_unread(self) -> bool:
        return self.unread > 0

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""
        return self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._stall = Stall()
        self.guard.admit(self)
        self.guard.note(self, complete=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            for start in range(0, len(data), SLICE):
                super().data_received(data[start : start + SLICE])
                if self.close_sent:
                    break  # nobody reads the rest
            return
        is_read = False
        with suppress(AssertionError, UnicodeError):
            super().data_received(data)
            is_read = self.handshake_initiated
        if not is_read:  # a head that HTTP allows and WebSockets do not
            self.handshake_complete = self.close_sent = True
            self.transport.write(last_answer(400))
            self.transport.close()

    async def run_asgi(self) -> None:
        self.scope["extensions"][CONNECTION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def send_text(self, data: bytes) -> None:
        """Send a text message, encoded already, without waiting for the client to read it."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(frame_head(len(data)) + data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; read on while few of them wait there."""
        waiting = self.queue.qsize()
        if waiting >= MOST_AT_ONCE:
            self.frames = []
            self.close(NOT_ALLOWED, "too many messages at once")
        elif waiting < MOST_WAITING:
            self.read_paused = True  # pretended: uvicorn would stop reading at every message
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def close(self, code: int, reason: str = "") -> None:
        """Begin to close; the application receives a disconnect."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.close_sent = True
        try:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        except InvalidState:
            pass
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.close()

    def expel(self, status: int) -> None:
        self.close(GOING_AWAY, str(status))
        self.transport.close()

    def check(self, now: float) -> None:
        config = self.guard.config
        if self.transport.is_closing():
            self._closing_since = self._closing_since or now
            if now - self._closing_since > CLOSING_SECONDS:
                self.transport.abort()  # it does not read what we said last
        elif self._stall.lasts(self.transport, now, config.reading_seconds) or self._takes_too_long(
            now, config.body_seconds
        ):
            self.transport.abort()

    def _takes_too_long(self, now: float, seconds: float) -> bool:
        """Whether a message has begun to come, and is not complete after so long."""
        if not self.conn.reader.buffer and not self.frames:
            self._partial_since = None
        elif self._partial_since is None:
            self._partial_since = now
        return self._partial_since is not None and now - self._partial_since > seconds


def frame_head(length: int) -> bytes:
    """The head of a server's text frame: it has one fragment, and no mask (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return b"%c\x7e%b" % (WHOLE_TEXT, length.to_bytes(2, "big"))
    return b"%c\x7f%b" % (WHOLE_TEXT, length.to_bytes(8, "big"))


def socket_protocol_of(guard: ConnectionGuard) -> type[Any]:
    """The protocol's class for the servers that share a guard."""
    return type("GuardedSocket", (GuardedSocket,), {"guard": guard})

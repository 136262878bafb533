"""WebSockets (RFC 6455) over one connection: uvicorn's protocol with the limits that it lacks.

The guard admits a socket in the place of the HTTP connection that it was. uvicorn's own pings are
off, since they need a timer for every socket: the application's beats do what they do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
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
MASKED = 0x80  # the bit of a masked frame, beside its length
SHORT = 1_000  # bytes of a text that is read without a parser


class GuardedSocket(WebSocketsSansIOProtocol):
    """One socket. `guard` is set by `socket_protocol_of`: uvicorn makes the instances itself."""

    guard: ConnectionGuard

    take_text: Callable[[bytes], bool] | None = None  # of the application: False if it will wait
    _closing_since: float | None = None
    _partial_since: float | None = None  # since when a message has been coming

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def has_unread(self) -> bool:
        return self.transport.get_write_buffer_size() > 0

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them, or to be sent in this very turn."""
        return self.transport.get_write_buffer_size() + sum(map(len, self._unsent))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._unsent: list[bytes] = []
        self._stall = Stall()
        self.guard.admit(self)
        self.guard.note(self, complete=True)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            data = self._read_short_texts(data)
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

    def _read_short_texts(self, data: bytes) -> bytes:
        """Read the whole short texts at the beginning of what has come; the rest is left.

        Nearly all that clients send is one such frame at a time. The parser of `websockets`, which
        knows every kind of frame, takes several times as long for it.
        """
        while data and not self.frames and not self.conn.reader.buffer and not self.close_sent:
            found = short_text(data)
            if found is None or self.conn.state is not OPEN:
                break
            text, data = found
            if self.take_text is not None and self.queue.empty() and self.take_text(text):
                continue
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()
        return b"" if self.close_sent else data

    async def run_asgi(self) -> None:
        self.scope["extensions"][CONNECTION] = self  # type: ignore[assignment]
        await super().run_asgi()

    def send_text(self, data: bytes) -> None:
        """Send a text message, encoded already, without waiting for the client to read it.

        What is sent in one turn of the event loop goes out together: a command's answer with the
        frame that shows what came of it.
        """
        if not self._unsent:
            self.loop.call_soon(self._send_together)
        self._unsent += (frame_head(len(data)), data)

    def _send_together(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

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
        self._send_together()
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


def short_text(data: bytes) -> tuple[bytes, bytes] | None:
    """The text of a client's first frame, and what comes after it (RFC 6455, 5.2).

    None unless it is there as a whole, masked, in one fragment, without extensions, of at most
    SHORT bytes, and valid UTF-8.
    """
    if len(data) < 8 or data[0] != WHOLE_TEXT or not MASKED < data[1] <= MASKED + 126:
        return None
    length, start = data[1] - MASKED, 2
    if length == 126:  # the length follows
        length, start = int.from_bytes(data[2:4], "big"), 4
    begin, end = start + 4, start + 4 + length
    if (not 126 <= length <= SHORT and start == 4) or len(data) < end:
        return None
    mask = (data[start:begin] * (length // 4 + 1))[:length]
    number = int.from_bytes(data[begin:end], "big") ^ int.from_bytes(mask, "big")
    text = number.to_bytes(length, "big")
    try:
        text.decode()
    except UnicodeDecodeError:
        return None  # the parser knows how to refuse it
    return text, data[end:]


def socket_protocol_of(guard: ConnectionGuard) -> type[Any]:
    """The protocol's class for the servers that share a guard."""
    return type("GuardedSocket", (GuardedSocket,), {"guard": guard})

"""HTTP/1.1 over one connection: uvicorn's protocol with the limits that it lacks.

A request's head, its body, and the reading of the answer each have a time in which they have to
be done, and a head has a size. The guard looks at every connection once a second; there are no
timers of their own.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .connections import ConnectionGuard

CLOSING_SECONDS = 5.0  # that a last answer may take to leave
BUSY_SECONDS = 10  # after which somebody who was turned away should try again
LARGEST_HEAD = 32_768  # bytes; the parser itself would read on without end

MESSAGES = {
    400: "the request cannot be read",
    408: "the request was not sent in time",
    431: "the head of the request is too large",
    503: "too many connections; try again in a moment",
}

Phase = Literal["head", "body"]


class Stall:
    """Notices a client that reads nothing of what waits for it."""

    _unread = 0  # bytes that waited at the last look
    _since: float | None = None

    def lasts(self, transport: asyncio.Transport, now: float, seconds: float) -> bool:
        """Whether the client has read nothing for so long."""
        unread = transport.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._since = None
        elif self._since is None:
            self._since = now
        self._unread = unread
        return self._since is not None and now - self._since > seconds


class GuardedProtocol(HttpToolsProtocol):
    """One connection. `guard` is set by `protocol_of`: uvicorn makes the instances itself."""

    guard: ConnectionGuard

    _reading: Phase | None = None  # the part of a request that has begun to come
    _phase: Phase | None = None  # what the client has to send now, if anything
    _phase_since = 0.0
    _head_bytes = 0  # of a request whose head is still coming
    _closing_since: float | None = None
    _expelled = False
    end_stream: Callable[[], None] | None = None  # of an answer that is a stream

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def has_unread(self) -> bool:
        return self.transport.get_write_buffer_size() > 0

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""
        return self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._stall = Stall()
        limit_silence(transport, self.guard.config.reading_seconds)
        if self.guard.admit(self):
            self._note_phase()
        else:
            self.expel(503)

    def data_received(self, data: bytes) -> None:
        if self._expelled:
            return
        if self._reading == "head":
            self._head_bytes += len(data)
        super().data_received(data)
        if self._reading == "head" and self._head_bytes > LARGEST_HEAD:
            self.expel(431)
        else:
            self._note_phase()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading, self._head_bytes = "head", 0
        self.scope["extensions"] = {CONNECTION: self}  # type: ignore[dict-item]

    def on_headers_complete(self) -> None:
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise ValueError(MESSAGES[431])  # the parser passes it on, and the answer is 400
        super().on_headers_complete()
        self._reading = "body"

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._reading = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_phase()

    def handle_websocket_upgrade(self) -> None:
        self.guard.release(self)  # the protocol that takes over is admitted in its place
        self._expelled = True
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.release(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: answers that would go on for ever come to their end."""
        super().shutdown()
        if self.end_stream is not None:
            self.end_stream()

    def write_chunk(self, data: bytes) -> None:
        """Write a part of an answer that has begun, without waiting for the client to read it."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    def expel(self, status: int) -> None:
        self._expelled = True
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(last_answer(status))
        self._unset_keepalive_if_required()
        self.transport.close()
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self.transport.abort)

    def check(self, now: float) -> None:
        config = self.guard.config
        if self.transport.is_closing():
            self._closing_since = self._closing_since or now
            if now - self._closing_since > CLOSING_SECONDS:
                self.transport.abort()  # it does not read our last answer
        elif self._stall.lasts(self.transport, now, config.reading_seconds):
            self.transport.abort()
        elif self._phase is not None:
            allowed = config.head_seconds if self._phase == "head" else config.body_seconds
            if now - self._phase_since > allowed:
                self.expel(408)

    def _note_phase(self) -> None:
        """Start the time for what comes next: it runs until that is there as a whole."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        phase = self._reading or (None if is_answering else "head")
        if phase != self._phase:
            self._phase, self._phase_since = phase, self.guard.clock()
            self.guard.note(self, complete=phase is None)


#: Where the ASGI scope of a request holds its GuardedProtocol, or a socket's.
CONNECTION = "ludotheque.connection"


def protocol_of(guard: ConnectionGuard) -> type[GuardedProtocol]:
    """The protocol's class for the servers that share a guard."""
    return type("GuardedProtocol", (GuardedProtocol,), {"guard": guard})


def last_answer(status: int) -> bytes:
    """A whole answer after which the connection is closed; written without any application."""
    reason = HTTPStatus(status)
    body = f'{{"code": "{reason.name.lower()}", "message": "{MESSAGES[status]}"}}'
    return (
        f"HTTP/1.1 {status} {reason.phrase}\r\n"
        "content-type: application/json\r\n"
        f"content-length: {len(body)}\r\n"
        f"retry-after: {BUSY_SECONDS}\r\n"
        f"connection: close\r\n\r\n{body}"
    ).encode()


def limit_silence(transport: asyncio.Transport, seconds: float) -> None:
    """Let the system end a connection whose other end has acknowledged nothing for so long.

    That is what a cut cable looks like. Where the system cannot do it, the beats still tell.
    """
    connected = transport.get_extra_info("socket")
    if connected is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError):
            milliseconds = round(seconds * 1000)
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

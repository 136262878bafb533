"""HTTP/1.1 over one connection: uvicorn's protocol with the deadlines that it lacks.

A request's head, its body, and the reading of the answer each have a time in which they have to
be done. The guard looks at every connection once a second; there are no timers of their own.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .connections import ConnectionGuard

CLOSING_SECONDS = 5.0  # that a last answer may take to leave
BUSY_SECONDS = 10  # after which somebody who was turned away should try again

MESSAGES = {
    408: "the request was not sent in time",
    503: "too many connections; try again in a moment",
}


class GuardedProtocol(H11Protocol):
    """One connection. `guard` is set by `protocol_of`: uvicorn makes the instances itself."""

    guard: ConnectionGuard

    _phase: str | None = None  # what the client has to send now: a "head", a "body", or nothing
    _phase_since = 0.0
    _unread = 0  # bytes of the answer that waited at the last check
    _unread_since: float | None = None
    _closing_since: float | None = None
    _expelled = False

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def has_unread(self) -> bool:
        return self.transport.get_write_buffer_size() > 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limit_silence(transport, self.guard.config.reading_seconds)
        if self.guard.admit(self):
            self._note_phase()
        else:
            self.expel(503)

    def data_received(self, data: bytes) -> None:
        if not self._expelled:
            super().data_received(data)
            self._note_phase()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_phase()

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.release(self)
        super().connection_lost(exc)

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
        elif self._has_stalled(now, config.reading_seconds):
            self.transport.abort()
        elif self._phase is not None:
            allowed = config.head_seconds if self._phase == "head" else config.body_seconds
            if now - self._phase_since > allowed:
                self.expel(408)

    def _has_stalled(self, now: float, seconds: float) -> bool:
        """Whether the client has read nothing of what waits for it, for so long."""
        unread = self.transport.get_write_buffer_size()
        if not unread or unread < self._unread:
            self._unread_since = None
        elif self._unread_since is None:
            self._unread_since = now
        self._unread = unread
        return self._unread_since is not None and now - self._unread_since > seconds

    def _note_phase(self) -> None:
        """Start the time for what comes next: it runs until that is there as a whole."""
        state = self.conn.their_state
        phase = "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else None
        if phase != self._phase:
            self._phase, self._phase_since = phase, self.guard.clock()
            self.guard.note(self, complete=phase is None)


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

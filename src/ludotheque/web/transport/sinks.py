"""Where a follower's messages are written: a WebSocket, or a stream of server-sent events.

Both write at once into the connection's buffer. `Following` looks how much waits there.
"""

from __future__ import annotations

import asyncio

from ..access.protocol import GuardedProtocol
from ..access.socket_protocol import GuardedSocket
from .messages import Beat, encoded

#: Codes with which a socket is closed (RFC 6455, and the IANA's list).
DONE, NOT_ALLOWED, UNREADABLE, FAILED = 1000, 1008, 1003, 1011
RESTARTED, TOO_SLOW = 1012, 1013
STILL_HERE = encoded(Beat())


class SocketSink:
    """A WebSocket: every message is a text."""

    def __init__(self, connection: GuardedSocket) -> None:
        self.connection = connection

    @property
    def unread(self) -> int:
        return self.connection.unread

    def frame(self, version: int, data: bytes) -> None:
        self.connection.send_text(data)

    def news(self, name: str, data: bytes) -> None:
        self.connection.send_text(data)

    def still_here(self) -> None:
        self.connection.send_text(STILL_HERE)

    def finish(self) -> None:
        self.connection.close(DONE)

    def interrupt(self) -> None:
        self.connection.close(RESTARTED)

    def cut(self) -> None:
        self.connection.close(TOO_SLOW)


class EventStreamSink:
    """Server-sent events (WHATWG): a frame is a message whose id is its version; all the others
    are named events with the same data as on a socket."""

    def __init__(self, connection: GuardedProtocol) -> None:
        self.connection = connection
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        connection.end_stream = self.finish

    @property
    def unread(self) -> int:
        return self.connection.unread

    def frame(self, version: int, data: bytes) -> None:
        self.connection.write_chunk(b"id: %d\ndata: %b\n\n" % (version, data))

    def news(self, name: str, data: bytes) -> None:
        self.connection.write_chunk(b"event: %b\ndata: %b\n\n" % (name.encode(), data))

    def still_here(self) -> None:
        self.connection.write_chunk(b": still here\n\n")

    def finish(self) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    interrupt = finish

    def cut(self) -> None:
        self.connection.transport.abort()

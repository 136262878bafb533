"""A client that speaks through a bare socket, and may stop in the middle of anything."""

from __future__ import annotations

import re
import socket
import time
from types import TracebackType

from ..server import PATIENCE, Server


class RawClient:
    def __init__(self, server: Server, source: str = "127.0.0.1", **options: int) -> None:
        self.names = {"host": server.host, "key": server.key}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        for name, value in options.items():
            self.socket.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
        self.socket.settimeout(PATIENCE)
        if source != "127.0.0.1":
            self.socket.bind((source, 0))
        self.socket.connect(tuple(server.socket.getsockname()))
        self.read = b""

    def send(self, text: str) -> RawClient:
        self.socket.sendall(text.replace("\n", "\r\n").format(**self.names).encode())
        return self

    def until(self, wanted: bytes) -> bytes:
        """Read until this has come; what came before it is returned with it."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.read:
            assert time.monotonic() < end
            more = self.socket.recv(65_536)
            assert more, f"closed after {self.read[-200:]!r}"
            self.read += more
        before, _, self.read = self.read.partition(wanted)
        return before + wanted

    def to_the_end(self) -> bytes:
        """Read until the server closes the connection."""
        try:
            while more := self.socket.recv(65_536):
                self.read += more
        except ConnectionResetError:
            pass
        return self.read

    def status(self) -> int:
        """The status of the next answer."""
        found = re.search(rb"HTTP/1.1 (\d+) ", self.until(b"\r\n\r\n"))
        assert found
        return int(found[1])

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

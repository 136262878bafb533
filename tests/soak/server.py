"""The server as a separate process that tests kill, or run with a full disk or without rights.

    python -m tests.soak.server FOLDER [LARGEST]

LARGEST: no file may grow beyond that many bytes until the process gets SIGUSR1, as on a disk
that is full until somebody makes room.
"""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from ludotheque.web.access.local_key import FILE, HEADER
from tests.web.friends import ELSEWHERE
from tests.web.server import PATIENCE
from tests.web.server_process import main as serve

ROOT = Path(__file__).resolve().parents[2]


def limit_files(size: int | None) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most if size is None else size, most))


def main(arguments: list[str]) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # what cannot be written fails, and no more
    signal.signal(signal.SIGUSR1, lambda *_: limit_files(None))
    signal.signal(signal.SIGUSR2, lambda *_: limit_files(int(arguments[1])))
    serve(arguments[0])


class Server:
    """`with Server(folder) as server: server.guest().get("/")`."""

    def __init__(self, folder: Path, *more: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.server", str(folder), *map(str, more)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"
        self.killed = False  # said before it is done: lines are cut before the process is gone
        self._clients: list[httpx.Client] = []
        self.client = self._new({HEADER: (folder / FILE).read_text("ascii").strip()})

    def _new(self, headers: dict[str, str], **more: Any) -> httpx.Client:
        client = httpx.Client(
            base_url=self.address, timeout=PATIENCE, headers=headers, verify=False, **more
        )
        self._clients.append(client)
        return client

    def guest(self, device: str | None = None) -> httpx.Client:
        """Somebody elsewhere, at a device that is known here or not."""
        return self._new(ELSEWHERE, cookies={} if device is None else {"device": device})

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """At once, without a word of warning."""
        self.killed = True
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for client in self._clients:
            client.close()
        assert self.process.stdout is not None
        self.process.stdout.close()


if __name__ == "__main__":
    main(sys.argv[1:])

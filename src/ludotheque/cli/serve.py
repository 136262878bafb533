"""`ludotheque serve`: the house in the browser, on this machine."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import closing
from pathlib import Path

import uvicorn
from rich.console import Console

from ..core.errors import BadOption
from ..core.language import Language
from ..store.folder import default_folder
from ..store.store import Store
from ..web.app import create_app
from ..web.config import EVERYWHERE, Config

GRACE = 2  # seconds that open streams get when the server stops


def serve_command(house: Language, host: str, port: int, data: Path | None, browser: bool) -> int:
    with closing(bound(host, port)) as listening, Store.open(data or default_folder()) as store:
        port = listening.getsockname()[1]
        config = Config(data=store.folder, host=host, port=port)
        address = f"http://{shown_host(host)}:{port}/"
        server = Announcing(
            uvicorn.Config(
                create_app(config, store),
                log_level="warning",
                access_log=False,
                timeout_graceful_shutdown=GRACE,
                server_header=False,
            ),
            Console(highlight=False),
            house("The house is open: {address} (Ctrl-C closes it)", address=address),
            address if browser else None,
        )
        server.run(sockets=[listening])
        return 0 if server.started else 1


def shown_host(host: str) -> str:
    """The host as a browser on this machine can be told it."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def bound(host: str, port: int) -> socket.socket:
    """The socket to listen on, taken before anything else is started."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
        except BaseException:
            listening.close()
            raise
    except (OSError, OverflowError) as problem:
        raise BadOption(
            "cannot listen on {host}, port {port} ({problem}); --port 0 takes any free one",
            host=host,
            port=port,
            problem=getattr(problem, "strerror", None) or str(problem),
        ) from None
    return listening


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and opens the browser then."""

    def __init__(
        self, config: uvicorn.Config, console: Console, sentence: str, address: str | None
    ) -> None:
        super().__init__(config)
        self.console = console
        self.sentence = sentence
        self.address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.console.print(self.sentence)
            if self.address is not None:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()

"""A real server for a test, on a port of its own and with a folder of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from ludotheque.store.store import Store
from ludotheque.web.access.local_key import FILE, HEADER
from ludotheque.web.access.serving import uvicorn_config
from ludotheque.web.app import create_app
from ludotheque.web.config import Config
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.registry import MatchRegistry

PATIENCE = 60.0  # seconds that anything may take, beside a compiler, before a test gives up
CLOSING = 120.0  # a compiler at work cannot be stopped, only waited for
AS_FAST_AS_IT_GOES = {
    "commands_per_second": 1e6,
    "commands_at_once": 1_000_000,
    "reads_per_second": 1e6,
    "reads_at_once": 1_000_000,
    "matches_at_once": 1_000_000,
}


def listening() -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", 0))
    return found


def at_once(
    server: Server, count: int, ask: Callable[[httpx.Client], httpx.Response]
) -> list[httpx.Response]:
    """What so many clients are answered who all ask at the same time."""
    simultaneously, answers = threading.Barrier(count), list[httpx.Response]()

    def one(client: httpx.Client) -> None:
        client.get("/api/games")
        simultaneously.wait(PATIENCE)
        answers.append(ask(client))

    threads = [threading.Thread(target=one, args=(server.new_client(),)) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(answers) == count
    return answers


class Server:
    """A server in a thread; `with Server(folder) as server: server.client.get("/")`."""

    def __init__(self, folder: Path, store: Store | None = None, **settings: Any) -> None:
        self.socket = listening()
        self.host = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.address = f"http://{self.host}"
        self.folder = folder
        if store is not None and store.node is not None:
            settings.setdefault("node_address", self.address)
        self.config = Config(folder, **{"bot_pauses": False, **AS_FAST_AS_IT_GOES, **settings})
        self.app = create_app(self.config, store)
        self.uvicorn = uvicorn.Server(
            uvicorn_config(
                self.app,
                log_level="critical",
                timeout_graceful_shutdown=1,
                proxy_headers=True,
            )
        )
        self.ready = threading.Event()
        self.thread = threading.Thread(
            target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True
        )
        self._open = ExitStack()
        self.client = self.new_client()

    def new_client(self, *, local: bool = True, **more: Any) -> httpx.Client:
        """Somebody at a device of their own; French is what it asks for, if it says nothing.

        It brings the local key with every request, unless it is a stranger's.
        """
        if local:
            more["event_hooks"] = {"request": [self._bring_key]}
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False, **more)
        return self._open.enter_context(client)

    def _bring_key(self, request: httpx.Request) -> None:
        request.headers.setdefault(HEADER, self.key)

    @property
    def key(self) -> str:
        """The local key, as its user reads it in the data folder."""
        return (self.folder / FILE).read_text("ascii").strip()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the server, which runs in its own thread."""
        return self.uvicorn.servers[0].get_loop()

    @property
    def registry(self) -> MatchRegistry:
        registry: MatchRegistry = self.app.state.registry
        return registry

    def awake(self, match_id: str) -> LiveMatch:
        live = self.registry._loaded[match_id]
        assert isinstance(live, LiveMatch)
        return live

    def __enter__(self) -> Server:
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive(), "the server did not start"
            threading.Event().wait(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        self.uvicorn.should_exit = True
        self.thread.join(CLOSING)
        self.socket.close()
        assert not self.thread.is_alive()

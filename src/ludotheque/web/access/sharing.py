"""Sharing the server with the network around it: only on request, and only while it runs.

For each address of this machine a second uvicorn server runs in the same event loop, with the same
application. Requests that come in there are marked with their Listener, so that they never count as
coming from this machine.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI
from starlette.requests import Request

from ...core.errors import BadOption
from ..config import Config
from .listener import Listener, listener_of
from .network import listening_socket, network_addresses
from .serving import uvicorn_config

GRACE = 2  # seconds that open requests get when a listener is closed


class ListenerServer(uvicorn.Server):
    """The uvicorn server of one listener. It starts and stops while the main server runs."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Install no signal handlers: the main server has its own."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections at once: live streams would never end by themselves."""
        for connection in list(self.server_state.connections):
            connection.transport.close()
        await super().shutdown(sockets)


@dataclass(frozen=True)
class RunningListener:
    listener: Listener
    server: ListenerServer
    task: asyncio.Task[None]

    async def close(self) -> None:
        self.server.should_exit = True
        await self.task


class Sharing:
    def __init__(self, app: FastAPI, config: Config) -> None:
        self.app = app
        self.config = config
        self._opened: list[RunningListener] = []
        self._changing = asyncio.Lock()

    @property
    def listeners(self) -> list[Listener]:
        """The open listeners; one for each address if the server is bound to all interfaces."""
        if self.config.any_address:
            return [Listener(address, self.config.port) for address in self.addresses()]
        return [opened.listener for opened in self._opened]

    @property
    def is_closed(self) -> bool:
        """Whether nobody but the people at this machine can reach the server."""
        return self.config.public is None and not self.listeners

    @property
    def has_moved(self) -> bool:
        """Whether this machine has changed networks since, so that a listener cannot be reached."""
        here = self.addresses()
        return any(listener.address not in here for listener in self.listeners)

    def addresses(self) -> tuple[str, ...]:
        named = self.config.network
        return network_addresses() if named is None else named

    async def start(self) -> None:
        """Open a listener at every address; BadOption where there is no address."""
        async with self._changing:
            if self.listeners and not self.has_moved:
                return
            await self._close()
            addresses = self.addresses()
            if not addresses:
                raise BadOption("this machine is on no network of its own that could be shared")
            try:
                for address in addresses:
                    self._opened.append(await self._open(address))
            except BaseException:
                await self._close()
                raise

    async def stop(self) -> None:
        async with self._changing:
            await self._close()

    async def _open(self, address: str) -> RunningListener:
        listening = listening_socket(address, self.config.port)
        listener = Listener(address, listening.getsockname()[1])
        server = ListenerServer(
            uvicorn_config(
                self.app,
                listener.wrap(self.app),
                lifespan="off",
                proxy_headers=False,  # nobody forwards requests to a listener
                timeout_graceful_shutdown=GRACE,
            )
        )
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            if task.done():
                task.result()  # raises the reason
            await asyncio.sleep(0)
        return RunningListener(listener, server, task)

    async def _close(self) -> None:
        opened, self._opened = self._opened, []
        await asyncio.gather(*(each.close() for each in opened))


def base_url(request: Request) -> str:
    """The URL by which others reach the server, without a slash at its end.

    It is the public address if there is one; otherwise the listener on which the request came in,
    or any that is open to the network; otherwise the address in the caller's own browser, which is
    good on this machine only.
    """
    state = request.app.state
    if state.config.public is not None:
        origin: str = state.config.public.origin
        return origin
    listener = listener_of(request.scope) or next(iter(state.sharing.listeners), None)
    return str(request.base_url).rstrip("/") if listener is None else listener.url

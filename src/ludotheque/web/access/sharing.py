"""The house shared with the network around it, while it is open: never longer, never by itself.

Each address has a door of its own: a second server in the same event loop, with the same
application behind it. What comes in there is marked, so that it is never taken for the household.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from starlette.requests import Request
from starlette.types import ASGIApp

from ...core.errors import BadOption
from ..config import Config
from .listener import Listener, listener_of
from .network import listening_at, network_addresses

GRACE = 2  # seconds that commands under way get when a door is closed


class ListenerServer(uvicorn.Server):
    """The server at one door. It comes and goes while the house stays open."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Ctrl-C is the house's to hear."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams never end by themselves: who listens here is hung up on."""
        for connection in list(self.server_state.connections):
            connection.transport.close()
        await super().shutdown(sockets)


@dataclass(frozen=True)
class Opened:
    listener: Listener
    keeper: ListenerServer
    keeping: asyncio.Task[None]

    async def close(self) -> None:
        self.keeper.should_exit = True
        await self.keeping


class Sharing:
    def __init__(self, application: ASGIApp, config: Config) -> None:
        self.application = application
        self.config = config
        self._opened: list[Opened] = []
        self._changing = asyncio.Lock()

    @property
    def listeners(self) -> list[Listener]:
        """Those that stand open. A house that listens everywhere has one wherever it is."""
        if self.config.any_address:
            return [Listener(address, self.config.port) for address in self.addresses()]
        return [opened.listener for opened in self._opened]

    @property
    def is_closed(self) -> bool:
        """Whether nobody but the people at this machine can reach the server."""
        return self.config.public is None and not self.listeners

    @property
    def has_moved(self) -> bool:
        """Whether this machine has gone to another network, where its doors do not stand."""
        here = self.addresses()
        return any(listener.address not in here for listener in self.listeners)

    def addresses(self) -> tuple[str, ...]:
        named = self.config.network
        return network_addresses() if named is None else named

    async def start(self) -> None:
        """Open a door at every address; BadOption where there is none."""
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

    async def _open(self, address: str) -> Opened:
        listening = listening_at(address, self.config.port)
        listener = Listener(address, listening.getsockname()[1])
        keeper = ListenerServer(
            uvicorn.Config(
                listener.into(self.application),
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # who comes in here speaks for nobody else
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        keeping = asyncio.create_task(keeper.serve(sockets=[listening]))
        while not keeper.started:
            if keeping.done():
                keeping.result()  # which tells why it could not
            await asyncio.sleep(0)
        return Opened(listener, keeper, keeping)

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

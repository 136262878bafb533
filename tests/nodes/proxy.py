"""A TCP proxy that can cut connections, refuse new ones, delay what passes, and hold it back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
CHUNK = 65_536  # bytes


class Proxy:
    """Listens on a port of this machine, and passes everything on to where `connect` leads.

    It is cut off while `refusing` is set, and slow by `delay` seconds for each piece that passes.
    """

    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        self._connect = connect
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self._is_free = asyncio.Event()
        self._is_free.set()
        self.refusing = False
        self.delay = 0.0
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.refusing = True
        self.cut()
        for task in tuple(self._passing):
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def cut(self) -> None:
        """End every connection at once: what is on its way is lost."""
        for writer in tuple(self._open):
            writer.transport.abort()

    def hold(self) -> None:
        """Let nothing pass, while connections stay open: as a network that loses every packet."""
        self._is_free.clear()

    def heal(self) -> None:
        """Pass everything on again, what was held back first."""
        self.refusing, self.delay = False, 0.0
        self._is_free.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            far_reader, far_writer = await self._connect()
        except OSError:
            self._drop(writer)
            return
        self._open.add(far_writer)
        if self.refusing:  # cut off while it was connecting
            self._drop(writer, far_writer)
            return
        for one, other in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._pass_on(one, other, (writer, far_writer)))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        both: tuple[asyncio.StreamWriter, ...],
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._is_free.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
            await self._is_free.wait()
        for each in both:  # what was written goes out first
            with suppress(OSError, RuntimeError):
                each.close()
            self._open.discard(each)

    def _drop(self, *writers: asyncio.StreamWriter) -> None:
        for writer in writers:
            writer.transport.abort()
            self._open.discard(writer)

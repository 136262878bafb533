"""PostgreSQL and some nodes, each a process of its own, with proxies between all of them.

Clients reach a node through a proxy, and a node reaches the database through another one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from ludotheque.cli.matches.deletion import ADDRESS
from tests.core.process import ROOT, SOURCES
from tests.store.postgres.cluster import Cluster

from .proxy import Proxy, Streams

HOST = "games.test"  # the public name of the house
PATIENCE = 120.0  # seconds that anything may take on a busy machine
STARTS = 5  # of a node, until it is open
MOST_TOLD = 6_000  # characters of a log
SOCKET = ".s.PGSQL.5432"
OWNER = (
    "SELECT nodes.address FROM matches JOIN nodes ON nodes.node = matches.owner"
    " WHERE matches.id = %s"
)


class Node:
    """`ludotheque serve` in a process that is killed, stopped and started again.

    `program`: the module that is run.
    """

    def __init__(
        self, number: int, folder: Path, cluster: Cluster, name: str, program: str
    ) -> None:
        self.number = number
        self._program = program
        self.is_stopped = False
        self.process: asyncio.subprocess.Process | None = None
        self._folder, self._cluster, self._name = folder, cluster, name
        self._port = 0
        self.database = Proxy(self._connect_to_database)
        self.front = Proxy(self._connect_to_node)

    @property
    def log(self) -> Path:
        return self._folder / f"node-{self.number}.log"

    @property
    def port(self) -> int:
        return self._port

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def _connect_to_database(self) -> Streams:
        return await asyncio.open_unix_connection(str(self._cluster.folder / SOCKET))

    async def _connect_to_node(self) -> Streams:
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def start(self) -> None:
        """Start it; returns when it is open. Where it gives up, because the database does not
        answer just then, it is started again, as a service manager would."""
        if not self.database.port:
            await self.database.start()
            await self.front.start()
        for _ in range(STARTS - 1):
            if await self._opens():
                return
        assert await self._opens(), self.log.read_text()

    async def _opens(self) -> bool:
        address = f"postgresql://postgres@127.0.0.1:{self.database.port}/{self._name}"
        options = ["--port", "0", "--data", str(self._folder / f"node-{self.number}")]
        options += ["--database", address, "--public-url", f"http://{HOST}", "--no-browser"]
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._program, "serve", "--lang", "en", *options),
                env=environment(),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        said = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if b"is open" not in said:
            await self.process.wait()
            return False
        # A public server prints only its public address: the port is in its data folder.
        told = (self._folder / f"node-{self.number}" / ADDRESS).read_text("utf-8")
        self._port = int(told.rpartition(":")[2])
        return True

    async def kill(self) -> None:
        if self.runs:
            assert self.process is not None
            self.process.kill()
            await self.process.wait()
        self.is_stopped = False

    def stop(self) -> None:
        """SIGSTOP: it does nothing, and its connections stay open."""
        self._signal(signal.SIGSTOP)
        self.is_stopped = True

    def resume(self) -> None:
        self._signal(signal.SIGCONT)
        self.is_stopped = False

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            assert self.process is not None
            self.process.send_signal(number)

    async def heal(self) -> None:
        """As if nothing had happened to it."""
        self.front.heal()
        self.database.heal()
        if self.is_stopped:
            self.resume()
        if not self.runs:
            await self.start()

    async def close(self) -> None:
        await self.kill()
        for proxy in (self.front, self.database):
            if proxy.port:
                await proxy.close()


class House:
    """The nodes, and the database that they share."""

    def __init__(self, cluster: Cluster, folder: Path, nodes: int, program: str) -> None:
        self.cluster = cluster
        self.address = cluster.new_database()
        name = self.address.partition("?")[0].rpartition("/")[2]
        self.nodes = [Node(number, folder, cluster, name, program) for number in range(nodes)]

    def node_of(self, match_id: str) -> Node:
        """The node that plays a match."""
        (address,) = self.ask(OWNER, match_id)
        (found,) = (node for node in self.nodes if address.endswith(f":{node.port}"))
        return found

    def ask(self, statement: str, *values: object) -> Any:
        """The only row that a statement finds."""
        with psycopg.connect(self.address) as connection:
            return connection.execute(statement, values).fetchone()

    def complaints(self) -> str:
        """What the nodes have said that was no plain message, from the first traceback of each."""
        logs = {node.number: node.log.read_text("utf-8") for node in self.nodes}
        return "\n".join(
            f"node {number}:\n{log[log.index('Traceback') :][:MOST_TOLD]}"
            for number, log in logs.items()
            if "Traceback" in log
        )

    async def restart_database(self, pause: float, mode: str = "immediate") -> None:
        """`immediate` is a crash."""
        await asyncio.to_thread(self.cluster.stop, mode)
        await asyncio.sleep(pause)
        await asyncio.to_thread(self.cluster.start)

    async def heal(self) -> None:
        await asyncio.gather(*(node.heal() for node in self.nodes))


def environment() -> dict[str, str]:
    search = os.pathsep.join(map(str, (SOURCES, ROOT)))
    return {**os.environ, "PYTHONPATH": search, "PYTHONUNBUFFERED": "1"}


@asynccontextmanager
async def open_house(
    cluster: Cluster, folder: Path, nodes: int, program: str = "ludotheque"
) -> AsyncIterator[House]:
    house = House(cluster, folder, nodes, program)
    try:
        await asyncio.gather(*(node.start() for node in house.nodes))  # one makes the tables
        yield house
    finally:
        await asyncio.gather(*(node.close() for node in house.nodes))

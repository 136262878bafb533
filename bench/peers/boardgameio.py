"""boardgame.io's server under the same load: rooms of two, who act one after the other.

It is installed from npm on first use, where node and npm are there. Its clients speak Socket.IO
over a WebSocket, written by hand as lean as ours are.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from ..web_socket import WebSocket

HERE = Path(__file__).parent / "boardgameio"
GAMES = ("tic-tac-toe", "level-x")
OPEN, PING, CONNECTED, EVENT = b"0", b"2", b"40", b"42"


def is_available() -> bool:
    return shutil.which("node") is not None and shutil.which("npm") is not None


def install() -> None:
    if not (HERE / "node_modules").exists():
        quietly = ("--no-audit", "--no-fund", "--no-package-lock", "--silent")
        subprocess.run(["npm", "install", "--omit=optional", *quietly], cwd=HERE, check=True)


class Peer:
    """The server in a process of its own, on one core. It keeps its matches in memory, or with
    `in_files` a file for each of them (its FlatFile, without fsync)."""

    def __init__(self, core: int, *, in_files: bool) -> None:
        self.folder = tempfile.TemporaryDirectory()
        files = {"FLATFILE_DIR": self.folder.name} if in_files else {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["node", "server.cjs", str(self.port)],
            cwd=HERE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NODE_ENV": "production", **files},
            text=True,
        )
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {core})
        assert self.process.stdout is not None
        while "listening" not in (said := self.process.stdout.readline()):
            assert said, "boardgame.io's server has not started"

    @property
    def pid(self) -> int:
        return self.process.pid

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()
        self.folder.cleanup()


class Seat:
    """One client of a room."""

    def __init__(self, game: str, room: str, player: int) -> None:
        self.game, self.room, self.player = game, room, player
        self.state: dict[str, Any] = {}
        self.when = 0.0
        self.updates = self.update_bytes = 0
        self.socket: WebSocket | None = None
        self._synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waits: asyncio.Future[None] | None = None
        self._wanted = -1

    async def join(self, port: int) -> None:
        path = "/socket.io/?EIO=4&transport=websocket"
        self.socket = await WebSocket.connect(port, path, self.hear)
        await self._synced

    def hear(self, socket: WebSocket, text: bytes) -> None:
        self.socket = socket
        if text.startswith(OPEN):
            self._send(b"40/" + self.game.encode() + b",")
        elif text == PING:
            self._send(b"3")
        elif text.startswith(CONNECTED):
            self._emit("sync", self.room, str(self.player), None, 2)
        elif text.startswith(EVENT):
            self.update_bytes += len(text)
            self._take(json.loads(text[text.index(b",") + 1 :]))

    def _take(self, event: list[Any]) -> None:
        name, _, *rest = event
        if name == "sync":
            self.state = rest[0]["state"]
            if not self._synced.done():
                self._synced.set_result(None)
        elif name == "update":
            self.state, self.when = rest[0], time.perf_counter()
            self.updates += 1
            if self._waits is not None and self.state_id >= self._wanted:
                self._waits.set_result(None)
                self._waits = None

    @property
    def state_id(self) -> int:
        found: int = self.state["_stateID"]
        return found

    async def reaches(self, state_id: int) -> None:
        if self.state_id < state_id:
            self._wanted = state_id
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits

    def move(self, name: str, *args: Any) -> None:
        payload = {"type": name, "args": args, "playerID": str(self.player), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state_id, self.room, str(self.player))

    def _emit(self, *event: Any) -> None:
        self._send(b"42/" + self.game.encode() + b"," + json.dumps(event).encode())

    def _send(self, text: bytes) -> None:
        assert self.socket is not None
        self.socket.send(text)


class Room:
    """Two clients who act one after the other, in one of the peer's games."""

    is_over = False

    def __init__(self, game: str, number: int) -> None:
        self.game = game
        self.seats = [Seat(game, f"room-{number}", player) for player in (0, 1)]
        self.chance = random.Random(number)

    @property
    def connections(self) -> int:
        return len(self.seats)

    @property
    def received(self) -> tuple[int, int]:
        seats = self.seats
        return sum(each.updates for each in seats), sum(each.update_bytes for each in seats)

    async def join(self, port: int) -> None:
        for seat in self.seats:
            await seat.join(port)

    async def act_and_be_seen(self) -> float:
        state = self.seats[0].state
        actor = self.seats[int(state["ctx"]["currentPlayer"])]
        other = self.seats[1 - actor.player]
        after = actor.state_id + 1
        self._act(actor)
        await other.reaches(after)
        await actor.reaches(after)
        return other.when

    def _act(self, actor: Seat) -> None:
        position = actor.state["G"]
        if self.game == "tic-tac-toe":
            free = [cell for cell, mark in enumerate(position["cells"]) if mark is None]
            actor.move("clickCell", self.chance.choice(free)) if free else actor.move("clear")
        elif position["dice"] is None:
            actor.move("roll")
        else:
            one, two, three, four = position["dice"]
            actor.move("play", [sum_ for sum_ in (one + two, three + four) if 5 <= sum_ <= 10])

    def go(self) -> None:
        for seat in self.seats:
            if seat.socket is not None:
                seat.socket.close()

"""Minimal HTTP clients that play matches, with as little CPU time of their own as possible.

Like a page, a player has one connection for commands and one to follow the match, by server-sent
events or by long polling.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from typing import Any

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.IGNORECASE)
DEVICE = re.compile(rb"\r\nset-cookie: (device=[\w-]+)", re.IGNORECASE)
POLL_SECONDS = 25

Data = dict[str, Any]


class Refused(Exception):
    """A response with an unexpected status."""


class Line(asyncio.Protocol):
    """A keep-alive HTTP connection: one request at a time, then its response."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.transport: asyncio.Transport | None = None  # None if it is not connected
        self.received = bytearray()
        self.answered: asyncio.Future[bytes] | None = None
        self.device = ""  # the cookie by which the server knows this client

    async def open(self) -> asyncio.Transport:
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        return self.transport

    def data_received(self, data: bytes) -> None:
        self.received += data
        head = self.received.find(b"\r\n\r\n")
        if head < 0:
            return
        found = LENGTH.search(self.received, 0, head + 2)
        assert found, bytes(self.received[:head])
        end = head + 4 + int(found[1])
        if len(self.received) < end:
            return
        status, body = bytes(self.received[9:12]), bytes(self.received[head + 4 : end])
        named = DEVICE.search(self.received, 0, head + 2)
        if named is not None:
            self.device = f"{named[1].decode()}; "
        del self.received[:end]
        assert self.answered is not None
        if status[:1] == b"2":
            self.answered.set_result(body)
        else:
            self.answered.set_exception(Refused(status + b" " + body))

    def connection_lost(self, problem: Exception | None) -> None:
        self.transport = None
        if self.answered is not None and not self.answered.done():
            self.answered.set_exception(ConnectionResetError())

    async def ask(self, request: bytes) -> Data:
        try:
            return await self._ask(request)
        except ConnectionResetError:  # the server has just closed the idle connection
            return await self._ask(request)

    async def _ask(self, request: bytes) -> Data:
        transport = self.transport or await self.open()
        self.answered = asyncio.get_running_loop().create_future()
        transport.write(request)
        answer: Data = json.loads(await self.answered)
        return answer

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Player:
    """A client that plays one seat, with the device cookie that the server gives it."""

    def __init__(self, port: int) -> None:
        self.line = Line(port)
        self.version = -1  # the newest version that it has received
        self.when = 0.0  # the time at which it was received
        self._waiting: asyncio.Future[None] | None = None
        self._follows: Line | None = None
        self._polls: asyncio.Task[None] | None = None

    @property
    def head(self) -> str:
        line = self.line
        return f"host: 127.0.0.1:{line.port}\r\ncookie: {line.device}lang=fr\r\n"

    async def get(self, path: str) -> Data:
        return await self.line.ask(self._getting(path))

    async def post(self, path: str, data: Data) -> Data:
        body = json.dumps(data).encode()
        head = f"POST {path} HTTP/1.1\r\n{self.head}content-type: application/json\r\n"
        return await self.line.ask(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)

    def _getting(self, path: str) -> bytes:
        return f"GET {path} HTTP/1.1\r\n{self.head}\r\n".encode()

    def sees(self, version: int) -> None:
        """Note that an update has arrived."""
        self.version, self.when = version, time.perf_counter()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def reaches(self, version: int) -> None:
        while self.version < version:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting

    async def follow_polls(self, match_id: str) -> None:
        """Follow the match by long polling, as a program does."""
        self._follows = Line(self.line.port)
        self._polls = asyncio.create_task(self._poll(match_id, self._follows))
        await self.reaches(0)

    async def _poll(self, match_id: str, line: Line) -> None:
        path = f"/api/matches/{match_id}?wait={POLL_SECONDS}&since="
        while True:
            answer = await line.ask(self._getting(path + str(max(self.version, 0))))
            if answer["version"] > self.version:
                self.sees(answer["version"])

    def go(self) -> None:
        if self._polls is not None:
            self._polls.cancel()
        for line in (self.line, self._follows):
            if line is not None:
                line.close()


class Group:
    """A match between clients who have a device each."""

    def __init__(self, match_id: str, players: list[Player], seed: int) -> None:
        self.id = match_id
        self.players = players
        self.chance = random.Random(seed)
        self.known: Data = {}

    @classmethod
    async def sit_down(cls, port: int, game: str, seed: int, people: int = 2, *more: int) -> Group:
        """Create a match with the first client, and let the others join by their links.

        With `more` ports, players come to each of them in turn.
        """
        ports = (port, *more)
        host, *friends = players = [Player(ports[seat % len(ports)]) for seat in range(people)]
        seats = [{"name": f"P{seat}", "friend": seat > 0} for seat in range(people)]
        made = await host.post("/api/matches", {"game": game, "seats": seats})
        for seat, friend in enumerate(friends, 1):
            token = made["links"][str(seat)].rpartition("#")[2]
            await friend.post(f"/api/matches/{made['id']}/join", {"token": token})
        group = cls(made["id"], players, seed)
        group.known = await host.get(f"/api/matches/{group.id}")
        return group

    @property
    def is_over(self) -> bool:
        return bool(self.known["waits_for"] == "end")

    async def act(self) -> list[Player]:
        """Send the awaited roll or a random move; returns the other players."""
        seat = self.known["seat"]
        command = {"kind": self.known["waits_for"], "seat": seat, "version": self.known["version"]}
        if command["kind"] == "move":
            command["move"] = self.chance.choice(self.known["moves"])
        actor = self.players[seat]
        self.known = await actor.post(f"/api/matches/{self.id}/commands", command)
        return [player for player in self.players if player is not actor]

    async def act_and_be_seen(self) -> float:
        """Act, and wait for the other players to receive the update; returns the time of that."""
        others = await self.act()
        for other in others:
            await other.reaches(self.known["version"])
        return max(other.when for other in others)

    def go(self) -> None:
        for player in self.players:
            player.go()

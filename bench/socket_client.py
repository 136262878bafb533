"""Players who follow their match and act over a WebSocket, with little CPU time of their own."""

from __future__ import annotations

import asyncio
import random
import time

import msgspec

from .live_client import Group, Player
from .web_socket import WebSocket


class Seen(msgspec.Struct):
    """What a player reads of a message: everything else is skipped by the decoder."""

    type: str
    version: int = -1
    waits_for: str = ""
    seat: int | None = None
    moves: list[str] = []
    ok: bool = True
    problem: msgspec.Raw = msgspec.Raw(b"null")
    beat: str | int | None = None

    @property
    def is_settled(self) -> bool:
        """Whether somebody is to act, or nobody any more: no further step comes by itself."""
        return self.seat is not None or self.waits_for == "end"


SEEN = msgspec.json.Decoder(Seen)


class SocketPlayer:
    """One seat: its last frame, and what it has been answered."""

    def __init__(self) -> None:
        self.frame = Seen("frame")
        self.when = 0.0
        self.frames = 0
        self.frame_bytes = 0
        self.socket: WebSocket | None = None
        self._waits: asyncio.Future[None] | None = None
        self._version = -1

    async def follow(self, player: Player, match_id: str, version: int) -> None:
        cookie = f"{player.line.device}lang=fr"
        origin = f"http://127.0.0.1:{player.line.port}"
        path = f"/match/{match_id}/socket?since=-1"
        self.socket = await WebSocket.connect(
            player.line.port, path, self.hear, Cookie=cookie, Origin=origin
        )
        await self.reaches(version)

    def hear(self, socket: WebSocket, text: bytes) -> None:
        seen = SEEN.decode(text)
        if seen.type == "frame":
            self.frame_bytes += len(text)
            self.show(seen)
        elif seen.type == "beat":
            socket.send(b'{"beat":' + msgspec.json.encode(seen.beat) + b"}")
        elif not seen.ok:
            raise AssertionError(bytes(seen.problem))

    def show(self, frame: Seen) -> None:
        self.frame, self.when = frame, time.perf_counter()
        self.frames += 1
        if self._waits is not None and frame.version >= self._version and frame.is_settled:
            self._waits.set_result(None)
            self._waits = None

    def send(self, text: bytes) -> None:
        assert self.socket is not None
        self.socket.send(text)

    async def reaches(self, version: int) -> None:
        if self.frame.version < version or not self.frame.is_settled:
            self._version = version
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits


class SocketGroup:
    """A match between players on sockets."""

    def __init__(self, group: Group, seed: int) -> None:
        self.id = group.id
        self.version = group.known["version"]
        self.people = group.players
        self.players = [SocketPlayer() for _ in self.people]
        self.chance = random.Random(seed)
        self.sent = 0

    async def follow(self) -> None:
        for player, person in zip(self.players, self.people, strict=True):
            await player.follow(person, self.id, self.version)
            person.line.close()

    @property
    def connections(self) -> int:
        return len(self.players)

    @property
    def received(self) -> tuple[int, int]:
        players = self.players
        return sum(each.frames for each in players), sum(each.frame_bytes for each in players)

    @property
    def is_over(self) -> bool:
        return self.players[0].frame.waits_for == "end"

    async def act_and_be_seen(self) -> float:
        """Act for the seat in turn, and wait until all have the update; returns the time."""
        seat = self.players[0].frame.seat
        assert seat is not None
        actor = self.players[seat]
        version = actor.frame.version
        actor.send(self._command(actor.frame))
        for player in self.players:
            await player.reaches(version + 1)
        return max(player.when for player in self.players if player is not actor)

    def _command(self, frame: Seen) -> bytes:
        self.sent += 1
        assert frame.seat is not None
        move = b""
        if frame.waits_for == "move":
            move = b',"move":' + msgspec.json.encode(self.chance.choice(frame.moves))
        return b'{"id":%d,"command":{"kind":"%s","seat":%d,"version":%d%s}}' % (
            self.sent,
            frame.waits_for.encode(),
            frame.seat,
            frame.version,
            move,
        )

    def go(self) -> None:
        for player in self.players:
            if player.socket is not None:
                player.socket.close()

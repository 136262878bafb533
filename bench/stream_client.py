"""Players who follow their match by server-sent events and act by POST, as a page without a socket
does, with little CPU time of their own."""

from __future__ import annotations

import msgspec

from .live_client import Group, Line, Player
from .socket_client import SEEN, Seen, SocketGroup, SocketPlayer

END = b"\n\n"


class EventStream(Line):
    """A stream of server-sent events, of which frames are read."""

    def __init__(self, port: int, player: StreamPlayer) -> None:
        super().__init__(port)
        self.player = player

    def data_received(self, data: bytes) -> None:
        self.received += data
        *events, rest = self.received.split(END)
        self.received = rest
        for event in events:
            lines = event.splitlines()
            if len(lines) > 1 and lines[-2].startswith(b"id:"):  # all but frames are named
                frame = lines[-1].removeprefix(b"data: ")
                self.player.frame_bytes += len(frame)
                self.player.show(SEEN.decode(frame))


class StreamPlayer(SocketPlayer):
    """One seat: its last frame."""

    async def follow(self, player: Player, match_id: str, version: int) -> None:
        self.person = player
        self.path = f"/api/matches/{match_id}/commands"
        stream = self.stream = EventStream(player.line.port, self)
        request = f"GET /match/{match_id}/live HTTP/1.1\r\n{player.head}\r\n"
        (await stream.open()).write(request.encode())
        await self.reaches(version)

    async def post(self, command: bytes) -> None:
        head = (
            f"POST {self.path} HTTP/1.1\r\n{self.person.head}prefer: return=minimal\r\n"
            f"content-type: application/json\r\ncontent-length: {len(command)}\r\n\r\n"
        )
        await self.person.line.ask(head.encode() + command)

    def close(self) -> None:
        self.stream.close()
        self.person.line.close()


class StreamGroup(SocketGroup):
    """A match between players who follow streams."""

    def __init__(self, group: Group, seed: int) -> None:
        super().__init__(group, seed)
        self.streaming = [StreamPlayer() for _ in self.people]
        self.players = list(self.streaming)

    async def follow(self) -> None:
        for player, person in zip(self.streaming, self.people, strict=True):
            await player.follow(person, self.id, self.version)

    async def act_and_be_seen(self) -> float:
        """Act for the seat in turn, and wait until all have the update; returns the time."""
        seat = self.players[0].frame.seat
        assert seat is not None
        actor = self.streaming[seat]
        version = actor.frame.version
        await actor.post(self._command(actor.frame))
        for player in self.players:
            await player.reaches(version + 1)
        return max(player.when for player in self.players if player is not actor)

    def _command(self, frame: Seen) -> bytes:
        command = msgspec.json.decode(super()._command(frame))["command"]
        return msgspec.json.encode(command)

    def go(self) -> None:
        for player in self.streaming:
            player.close()

"""People who follow a match, and who play it: over a socket, or by events and requests."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from tests.web.capture import Received

from .person import ANSWER_SECONDS, LOST, PAUSE, Answer, Data, Person

TAKES_BACK = 0.05  # of the times that one may
ASKS_TWICE = 0.1  # of the commands are sent to two nodes at once
PRESSES = 0.5  # of the reaction windows
ID = "id"  # the field of a command by which it is known again
LONGEST_PAUSE = 1.0  # seconds


@dataclass
class Sent:
    """A command, and what became of it as far as its sender knows."""

    id: str
    body: Data
    tries: int = 0
    answers: list[Answer] = field(default_factory=list)  # that were final

    @property
    def is_acknowledged(self) -> bool:
        return any(answer.ok for answer in self.answers)

    @property
    def is_refused(self) -> bool:
        return bool(self.answers) and not self.is_acknowledged


class Follower:
    """Somebody who looks on. `streams` are the frames of each connection, as they came."""

    def __init__(self, person: Person, match_id: str, *, by_socket: bool) -> None:
        self.person, self.match_id, self.by_socket = person, match_id, by_socket
        self.streams: list[tuple[int, list[Data]]] = []  # each with the version it began after
        self.frame: Data | None = None  # the newest
        self.news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._answers: dict[int, asyncio.Future[Data]] = {}
        self._heard: set[asyncio.Task[None]] = set()

    @property
    def version(self) -> int:
        return -1 if self.frame is None else int(self.frame["version"])

    @property
    def is_over(self) -> bool:
        return self.frame is not None and self.frame["kind"] == "end"

    @property
    def stands(self) -> Data:
        """Where it is, for those who look for a fault."""
        frame = self.frame or {}
        kept = ("version", "kind", "waits_for", "seat", "mine", "resigned")
        return {
            "streams": len(self.streams),
            "by socket": self.by_socket,
            **{name: frame[name] for name in kept if name in frame},
        }

    async def follow(self) -> None:
        """Until the end, connecting again and again, a little later each time."""
        pause = PAUSE
        while not self.is_over:
            self.streams.append((self.version, []))
            try:
                if self.by_socket:
                    await self._follow_by_socket()
                else:
                    await self.person.events(self.match_id, self.version, self._hear)
            except LOST:
                pass
            if not self.is_over:
                pause = PAUSE if self.streams[-1][1] else min(2 * pause, LONGEST_PAUSE)
                await asyncio.sleep(pause)

    async def _follow_by_socket(self) -> None:
        async with self.person.socket(self.match_id, self.version) as socket:
            self._socket = socket
            try:
                while not self.is_over:
                    async with asyncio.timeout(self.person.silence):
                        text = await socket.recv()
                    assert isinstance(text, str)
                    self._hear(text)
                    if self._beat is not None:
                        await socket.send(json.dumps({"beat": self._beat}))
                        self._beat = None
            finally:
                self._socket = None
                for answer in self._answers.values():
                    answer.cancel()
                self._answers.clear()

    _beat: str | None = None  # to be answered

    def _hear(self, text: str) -> bool:
        """Keep a message; whether the match is over."""
        place = "/socket" if self.by_socket else "/event"
        self.person.received.append(Received(place, text, self.is_over))
        data: Data = json.loads(text)
        if data.get("type") == "answer":
            waiting = self._answers.pop(data["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(data)
        elif data.get("type") == "beat":
            self._beat = data.get("beat")
        elif "snapshot" in data:
            self.streams[-1][1].append(data)
            if data["version"] > self.version:
                self.frame = data
            task = asyncio.create_task(self._tell())
            self._heard.add(task)
            task.add_done_callback(self._heard.discard)
        return self.is_over

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()


class Player(Follower):
    """Somebody who plays a seat."""

    def __init__(
        self, person: Person, match_id: str, chance: random.Random, *, by_socket: bool
    ) -> None:
        super().__init__(person, match_id, by_socket=by_socket)
        assert isinstance(person.viewer, int)
        self.seat = person.viewer
        self.sent: list[Sent] = []
        self._chance = chance
        self._number = 0
        self._pressed = -1  # the last version at which a button was considered

    @property
    def stands(self) -> Data:
        return {**super().stands, "sent": self.sent[-2:]}

    async def play(self) -> None:
        """Act whenever one may, until the match is over."""
        while not self.is_over:
            command = self._command()
            if command is None:
                async with self.news:
                    if self._command() is None and not self.is_over:
                        await self.news.wait()
            elif command["kind"] == "press":
                await self._press(command)
            else:
                await self.send(command)

    async def resign(self) -> None:
        """Give up, against whatever version there is."""
        while not self.is_over:
            if self.frame is None:
                await asyncio.sleep(PAUSE)  # until the match is shown for the first time
                continue
            if self.seat in self.frame.get("resigned", ()):
                return
            sent = await self.send(self._about("resign", confirm=True))
            if sent.is_acknowledged or {a.data.get("code") for a in sent.answers} & {"resigned"}:
                return
            await asyncio.sleep(PAUSE)

    def _about(self, kind: str, **more: object) -> Data:
        return {"kind": kind, "seat": self.seat, "version": self.version, **more}

    def _command(self) -> Data | None:
        """What there is to do now; None if nothing is."""
        frame = self.frame
        if frame is None or self.is_over or self.seat in frame.get("resigned", ()):
            return None
        last = self.sent[-1] if self.sent else None
        if last is not None and last.body["version"] >= self.version and not self._is_off(last):
            return None  # carried out, and not seen yet
        if frame.get("taker_back") == self.seat and self._chance.random() < TAKES_BACK:
            return self._about("take-back")
        if frame["waits_for"] == "watch" and self._pressed < self.version:
            return self._button(frame)
        if not frame.get("mine") or frame.get("seat") != self.seat:
            return None
        if frame["waits_for"] == "move":
            return self._about("move", move=self._chance.choice(frame["moves"]))
        return self._about("roll") if frame["waits_for"] == "roll" else None

    def _is_off(self, sent: Sent) -> bool:
        """Whether a command was refused, so that another one can be sent for that version."""
        return sent.is_refused and sent.body["kind"] == "take-back"

    def _button(self, frame: Data) -> Data | None:
        self._pressed = self.version
        buttons = [
            button["name"]
            for press in frame.get("presses", ())
            if press["seat"] == self.seat and not press["closed"]
            for button in press["buttons"]
        ]
        if not buttons or self._chance.random() > PRESSES:
            return None
        return self._about("press", move=self._chance.choice(buttons))

    async def _press(self, command: Data) -> None:
        """Once: after the window it would come too late."""
        try:
            await self.person.post_command(self.match_id, command)
        except LOST:
            return

    async def send(self, command: Data) -> Sent:
        """Send a command until a final answer comes, always with the same id."""
        name = uuid.UUID(int=self._chance.getrandbits(128)).hex
        sent = Sent(name, {**command, ID: name})
        self.sent.append(sent)
        while not sent.answers and not self.is_over:
            sent.tries += 1
            count = 2 if self._chance.random() < ASKS_TWICE else 1
            found = await asyncio.gather(*(self._try(sent.body) for _ in range(count)))
            sent.answers += [each for each in found if each is not None and each.is_final]
            if not sent.answers:
                await asyncio.sleep(min(PAUSE * sent.tries, LONGEST_PAUSE))
        return sent

    async def _try(self, body: Data) -> Answer | None:
        try:
            if self._socket is not None and self._chance.random() > ASKS_TWICE:
                return await self._by_socket(self._socket, body)
            return await self.person.post_command(self.match_id, body)
        except (*LOST, asyncio.CancelledError):
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return None

    async def _by_socket(self, socket: ClientConnection, body: Data) -> Answer:
        self._number += 1
        waiting: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = waiting
        await socket.send(json.dumps({"id": self._number, "command": body}))
        async with asyncio.timeout(ANSWER_SECONDS):
            data = await waiting
        if data["ok"]:
            return Answer(200, data)
        return Answer(data["status"], data["problem"])

"""A match over a WebSocket: frames come down, commands and questions go up."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import msgspec
from starlette.exceptions import HTTPException

from ...core.errors import LudothequeError
from ...store.errors import StoreError
from ..access.limits import Message, RateLimiter, Receive, Send
from ..access.pace import Pace, too_fast
from ..access.protocol import CONNECTION
from ..access.security import Scope, connection_of
from ..access.socket_protocol import GuardedSocket
from ..access.stream_slots import StreamSlots
from ..access.viewer import viewer_of
from ..commands.play import CommandRequest, is_immediate, version_before
from ..errors import Data, describe_error
from ..live.one_at_a_time import OneAtATime
from ..render.preview import preview_for
from .arrival import Arrival, arrive, last_seen
from .following import Following
from .messages import RECEIVED, Answer, Command, Preview, Problem, Received, encoded
from .sinks import FAILED, NOT_ALLOWED, UNREADABLE, SocketSink

logger = logging.getLogger("ludotheque")

UNCLEAR = {
    "code": "unreadable",
    "message": "a message has a beat; or an id and either a command or a preview",
}
MOST_REFUSED = 40  # messages refused one after the other; then the socket is closed


async def follow_by_socket(scope: Scope, receive: Receive, send: Send, match_id: str) -> None:
    """The WebSocket /match/{id}/socket"""
    await receive()  # websocket.connect
    arrival = await arrive(scope, match_id)
    live, caller = arrival.live, arrival.caller
    arrival.appear()
    await live.narrate(arrival.registry.workers, arrival.language, len(live.steps))
    state = scope["app"].state
    slots: StreamSlots = state.stream_slots
    seats = live.seating.seats_of(caller)
    slot = slots.take(arrival.follower, lambda: live.see(seats))
    try:
        connection: GuardedSocket = scope["extensions"][CONNECTION]
        seen = last_seen(connection_of(scope))
        following = Following(live, caller, arrival.settings, slot, SocketSink(connection), seen)
        slot.evicted = following.update
        await send({"type": "websocket.accept"})
        try:
            following.begin(state.wheel)
            conversation = Conversation(arrival, following, connection, slots, state.pace)
            connection.take_text = conversation.take
            await conversation.run(receive)
        finally:
            connection.take_text = None
            following.end()
    finally:
        slots.leave(slot)


class Conversation:
    """The messages of one socket, answered one after the other."""

    def __init__(
        self,
        arrival: Arrival,
        following: Following,
        connection: GuardedSocket,
        slots: StreamSlots,
        pace: Pace,
    ) -> None:
        self.arrival = arrival
        self.following = following
        self.connection = connection
        self.slots = slots
        self.pace = pace
        self.refused = 0  # messages in a row
        self._one_at_a_time = OneAtATime()
        self._asking: asyncio.Task[None] | None = None  # whether a command was carried out before

    async def run(self, receive: Receive) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            async with self._one_at_a_time:
                await self._take(message)

    def take(self, text: bytes) -> bool:
        """Carry out a roll or a move as soon as it comes, without a task that waits for the disk.

        False for anything else, and while something else is under way: that is for `run`.
        """
        if not self._one_at_a_time.is_free:
            return False
        try:
            received = RECEIVED.decode(text)
        except msgspec.DecodeError:
            return False
        command, number = received.command, received.id
        if command is None or number is None or received.preview or received.beat is not None:
            return False
        asked = command.request()
        if not is_immediate(self.arrival.live, asked):
            return False
        self._one_at_a_time.take()
        try:
            self._begin(number, asked)
        except (LudothequeError, HTTPException) as problem:
            is_known = asked.id is None and self.arrival.registry.nodes is None
            if is_known or isinstance(problem, StoreError):
                self._conclude(number, problem)
            else:
                self._asking = asyncio.create_task(self._look_up(number, asked, problem))
        return True

    async def _look_up(self, number: int, asked: CommandRequest, refused: Exception) -> None:
        """A command was refused: perhaps because it was carried out before. Then it is answered as
        it was then."""
        try:
            version = await version_before(self.arrival.registry, self.arrival.live, asked)
        except (LudothequeError, HTTPException) as problem:
            self._conclude(number, problem)
            return
        self._conclude(number, refused if version is None else None, version)

    def _begin(self, number: int, asked: CommandRequest) -> None:
        if not self._is_paced(self.pace.commands):
            self._one_at_a_time.release()
            self._send(self._too_fast(number))
            return
        following = self.following
        self.arrival.appear(following.seats)
        self.arrival.begin(asked, following.seats_now, partial(self._conclude, number))

    def _conclude(
        self, number: int, problem: BaseException | None, version: int | None = None
    ) -> None:
        """A command that was begun is carried out, or something has gone wrong."""
        self._one_at_a_time.release()
        if problem is None:
            now = self.arrival.live.version if version is None else version
            self._send(Answer(number, True, version=now))
        elif isinstance(problem, LudothequeError | HTTPException):
            status, data = describe_error(problem, self.arrival.language)
            self._send(refusal(number, status, data))
        else:
            logger.error("a command has failed", exc_info=problem)
            self.connection.close(FAILED)

    async def _take(self, message: Message) -> None:
        text = message.get("text")
        if text is None:
            self.connection.close(UNREADABLE, "messages are texts")
            return
        answer = await self._answer(text)
        if answer is not None:
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        self.connection.send_text(encoded(answer))
        self.refused = 0 if answer.ok else self.refused + 1
        if self.refused >= MOST_REFUSED:
            self.connection.close(NOT_ALLOWED, "too many messages that were refused")

    async def _answer(self, text: str) -> Answer | None:
        """The answer to a message; None for the answer to a beat, which has none."""
        try:
            received = RECEIVED.decode(text)
        except msgspec.DecodeError as problem:
            self._is_paced(self.pace.commands)
            return refusal(id_in(text), 422, {"code": "unreadable", "message": str(problem)})
        asked = (received.command is not None) + (received.preview is not None)
        if received.beat is not None and not asked:
            self._hear(received.beat)
            return None
        if received.id is None or received.beat is not None or asked != 1:
            return refusal(received.id, 422, UNCLEAR)
        try:
            return await self._do(received)
        except (LudothequeError, HTTPException) as problem:
            status, data = describe_error(problem, self.arrival.language)
            return refusal(received.id, status, data)

    def _hear(self, beat: str) -> None:
        """The client is there. The answer that is due is free; others count as commands."""
        if self.slots.is_beat_due(beat) or self._is_paced(self.pace.commands):
            self.slots.answer(beat)
        else:
            self.refused += 1

    async def _do(self, received: Received) -> Answer:
        if received.command is not None:
            if not self._is_paced(self.pace.commands):
                return self._too_fast(received.id)
            return await self._carry_out(received.id, received.command)
        assert received.preview is not None
        if not self._is_paced(self.pace.reads):
            return self._too_fast(received.id)
        return self._preview(received.id, received.preview)

    async def _carry_out(self, number: int | None, command: Command) -> Answer:
        arrival = self.arrival
        arrival.appear(self.following.seats)
        seats = self.following.seats_now
        version = await arrival.carry_out(command, confirmed=command.confirm, seats=seats)
        return Answer(number, True, version=version)

    def _preview(self, number: int | None, asked: Preview) -> Answer:
        live = self.arrival.live
        viewer = viewer_of(live, self.arrival.caller)
        language = self.arrival.language
        found = preview_for(live, viewer, asked.version, asked.move, language)
        return Answer(number, True, preview=found)

    def _is_paced(self, limiter: RateLimiter) -> bool:
        arrival = self.arrival
        if limiter.allows(arrival.address):
            return True
        return arrival.caller.is_local and self.pace.allows_local(limiter)

    def _too_fast(self, number: int | None) -> Answer:
        message = too_fast(self.arrival.language)
        return refusal(number, 429, {"code": "too_fast", "message": message})


def refusal(number: int | None, status: int, data: Data) -> Answer:
    return Answer(number, False, status=status, problem=Problem(**data))


class Numbered(msgspec.Struct):
    id: int | None = None


def id_in(text: str) -> int | None:
    """The id of a message that cannot be read as a whole, so that its sender finds out."""
    try:
        return msgspec.json.decode(text, type=Numbered).id
    except msgspec.DecodeError:
        return None

"""A match over a WebSocket: frames come down, commands and questions go up."""

from __future__ import annotations

import msgspec
from starlette.exceptions import HTTPException

from ...core.errors import LudothequeError
from ..access.limits import Message, RateLimiter, Receive, Send
from ..access.pace import Pace, too_fast
from ..access.protocol import CONNECTION
from ..access.security import Scope, connection_of
from ..access.socket_protocol import GuardedSocket
from ..access.stream_slots import StreamSlots
from ..access.viewer import viewer_of
from ..errors import Data, describe_error
from ..render.preview import preview_for
from .arrival import Arrival, arrive, last_seen
from .following import Following
from .messages import RECEIVED, Answer, Command, Preview, Problem, Received, encoded
from .sinks import NOT_ALLOWED, UNREADABLE, SocketSink

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
            await Conversation(arrival, following, connection, slots, state.pace).run(receive)
        finally:
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

    async def run(self, receive: Receive) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            await self._take(message)

    async def _take(self, message: Message) -> None:
        text = message.get("text")
        if text is None:
            self.connection.close(UNREADABLE, "messages are texts")
            return
        answer = await self._answer(text)
        if answer is None:
            return
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
        await arrival.carry_out(command, confirmed=command.confirm, seats=seats)
        return Answer(number, True, version=arrival.live.version)

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

"""One socket for all matches of a device: whose turn it is in each, told as soon as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from ..access.identity import Caller
from ..access.limits import Receive, Send
from ..access.protocol import CONNECTION
from ..access.security import Scope, connection_of
from ..access.socket_protocol import GuardedSocket
from ..access.stream_slots import Follower, StreamSlots
from ..live.registry import MatchRegistry
from ..render.stands import Stand, list_playing, stand_of
from ..render.warmup import prepare_game
from ..settings import Settings
from .arrival import who_comes
from .following import HEARTBEAT, MOST_UNREAD
from .messages import MatchStand, Rest, Stands, encoded
from .sinks import STILL_HERE, UNREADABLE, SocketSink
from .wheel import TimerWheel

TOLD_TOGETHER = 0.1  # seconds: what changes meanwhile is told in one message


async def follow_stands(scope: Scope, receive: Receive, send: Send) -> None:
    """The WebSocket /stands/socket"""
    await receive()  # websocket.connect
    state = scope["app"].state
    registry: MatchRegistry = state.registry
    slots: StreamSlots = state.stream_slots
    caller, address = who_comes(scope)
    playing = await registry.workers.run(list_playing, registry, caller)
    slot = slots.take(follower_of(caller, address))
    try:
        socket: GuardedSocket = scope["extensions"][CONNECTION]
        lang = Settings.of(connection_of(scope)).lang
        following = FollowingStands(registry, caller, lang, socket)
        slot.evicted = following.rest
        await send({"type": "websocket.accept"})
        telling = asyncio.create_task(following.tell(playing, state.wheel))
        try:
            await until_closed(receive, socket)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
    finally:
        slots.leave(slot)


def follower_of(caller: Caller, address: str) -> Follower:
    """It counts as a player's page."""
    person = caller.bearer or caller.key
    return Follower("", person, address, plays=True, is_local=caller.is_local)


async def until_closed(receive: Receive, socket: GuardedSocket) -> None:
    """There is nothing to say to this socket."""
    while (await receive())["type"] == "websocket.receive":
        socket.close(UNREADABLE, "this socket only tells")


class FollowingStands:
    """A client that is told how some matches stand: of all of them once, then of each change."""

    def __init__(
        self, registry: MatchRegistry, caller: Caller, lang: str, socket: GuardedSocket
    ) -> None:
        self.registry = registry
        self.caller = caller
        self.lang = lang
        self.sink = SocketSink(socket)
        self._told: dict[str, Stand] = {}
        self._changed: dict[str, None] = {}
        self._is_new = asyncio.Event()
        self._is_over = False

    def changed(self, match_id: str) -> None:
        self._changed[match_id] = None
        self._is_new.set()

    def rest(self) -> None:
        """Another page of the device has taken this one's place."""
        self.sink.news("rest", encoded(Rest()))
        self.sink.finish()

    async def tell(self, playing: Iterable[str], wheel: TimerWheel) -> None:
        """Tell of these matches, and go on until this is cancelled."""
        self.registry.standings.join(self, playing)
        self._beat(wheel)
        for match_id in playing:
            self.changed(match_id)
        try:
            while self.sink.unread <= MOST_UNREAD:
                await self._is_new.wait()
                self._is_new.clear()
                if news := await self._news():
                    self.sink.news("stands", encoded(Stands(news)))
                await asyncio.sleep(TOLD_TOGETHER)
            self.sink.cut()
        finally:
            self._is_over = True
            self.registry.standings.leave(self, playing)

    async def _news(self) -> list[MatchStand]:
        """What has changed of the matches in memory; the others stand as they stood."""
        changed, self._changed = self._changed, {}
        news = []
        for match_id in changed:
            stand = await self._stand_of(match_id)
            if stand is not None and stand != self._told.get(match_id):
                self._told[match_id] = stand
                news.append(MatchStand(match_id, **stand))
        return news

    async def _stand_of(self, match_id: str) -> Stand | None:
        found: Any = self.registry.in_memory(match_id)
        if found is None or not found.seating.admits(self.caller):
            return None
        await self.registry.workers.run_once(prepare_game, found.game)
        return stand_of(found, self.caller, found.game.language(self.lang))

    def _beat(self, wheel: TimerWheel) -> None:
        if not self._is_over:
            self.sink.connection.send_text(STILL_HERE)
            wheel.after(HEARTBEAT, partial(self._beat, wheel))

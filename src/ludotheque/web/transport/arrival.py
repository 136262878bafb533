"""Who comes to which match: what FastAPI's dependencies do for other routes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.requests import HTTPConnection

from ...core.language import Language
from ..access.admission import admitted, begun
from ..access.identity import Caller, caller_of
from ..access.security import Scope, client_group, connection_of
from ..access.stream_slots import Follower
from ..commands import play
from ..live import workers
from ..live.completion import Answered
from ..live.match import LiveMatch
from ..live.registry import MatchRegistry
from ..render.warmup import prepare_game, prepare_pages
from ..settings import Settings
from .elsewhere import ask_owner
from .messages import Command


@dataclass(frozen=True)
class Arrival:
    """A caller who was let in to a match."""

    live: LiveMatch
    caller: Caller
    settings: Settings
    address: str  # as it is counted
    registry: MatchRegistry
    scope: Scope

    @cached_property
    def language(self) -> Language:
        return self.live.game.language(self.settings.lang)

    @property
    def follower(self) -> Follower:
        return Follower(
            self.live.id,
            self.caller.bearer or self.caller.key,
            self.address,
            bool(self.live.seating.seats_of(self.caller)),
            self.caller.is_local,
        )

    def appear(self, seats: frozenset[int] | None = None) -> None:
        """The caller asks for something: who plays is there, and bots play at their pace."""
        seats = self.live.seating.seats_of(self.caller) if seats is None else seats
        if seats:
            self.live.pace = self.settings.pace
            self.live.see(seats)

    async def carry_out(
        self, command: Command, *, confirmed: bool, seats: frozenset[int] | None = None
    ) -> int:
        """Carry out a command of the caller; what happened is on disk when this returns. The
        version after it."""
        if self.live.owner is not None:
            version = await ask_owner(self.scope, self.live.id, command)
            if version is not None:
                return version
        return await play.carry_out(
            self.registry,
            self.live,
            self.caller,
            command.request(),
            self.language,
            confirmed=confirmed,
            seats=seats,
        )

    def begin(
        self, asked: play.CommandRequest, seats: frozenset[int] | None, answer: Answered
    ) -> None:
        """Carry out an immediate command of the caller, without a task that waits for it."""
        play.begin(self.registry, self.live, self.caller, asked, seats, answer)


async def arrive(scope: Scope, match_id: str) -> Arrival:
    """Let the caller of a request in to a match that has begun; NoMatch or NotBegun otherwise."""
    connection = connection_of(scope)
    state: Any = connection.app.state
    registry: MatchRegistry = state.registry
    caller, address = who_comes(scope)
    live = begun(await admitted(registry, match_id, caller))
    await registry.workers.run_once(prepare_pages)
    await registry.workers.run_once(prepare_game, live.game)
    return Arrival(live, caller, Settings.of(connection), address, registry, scope)


def who_comes(scope: Scope) -> tuple[Caller, str]:
    """The caller, and their address as it is counted; from here on they pay for what they ask."""
    caller, address = caller_of(connection_of(scope)), client_group(scope)
    workers.client.set(workers.LOCAL if caller.is_local else address)
    workers.device_keys.set(caller.keys)
    return caller, address


def last_seen(connection: HTTPConnection) -> int:
    """The version that the client has: its Last-Event-ID after a reconnect, else the page's."""
    for text in (connection.headers.get("last-event-id"), connection.query_params.get("since")):
        if text is not None and text.isascii() and text.isdigit():
            return int(text[:9])
    return -1

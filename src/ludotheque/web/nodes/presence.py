"""Who watches where: nodes report it to the one that plays a match, and are told its status."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...core.errors import LudothequeError
from ..live.match import LiveMatch
from .client import NodeGone, NodeSilent
from .messages import STATUS_PATH, WATCH_PATH
from .status import Status, assume, status_of

if TYPE_CHECKING:
    from .nodes import Nodes

SOON = 0.03  # seconds in which reports and statuses are collected
AGAIN_SECONDS = 8.0  # between two reports of a match that somebody watches
WATCHED_SECONDS = 25.0  # after a report for which a match counts as watched from a node


class Reports:
    """The reports of this node, and those that it gets from others."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._seen: dict[str, dict[str, set[int]]] = {}  # seats, by owner and match
        self._statuses: dict[str, dict[str, Status]] = {}  # by node and match
        self._sending: set[asyncio.Task[None]] = set()
        self._audiences: dict[str, RemoteAudience] = {}
        self._next_report = 0.0

    def report(self, live: LiveMatch, seats: Iterable[int]) -> None:
        """Somebody here watches a match of another node; these seats gave a sign of life."""
        if live.owner:
            waiting = self._seen.setdefault(live.owner, {})
            if not waiting:
                self._send(self._report_to(live.owner))
            waiting.setdefault(live.id, set()).update(seats)

    def beat(self) -> None:
        """Once a second: report again what is watched for long, and forget who has stopped to."""
        now = asyncio.get_running_loop().time()
        for audience in list(self._audiences.values()):
            audience.expire(now)
        if now < self._next_report:
            return
        self._next_report = now + AGAIN_SECONDS
        for live in self._nodes.registry.loaded.values():
            watched = isinstance(live, LiveMatch) and (live.followers or live.waiters)
            if watched and live.owner is not None and isinstance(live, LiveMatch):
                self.report(live, ())

    async def _report_to(self, node: str) -> None:
        await asyncio.sleep(SOON)
        seen = self._seen.pop(node)
        address = self._nodes.alive.get(node)
        if address is None:
            return
        told = {match_id: sorted(seats) for match_id, seats in seen.items()}
        with suppress(NodeGone, NodeSilent):
            self.take_over(await self._nodes.client.tell(address, WATCH_PATH, told))

    async def hear(self, node: str, told: dict[str, list[int]]) -> dict[str, Status]:
        """The report of another node; the statuses of its matches that this one plays."""
        statuses: dict[str, Status] = {}
        for match_id, seats in told.items():
            with suppress(LudothequeError):
                live = await self._nodes.registry.find(match_id)
                if isinstance(live, LiveMatch) and live.owner is None:
                    self._audience_of(live).hear(node, seats)
                    statuses[match_id] = status_of(live)
        return statuses

    def _audience_of(self, live: LiveMatch) -> RemoteAudience:
        found = self._audiences.get(live.id)
        if found is None or found.live is not live:
            found = self._audiences[live.id] = RemoteAudience(live, self)
        return found

    def is_followed_here(self, live: LiveMatch) -> bool:
        """Whether somebody follows a match at this node, beside other nodes."""
        remote = self._audiences.get(live.id)
        others = 1 if remote is not None and remote.live is live else 0
        return bool(live.followers > others or live.waiters)

    def forget(self, audience: RemoteAudience) -> None:
        if self._audiences.get(audience.live.id) is audience:
            del self._audiences[audience.live.id]

    def tell(self, node: str, match_id: str, status: Status) -> None:
        """Tell another node the status of a match that it follows."""
        waiting = self._statuses.setdefault(node, {})
        if not waiting:
            self._send(self._tell_status(node))
        waiting[match_id] = status

    async def _tell_status(self, node: str) -> None:
        await asyncio.sleep(SOON)
        statuses = self._statuses.pop(node)
        address = self._nodes.alive.get(node)
        if address is not None:
            with suppress(NodeGone, NodeSilent):
                await self._nodes.client.tell(address, STATUS_PATH, statuses)

    def take_over(self, statuses: dict[str, Status]) -> None:
        """The statuses of matches that other nodes play."""
        for match_id, status in statuses.items():
            live = self._nodes.registry.loaded.get(match_id)
            if isinstance(live, LiveMatch) and live.owner is not None and not live.broken:
                assume(live, status)

    def _send(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


class RemoteAudience:
    """Those who follow a match at other nodes, as one follower: bots play on for them."""

    def __init__(self, live: LiveMatch, reports: Reports) -> None:
        self.live = live
        self._reports = reports
        self._until: dict[str, float] = {}  # by node: how long it counts as watching
        self._told: Status | None = None
        live.follow(self)

    def hear(self, node: str, seats: Iterable[int]) -> None:
        self._until[node] = asyncio.get_running_loop().time() + WATCHED_SECONDS
        self.live.see(seats)
        self._reports._nodes.registry.play_on(self.live)

    def expire(self, now: float) -> None:
        self._until = {node: end for node, end in self._until.items() if end > now}
        if not self._until or self.live.broken or self.live.owner is not None:
            self.live.unfollow(self)
            self._reports.forget(self)

    def update(self) -> None:
        """Something has changed: what is not stored is told to the nodes that follow."""
        live = self.live
        known = {
            "present": [live.presence.is_present(seat) for seat in live.people],
            "emotes": live.emotes.last,
            "clock": (live.clock.seat, live.clock.end),
            "rematch": live.rematch,
            "views": dict(live.private_views),
            "pace": live.pace,
        }
        if known != self._told:
            self._told = known
            status = status_of(live)
            for node in self._until:
                self._reports.tell(node, live.id, status)

"""A server as one of several nodes: which matches it plays, whom it asks for the others."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from ...core.errors import LudothequeError
from ...store.errors import NoMatch, NotOwner, OwnerSilent, StoreConflict, StoreError
from ...store.leases import Owner
from ...store.postgres.membership import Membership
from ...store.store import Store
from ..live.lobby import Lobby
from ..live.match import LiveMatch
from ..live.registry import AnyMatch, MatchRegistry
from .client import NodeClient, NodeGone, NodeSilent
from .messages import MISDIRECTED, Answered, PassedOn
from .presence import Reports
from .replicas import RETRY_SECONDS, Replicas
from .status import assume

logger = logging.getLogger("ludotheque")

PATIENCE = 12.0  # seconds for which a command looks for the node that plays its match
LOOK_SECONDS = 0.25  # between two looks at whether a silent node is still alive
PAUSE = 0.05  # before a node is asked once more
TO_HAND_OVER = 4  # commands that a node passes on one after the other before it gets the match
MOST_COUNTED = 10_000  # matches
COUNT_SECONDS = 60.0  # between two counts of all matches
PICK_UP_SECONDS = 10.0  # between two looks for clocks of nodes that came and went unseen


class Nodes:
    """What this node knows of the others. It answers for `registry`, on its event loop."""

    def __init__(
        self,
        registry: MatchRegistry,
        store: Store,
        address: str,
    ) -> None:
        assert store.node is not None
        self.node = store.node
        self.registry = registry
        self.store = store
        self.address = address
        self.alive: Mapping[str, str] = {}  # the addresses of nodes that are alive
        self._loop = asyncio.get_running_loop()
        self._secret = store.secret()
        self.client = NodeClient(self._secret, self.node)
        self.replicas = Replicas(registry, store, self._play_here)
        self.reports = Reports(self)
        self._membership: Membership | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._taking: dict[tuple[str, str | None], asyncio.Task[None]] = {}
        self._is_picking_up = False
        self._passed_on: dict[str, tuple[str, int]] = {}  # by match: commands of one node in a row

    async def start(self) -> None:
        self._membership = await asyncio.to_thread(self.store.join, self.address, self)
        self.registry.nodes = self
        if self._membership.is_late:
            self._spawn(self._catch_up())
        self._spawn(self._count())
        self._spawn(self._look_for_clocks())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._membership is not None:
            await asyncio.to_thread(self._membership.close)
        await self.client.close()

    def knows(self, secret: bytes) -> bool:
        return hmac.compare_digest(secret, self._secret.encode())

    # What the membership tells, on its own thread

    def changed(self, node: str, match_ids: list[str]) -> None:
        if node != self.node:
            self._soon(partial(self._heard, match_ids))

    def alive_now(self, nodes: Mapping[str, str]) -> None:
        self._soon(partial(self._note_alive, dict(nodes)))

    def resumed(self) -> None:
        self._soon(lambda: self._spawn(self._catch_up()))

    def _soon(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)

    # On the event loop

    def _heard(self, match_ids: Iterable[str]) -> None:
        """Another node has changed these matches."""
        for match_id in match_ids:
            found = self.registry.loaded.get(match_id)
            if found is None or found.broken:
                continue
            if found.owner is None:
                self._spawn(self._check_own([match_id]))
            elif isinstance(found, LiveMatch):
                self.replicas.wake(found)

    def _note_alive(self, nodes: Mapping[str, str]) -> None:
        before, self.alive = self.alive, nodes
        self.reports.beat()
        if not before or before.keys() - nodes.keys() or self._orphans():
            self._spawn(self._pick_up())

    def _orphans(self) -> list[LiveMatch]:
        """Matches that somebody follows here, and whose node is gone."""
        return [
            live
            for live in self.registry.loaded.values()
            if isinstance(live, LiveMatch)
            and live.owner is not None
            and live.owner not in self.alive
            and (live.followers or live.waiters)
        ]

    async def _pick_up(self) -> None:
        """Play the matches of nodes that are gone: those by the clock, and those followed here."""
        if self._is_picking_up:
            return
        self._is_picking_up = True
        try:
            for live in self._orphans():
                await self._take(live.id)
            for match_id in await asyncio.to_thread(self.store.clocks_to_run):
                with suppress(LudothequeError):  # taken meanwhile, or its game is not installed
                    await self.registry.find(match_id)
        except StoreError:
            pass  # the next sign of life brings us here again
        finally:
            self._is_picking_up = False

    async def _look_for_clocks(self) -> None:
        """A node may be gone before its first sign of life is heard here."""
        while True:
            await asyncio.sleep(PICK_UP_SECONDS)
            await self._pick_up()

    async def _catch_up(self) -> None:
        """Notifications may have been missed, and matches taken over by others."""
        if self._membership is None:
            return  # `start` looks again
        missed = self._membership.missed
        loaded = list(self.registry.loaded.values())
        await self._check_own([each.id for each in loaded if each.owner is None])
        self._membership.caught_up(missed)
        for live in loaded:
            if isinstance(live, LiveMatch) and live.owner is not None and not live.broken:
                self.replicas.wake(live)

    async def _check_own(self, match_ids: list[str]) -> None:
        """Give up matches that others have taken over; who follows them connects again."""
        owners = await self._owners_of(match_ids)
        for match_id in match_ids:
            found = self.registry.loaded.get(match_id)
            if found is not None and found.owner is None and owners.get(match_id) != self.node:
                await self.lose(found)

    async def _owners_of(self, match_ids: list[str]) -> Mapping[str, str | None]:
        """Who owns these matches, as soon as the database tells: nobody asks us to look again."""
        while True:
            try:
                return await asyncio.to_thread(self.store.owners_of, match_ids)
            except StoreError:
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def is_late(self) -> bool:
        """Whether others may have taken its matches over, as after it was stopped, until it has
        asked for each whether it is still its own."""
        return self._membership is not None and self._membership.is_late

    async def check_still_ours(self, match_id: str) -> None:
        owner = (await asyncio.to_thread(self.store.owners_of, [match_id])).get(match_id)
        found = self.registry.loaded.get(match_id)
        if owner == self.node:
            return
        if found is not None and found.owner is None:
            await self.lose(found)
        raise NotOwner(match_id)

    async def lose(self, found: AnyMatch) -> None:
        """Another node plays the match now."""
        self.registry.drop(found)
        await found.stop()

    # For the registry

    async def own_if_nobody_does(self, match_id: str) -> None:
        owner = await asyncio.to_thread(self.store.owner_of, match_id)
        if owner.node != self.node and owner.address is None:
            await self._take(match_id)

    def follow(self, live: LiveMatch) -> None:
        live.report = partial(self.reports.report, live)
        self.replicas.wake(live)

    async def bring_up_to_date(self, found: AnyMatch) -> None:
        if isinstance(found, LiveMatch):
            if found.owner not in self.alive:
                await self._take(found.id)
            await self.replicas.bring_up_to_date(found)

    def _play_here(self, live: LiveMatch) -> None:
        self.replicas.forget(live.id)
        if not any(match_id == live.id for match_id, _ in self._taking):  # it was handed over
            live.keep_time()
        self.registry.play_here(live)

    async def _take(self, match_id: str, gone: str | None = None) -> None:
        """Own a match, if no other node does that is alive and not `gone`. One that is followed
        here is played on."""
        key = (match_id, gone)  # who knows that a node is gone takes over what others may not
        task = self._taking.get(key)
        if task is None:
            task = self._taking[key] = self._spawn(self._claim(match_id, gone))
            task.add_done_callback(lambda _: self._taking.pop(key, None))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.shield(task)

    async def _claim(self, match_id: str, gone: str | None) -> None:
        with suppress(StoreConflict):  # somebody else was faster
            await asyncio.wrap_future(self.store.claim(match_id, gone))
        await self._follow_to_the_end(match_id)

    async def _follow_to_the_end(self, match_id: str) -> None:
        """Read what was written last to a match that this node has followed, if it owns it now."""
        found = self.registry.loaded.get(match_id)
        if isinstance(found, LiveMatch) and found.owner is not None and not found.broken:
            await self.replicas.bring_up_to_date(found)

    # Handing over

    def note_own(self, match_id: str) -> None:
        """Somebody has asked this node itself for something in a match."""
        self._passed_on.pop(match_id, None)

    def note_passed_on(self, match_id: str, node: str) -> None:
        """Another node has passed a command on. If it goes on like this, and nobody follows the
        match here, that node had better play it: the proxy sends its players there."""
        before, count = self._passed_on.get(match_id, (node, 0))
        count = count + 1 if before == node else 1
        if len(self._passed_on) >= MOST_COUNTED:
            self._passed_on.clear()
        self._passed_on[match_id] = (node, count)
        live = self.registry.loaded.get(match_id)
        if count >= TO_HAND_OVER and isinstance(live, LiveMatch):
            del self._passed_on[match_id]
            if not self.reports.is_followed_here(live):
                self._spawn(self._hand_over(live, node))

    async def _hand_over(self, live: LiveMatch, node: str) -> None:
        with suppress(StoreError):  # it stays here, or is somebody else's already
            await live.hand_over(node)
            await self.lose(live)

    # Passing requests on

    async def owner_of(self, match_id: str, gone: str | None = None) -> Owner | None:
        """The other node that plays a match; None if this one does, or there is no such match."""
        if self.plays_now(match_id):
            return None
        for _ in range(2):
            try:
                owner = await asyncio.to_thread(self.store.owner_of, match_id)
            except NoMatch:
                return None
            if owner.node == self.node:
                await self._follow_to_the_end(match_id)
                return None
            if owner.address is not None and owner.node != gone:
                return owner
            await self._take(match_id, gone)
        raise OwnerSilent(match_id)

    def _known_owner(self, match_id: str) -> Owner | None:
        """The node that plays a match which is followed here, as far as this one has heard; the
        database need not be asked, since a node that no longer plays the match says so."""
        found = self.registry.loaded.get(match_id)
        if found is None or found.broken or found.owner is None or self.is_late:
            return None
        address = self.alive.get(found.owner)
        return None if address is None else Owner(found.owner, address)

    def _version_here(self, match_id: str) -> int:
        found = self.registry.loaded.get(match_id)
        return found.match.version if isinstance(found, LiveMatch) else 0

    def plays_now(self, match_id: str) -> bool:
        """Whether a match is in memory here, and played."""
        found = self.registry.loaded.get(match_id)
        return found is not None and found.owner is None and not found.broken

    async def plays(self, match_id: str) -> bool:
        """Whether this node plays a match; it does not take it over for that."""
        if self.plays_now(match_id):
            return True
        with suppress(NoMatch):
            return (await asyncio.to_thread(self.store.owner_of, match_id)).node == self.node
        return False

    async def is_lobby_elsewhere(self, match_id: str) -> bool:
        """Whether a match still waits for its players, at another node."""
        found: AnyMatch | None = self.registry.loaded.get(match_id)
        if found is None or found.broken:
            try:
                found = await self.registry.find(match_id)
            except LudothequeError:
                return False  # whoever asks is told what is wrong
        return isinstance(found, Lobby) and found.owner is not None

    async def ask_owner(self, match_id: str, request: PassedOn) -> Answered | None:
        """Pass a request on to the node that plays a match. None if this one does: the request is
        to be carried out here. It is passed on once, and to another node only if the first is
        gone, or no longer plays the match."""
        end = self._loop.time() + PATIENCE
        gone: str | None = None
        version, known = self._version_here(match_id), self._known_owner(match_id)
        while True:
            owner, known = known or await self.owner_of(match_id, gone), None
            if owner is None:
                return None
            assert owner.address is not None
            try:
                answer = await self._patiently(owner, request)
                if answer.status != MISDIRECTED:
                    await self._note(match_id, request, answer, version)
                    return answer
            except NodeGone:
                gone = owner.node
            except NodeSilent:
                if not request.repeatable:
                    raise OwnerSilent(match_id) from None
            if self._loop.time() > end:
                raise OwnerSilent(match_id)
            await asyncio.sleep(PAUSE)

    async def _patiently(self, owner: Owner, request: PassedOn) -> Answered:
        """The owner's answer. Nobody waits for a node that has stopped: NodeSilent.

        The list of those that are alive may be a second old, and not have a node that has just
        come: only a later one tells that it is gone.
        """
        assert owner.address is not None
        asking, listed = (
            asyncio.ensure_future(self.client.pass_on(owner.address, request)),
            self.alive,
        )
        try:
            while not (await asyncio.wait([asking], timeout=LOOK_SECONDS))[0]:
                if owner.node not in self.alive and self.alive is not listed:
                    raise NodeSilent
        finally:
            asking.cancel()
        return asking.result()

    async def _note(self, match_id: str, request: PassedOn, answer: Answered, version: int) -> None:
        """Whoever is answered here sees here what has come of it. `version` was the match's."""
        found, status = self.registry.loaded.get(match_id), answer.match_status
        if isinstance(found, LiveMatch) and found.owner is not None and not found.broken:
            with suppress(StoreError):
                if request.is_command and status is not None and status["version"] > version:
                    await self.replicas.bring_to(found, status["version"])
                else:
                    await self.replicas.bring_up_to_date(found)
            if status is not None:
                assume(found, status)

    async def _count(self) -> None:
        while True:
            await asyncio.sleep(COUNT_SECONDS)
            with suppress(StoreError):
                await asyncio.to_thread(self.store.count_again)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

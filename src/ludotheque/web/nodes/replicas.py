"""Matches that another node plays, kept up to date from what it writes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from ...store.errors import NoMatch, StoreError, wrap_damage
from ...store.store import Store
from ...store.stored import News
from ...table.match import Match
from ...table.record import EventData
from ...table.seating import Seating
from ..live.lockouts import Lockouts
from ..live.match import LiveMatch, Progress
from ..live.reaction_match import ReactionMatch
from ..live.registry import MatchRegistry
from ..live.shown_steps import steps_due
from ..live.told_match import RECENT_STEPS

logger = logging.getLogger("ludotheque")

SLACK = 0.005  # seconds after which something is surely due
RETRY_SECONDS = 0.5  # after the database could not be read


class Replicas:
    """Reads what was written to matches since this node last looked; `owned` is called for one
    that this node has come to own, when it is up to date."""

    def __init__(
        self, registry: MatchRegistry, store: Store, owned: Callable[[LiveMatch], None]
    ) -> None:
        self._registry = registry
        self._store = store
        self._owned = owned
        self._next: dict[str, asyncio.Task[None]] = {}  # that have not begun to read yet
        self._reading: dict[str, asyncio.Lock] = {}
        self._private: dict[str, str | None] = {}  # the private text that was read last

    def wake(self, live: LiveMatch) -> asyncio.Task[None]:
        """Read in a moment; whoever asks before that has begun shares it."""
        task = self._next.get(live.id)
        if task is None:
            task = self._next[live.id] = asyncio.create_task(self._read_next(live))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def bring_up_to_date(self, live: LiveMatch) -> None:
        """Everything that was written before this is called is there when it returns."""
        await asyncio.shield(self.wake(live))

    async def bring_to(self, live: LiveMatch, version: int) -> None:
        """Everything up to a version is there when this returns, with what was written with it."""
        async with self._reading.setdefault(live.id, asyncio.Lock()):
            pass  # a notification may have been faster: what is being read may be enough
        if live.match.version < version:
            await self.bring_up_to_date(live)

    def forget(self, match_id: str) -> None:
        self._private.pop(match_id, None)
        self._reading.pop(match_id, None)

    async def _read_next(self, live: LiveMatch) -> None:
        async with self._reading.setdefault(live.id, asyncio.Lock()):
            self._next.pop(live.id, None)
            if live.owner is None or live.broken:
                return
            try:
                news = await asyncio.to_thread(
                    self._store.news, live.id, live.match.version, live.version
                )
            except NoMatch:
                self._registry.drop(live)
                live.mark_deleted()
                return
            except StoreError:
                self._wake_later(live, RETRY_SECONDS)  # nobody tells us of this news once more
                raise
            if news.version < live.match.version:  # it was deleted, and made again
                self._registry.drop(live)
                return
            try:
                await self._take_over(live, news)
            except StoreError:
                raise
            except Exception:
                logger.exception("match %s could not be followed", live.id)
                self._registry.drop(live)

    async def _take_over(self, live: LiveMatch, news: News) -> None:
        private = news.private if news.private != self._private.get(live.id) else None
        is_ours = news.owner == self._store.node
        if not is_ours:  # who plays a match on must know all that was written
            news = due_now(live, news)
        if news.events or news.shown or news.not_due or private is not None:
            with wrap_damage(live.id):
                progress = await self._registry.workers.run_surely(
                    progress_of, live.match, news, private
                )
            live.follow_up(progress)
            self._private[live.id] = news.private
        if is_ours:
            self._owned(live)
        else:
            note_owner(live, news.owner or "")  # nobody: it can be taken over
        if news.waits:  # until the next step of a match with reaction windows is shown
            self._wake_later(live, news.waits + SLACK)

    def _wake_later(self, live: LiveMatch, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._wake_if_there, live)

    def _wake_if_there(self, live: LiveMatch) -> None:
        is_loaded = self._registry.loaded.get(live.id) is live
        if is_loaded and live.owner is not None and not live.broken:
            self.wake(live)


def note_owner(live: LiveMatch, owner: str) -> None:
    """Who plays a match now is told at once that somebody watches it here."""
    is_new, live.owner = owner != live.owner, owner
    if is_new and (live.followers or live.waiters):
        live.report(())


def due_now(live: LiveMatch, news: News) -> News:
    """The news without steps that are to be shown later, and without their events."""
    if not isinstance(live, ReactionMatch):
        return news
    due = steps_due(news.shown)
    if len(due) == len(news.shown):
        return news
    count = live.shown_events_count + sum(each.events for each in due) - live.match.version
    waits, not_due = -news.shown[len(due)].age, len(news.shown) - len(due)
    events = news.events[: max(0, count)]
    return replace(news, shown=tuple(due), events=events, waits=waits, not_due=not_due)


def progress_of(match: Match, news: News, private: str | None) -> Progress:
    """What has become of a match, for a worker's thread: the rules run here."""
    kept: dict[str, Any] = {} if private is None else json.loads(private)
    return Progress(
        after(match, news.events),
        Seating.of(kept["seating"]) if "seating" in kept else None,
        Lockouts.of(kept["lockouts"]) if "lockouts" in kept else None,
        news.shown,
        news.not_due,
    )


def after(match: Match, events: list[EventData]) -> Match:
    if not events:
        return match
    timeline = match.timeline.copy()
    timeline.extend(events, most_steps=RECENT_STEPS)  # whoever follows is told of each
    return structs.replace(match, timeline=timeline)

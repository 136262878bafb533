"""A match whose events are on disk before they take effect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...store.changes import ShownStep
from ...store.errors import NoMatch, NotOwner, StoreConflict, StoreFailed, StoreUnreachable
from ...store.store import Store
from ...table.events import Event, Resigned, events_data
from ...table.fairness import Fairness
from ...table.match import Match, Transition
from ...table.record import EventData, Record
from ...table.resignations import STAND_IN
from ...table.seating import Seating
from .clock import Clock
from .completion import Answered, back_on, on_disk, settle
from .derived import Derived
from .one_at_a_time import OneAtATime
from .told_match import ToldMatch


class SavedMatch(ToldMatch):
    """`match` is always what is on disk. A command computes the match after it, the store appends
    the events, and then the new match takes the place of the old one."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None,
        seating: Seating,
    ) -> None:
        super().__init__(record, match, fairness)
        self.id = match_id
        self.store = store
        self.seating = seating
        self.clock = Clock()
        self.moves: dict[int, list[str]] = {}  # legal moves, by version
        self.derived = Derived()
        self.status: Any = None  # the players' status, and its message; None: to be made anew
        self.private_views: dict[str, int] = {}  # by shared device: the seat whose secrets it shows
        self.broken = False  # a write failed, so the match must be loaded from disk again
        self.deleted = False
        self.owner: str | None = None  # the node that plays the match, where it is another one
        self._one_at_a_time = OneAtATime()

    # Hooks for the classes below. An abstract class would make every `isinstance` of a match slow.

    def announce(self) -> None:
        """Wake everybody who follows the match."""

    def _announce(self) -> None:
        """The same, where the players' status has not changed."""

    def restart_clock(self) -> None:
        """Start the clock of the seat that is to act."""

    def _seat_on_the_clock(self) -> int | None:
        """The seat whose time is to run."""
        return None

    @property
    def is_writing(self) -> bool:
        """Whether something is on its way to the disk."""
        return not self._one_at_a_time.is_free

    async def until_written(self, seconds: float) -> None:
        """Wait until what is on its way to the disk is there, and in effect; StoreUnreachable if
        that is not known in time."""
        try:
            async with asyncio.timeout(seconds), self._one_at_a_time:
                pass
        except TimeoutError:
            raise StoreUnreachable(self.store.place) from None

    async def _reseat(self, change: Callable[[Seating], Seating]) -> None:
        async with self._one_at_a_time:
            self._check_usable()
            seating = change(self.seating)
            if seating == self.seating:
                return
            private = self._private(seating)
            try:
                await on_disk(self.store.update_private(self.id, private, seating.devices))
            except NotOwner as problem:
                self._not_written(problem)
                raise
            self.seating = seating
            if self.clock.seat != self._seat_on_the_clock():  # else it goes on running
                self.restart_clock()
            self.announce()

    async def _commit(
        self,
        decide: Callable[[], Transition],
        stand_in: str | None = None,
        command_id: str | None = None,
    ) -> list[Event]:
        """Compute a transition, save its events, then replace the match by the one after it.

        `stand_in` is the level of the bot that plays on for somebody who resigns. The events are
        stored with the command's id, if it has one.
        If the disk fails the match stays as it was, and its next command gets the same dice. What
        is on its way to the disk takes effect even if nobody waits here any more.
        """
        await self._one_at_a_time.acquire()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        transition = self._begin(decide, partial(settle, done), stand_in, command_id)
        await done
        return transition.events

    def _begin(
        self,
        decide: Callable[[], Transition],
        answer: Answered,
        stand_in: str | None = None,
        command_id: str | None = None,
    ) -> Transition:
        """Compute a transition and hand its events over to the writer, in a turn that was taken;
        `answer` is called when they are on disk and in effect, or with what has gone wrong."""
        try:
            self._check_usable()
            transition = decide()
            seating = seating_after(transition.events, self.seating, stand_in)
            self._write(transition, seating, answer, command_id)
        except BaseException:
            self._one_at_a_time.release()
            raise
        return transition

    def _write(
        self, transition: Transition, seating: Seating, answer: Answered, command_id: str | None
    ) -> None:
        """Append a transition's events to those on disk; `_written` goes on from there."""
        version, after = self.match.version, transition.after
        written = partial(self._written, after, seating, answer)
        self.store.append_texts(
            self.id,
            version + 1,
            after.timeline.log.texts(version),
            back_on(asyncio.get_running_loop(), written),
            ends=after.timeline.result is not None,
            private=None if seating is self.seating else self._private(seating),
            command=command_id,
            shown=self._shown_with(after),
        )

    def _shown_with(self, after: Match) -> Sequence[ShownStep]:
        """A hook for matches whose versions count what was shown: what to store of that."""
        return ()

    def _written(
        self, after: Match, seating: Seating, answer: Answered, problem: BaseException | None
    ) -> None:
        """The events are on disk, or there is a problem; whoever waits for it is answered."""
        try:
            if problem is None:
                self._take_effect(after, seating)
            else:
                self._not_written(problem)
        except Exception as failed:
            problem = failed
        self._one_at_a_time.release()
        answer(problem)

    def _take_effect(self, after: Match, seating: Seating) -> None:
        if seating is not self.seating:
            self.seating, self.status = seating, None
        self._replace(after)
        self._committed()
        self.restart_clock()
        self._announce()

    def _not_written(self, problem: BaseException) -> None:
        if not isinstance(problem, StoreFailed):  # then nothing was written
            self.broken = True  # the events may be on disk although the write failed
            self.announce()

    async def _save(
        self,
        events: list[Event],
        private: EventData | None = None,
        shown: Sequence[ShownStep] = (),
    ) -> None:
        """Append events to those on disk, and replace the private data if there is any to save."""
        data, first = events_data(events), self.match.version + 1
        try:
            await on_disk(self.store.append(self.id, first, data, private, shown))
        except BaseException as problem:
            self._not_written(problem)
            raise

    def _private(self, seating: Seating) -> dict[str, Any]:
        """What is stored beside the match with such a seating."""
        return private_data(seating, self.fairness)

    def _replace(self, after: Match) -> None:
        """The match has become the one after it, which is on disk."""
        self.match = after
        self.moves.clear()
        self.derived.clear()  # it was of an earlier version
        self._forget_old_steps()
        if self.private_views:
            self._close_private_views()

    def _check_usable(self) -> None:
        if self.deleted:
            raise NoMatch(self.id)
        if self.broken:
            raise StoreConflict(self.id, "the match {match!r} must be loaded again")
        if self.owner is not None:
            raise NotOwner(self.id)

    def _committed(self) -> None:
        """A hook for subclasses: events are on disk, and followers are not notified yet."""

    def _close_private_views(self) -> None:
        """Hide secrets that shared devices show, except those of the seat whose turn it is."""
        playing = self.match.waits_for.seat
        self.private_views = {
            device: seat for device, seat in self.private_views.items() if seat == playing
        }


def seating_after(events: list[Event], seating: Seating, stand_in: str | None) -> Seating:
    """The seating after these events: for who has resigned a bot plays on."""
    for event in events:
        if isinstance(event, Resigned):
            seating = seating.leave(event.seat, stand_in or STAND_IN)
    return seating


def private_data(seating: Seating, fairness: Fairness | None) -> dict[str, Any]:
    """What is stored beside a match and shown to nobody: its seeds, and who holds its seats."""
    seeds = {} if fairness is None else {"fairness": fairness.private()}
    return {**seeds, "seating": seating.data()}

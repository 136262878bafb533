"""The reviews of finished matches: made in the background, once each, and cached.

A review is thousands of small parts. Reviews are made in time slices, round-robin: addresses take
turns, then devices, so a long review never keeps a short one waiting for its end. Each part waits
for its turn in the queue of the bots, too. A review that nobody looks at any more is paused.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ...core import compiling
from ...core.compiling import CompilerStopped
from ...core.errors import LudothequeError
from ...core.language import Language
from ...review import rollouts
from ...review.narration import Narration
from ...review.replay import Replay
from ...review.report import report_of
from ...review.result import Review
from ...review.reviewer import Reviewer
from .bot_pool import BotPool, TooBusy
from .fair_queue import FairQueue, Path
from .match import LiveMatch
from .workers import LOCAL, client, device_keys

MOST_CACHED = 64  # reviews, the latest
MOST_WAITING = 16  # reviews in the queue
MOST_PER_DEVICE = 2
MOST_PER_ADDRESS = 6  # of guests
SLICE = 25  # parts of one review, before the next one's turn
WANTED_SECONDS = 60.0  # after the last request, for which a review goes on

Data = dict[str, Any]
log = logging.getLogger(__name__)


class ReviewTooLong(LudothequeError):
    code = "too_long"

    def __init__(self, count: int, most: int) -> None:
        super().__init__(
            "this match has {count} events, and the server reviews matches of at most {most}: "
            "download its record and run: ludotheque review FILE",
            count=count,
            most=most,
        )


def asking_path() -> Path:
    """Whose turn a review takes: the address and the device of whoever asks."""
    return (client.get(), min(device_keys.get(), default=""))


class ReviewJob:
    """A review that somebody has asked for."""

    def __init__(self, live: LiveMatch, path: Path) -> None:
        self.id = live.id
        self.path = path  # of whoever asked first
        self.reviewer: Reviewer | None = None  # once its turn has come
        self.failed = False
        self.is_cancelled = False
        self.is_paused = False
        self.asked = time.monotonic()
        self._parts: Iterator[int] | None = None
        self._live = live
        self._names = live.names
        self._reports: dict[str, Data] = {}  # by language

    @property
    def review(self) -> Review | None:
        return None if self.reviewer is None else self.reviewer.review

    @property
    def is_waiting(self) -> bool:
        return self.review is None and not self.failed and not self.is_cancelled

    @property
    def is_wanted(self) -> bool:
        """Whether somebody has looked at it lately; the waiting page asks again by itself."""
        return time.monotonic() - self.asked < WANTED_SECONDS

    @property
    def progress(self) -> int:
        """In per cent."""
        return 0 if self.reviewer is None else 100 * self.reviewer.done // self.reviewer.total

    def begin(self) -> Iterator[int]:
        """Replay the match, and do the first part of the work, which may compile the rules."""
        live = self._live
        with suppress(CompilerStopped):
            compiling.load(live.game, rollouts.prepare)
        self.reviewer = Reviewer(Replay(live.record.start(), live.timeline.events))
        parts = iter(self.reviewer)
        next(parts, None)
        return parts

    async def run_slice(self, bot_pool: BotPool) -> None:
        """Do some parts of the work, each in its turn among the bots."""
        if self._parts is None:
            # The first part compiles the rules, which would occupy a bot's thread for long.
            self._parts = await asyncio.to_thread(self.begin)
        for _ in range(SLICE):
            if self.is_cancelled:
                return
            path = (*self.path, self.id)
            if await bot_pool.think(next, self._parts, None, path=path) is None:
                self.failed = self.review is None
                return

    def report(self, language: Language) -> Data:
        assert self.reviewer is not None
        assert self.review is not None
        if language.code not in self._reports:
            narration = Narration(self.reviewer.replay, self._names, language)
            self._reports[language.code] = report_of(self.review, narration)
        return self._reports[language.code]


class ReviewQueue:
    """The reviews of this server; they are made in slices, one slice at a time."""

    def __init__(self, bot_pool: BotPool, longest: int) -> None:
        self._bot_pool = bot_pool
        self._longest = longest  # in events
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._queue: FairQueue[ReviewJob] = FairQueue()
        self._task: asyncio.Task[None] | None = None

    def request(self, live: LiveMatch) -> ReviewJob:
        """The review of a match, made once however many ask; TooBusy where too many are wanted."""
        events = live.timeline.version
        if events > self._longest:
            raise ReviewTooLong(events, self._longest)
        job = self._jobs.get(live.id)
        if job is None:
            path = asking_path()
            self._make_room(path)
            job = self._jobs[live.id] = ReviewJob(live, path)
            self._enqueue(job)
        job.asked = time.monotonic()
        if job.is_paused:
            job.is_paused = False
            self._enqueue(job)
        self._jobs.move_to_end(live.id)
        self._evict_oldest()
        return job

    def cancel(self, match_id: str) -> bool:
        """Give a review up, if whoever asks now has asked for it; whether it was theirs."""
        job, asking = self._jobs.get(match_id), asking_path()
        if job is None or not job.is_waiting:
            return True
        if job.path != asking and asking[0] != LOCAL:
            return False
        job.is_cancelled = True
        del self._jobs[match_id]
        return True

    def _enqueue(self, job: ReviewJob) -> None:
        self._queue.put((*job.path, job.id), job)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Make reviews in turns until none is left that somebody wants."""
        while self._queue:
            job = self._queue.pop()
            if not job.is_waiting:
                continue
            if not job.is_wanted:
                job.is_paused = True
                continue
            try:
                await job.run_slice(self._bot_pool)
            except Exception:  # whatever it is, the next review can be made
                log.exception("the review of a match failed")
                job.failed = True
            if job.is_waiting:
                self._queue.put((*job.path, job.id), job)

    def _make_room(self, path: Path) -> None:
        """Forget paused reviews where that is needed for another; TooBusy if there are none."""
        while self._is_full(path):
            paused = next((each for each, job in self._jobs.items() if job.is_paused), None)
            if paused is None:
                raise TooBusy
            del self._jobs[paused]

    def _is_full(self, path: Path) -> bool:
        waiting = [job.path for job in self._jobs.values() if job.is_waiting]
        addresses = [address for address, *_ in waiting]
        return (
            len(waiting) >= MOST_WAITING
            or waiting.count(path) >= MOST_PER_DEVICE
            or (path[0] != LOCAL and addresses.count(path[0]) >= MOST_PER_ADDRESS)
        )

    def _evict_oldest(self) -> None:
        made = [match_id for match_id, job in self._jobs.items() if not job.is_waiting]
        for match_id in made[: max(0, len(self._jobs) - MOST_CACHED)]:
            del self._jobs[match_id]

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

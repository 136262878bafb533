"""The reviews of finished matches: made in the background, once each, and cached.

A review is thousands of small steps. Each waits for its turn in the queue of the bots, so that no
bot's move is held up for long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from ...core.language import Language
from ...review.narration import Narration
from ...review.replay import Replay
from ...review.report import report_of
from ...review.result import Review
from ...review.reviewer import Reviewer
from .bot_pool import BotPool, TooBusy
from .match import LiveMatch

MOST_CACHED = 64  # reviews, the latest
MOST_WAITING = 16  # reviews in the queue
MOST_PER_DEVICE = 2

Data = dict[str, Any]


class ReviewJob:
    """A review that somebody has asked for."""

    def __init__(self, live: LiveMatch, device: str) -> None:
        self.device = device
        self.reviewer: Reviewer | None = None  # once its turn has come
        self.failed = False
        self._live = live
        self.task: asyncio.Task[None] | None = None
        self._names = live.names
        self._reports: dict[str, Data] = {}  # by language

    @property
    def review(self) -> Review | None:
        return None if self.reviewer is None else self.reviewer.review

    @property
    def is_waiting(self) -> bool:
        return self.review is None and not self.failed

    @property
    def progress(self) -> int:
        """In per cent."""
        return 0 if self.reviewer is None else 100 * self.reviewer.done // self.reviewer.total

    def begin(self) -> Iterator[int]:
        """Replay the match, and do the first part of the work, which may compile the rules."""
        live = self._live
        self.reviewer = Reviewer(Replay(live.record.start(), live.timeline.events))
        parts = iter(self.reviewer)
        next(parts, None)
        return parts

    def report(self, language: Language) -> Data:
        assert self.reviewer is not None
        assert self.review is not None
        if language.code not in self._reports:
            narration = Narration(self.reviewer.replay, self._names, language)
            self._reports[language.code] = report_of(self.review, narration)
        return self._reports[language.code]


class ReviewQueue:
    """The reviews of this server; one is made at a time."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def request(self, live: LiveMatch, device: str) -> ReviewJob:
        """The review of a match, made once however many ask; TooBusy where too many are wanted."""
        job = self._jobs.get(live.id)
        if job is None:
            self._check_capacity(device)
            job = self._jobs[live.id] = ReviewJob(live, device)
            job.task = asyncio.create_task(self._make(job))
        self._jobs.move_to_end(live.id)
        self._evict_oldest()
        return job

    def _check_capacity(self, device: str) -> None:
        waiting = [job.device for job in self._jobs.values() if job.is_waiting]
        if len(waiting) >= MOST_WAITING or waiting.count(device) >= MOST_PER_DEVICE:
            raise TooBusy

    def _evict_oldest(self) -> None:
        made = [match_id for match_id, job in self._jobs.items() if not job.is_waiting]
        for match_id in made[: max(0, len(self._jobs) - MOST_CACHED)]:
            del self._jobs[match_id]

    async def _make(self, job: ReviewJob) -> None:
        try:
            async with self._one_at_a_time:
                # The first part compiles the rules, which would occupy a bot's thread for long.
                parts = await asyncio.to_thread(job.begin)
                while await self._bot_pool.think(next, parts, None) is not None:
                    pass
        finally:
            job.failed = job.review is None

    async def close(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

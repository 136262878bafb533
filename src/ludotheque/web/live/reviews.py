"""The reviews of finished matches: made in the background, once each, and cached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
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
from .bot_pool import BotPool
from .fair_queue import Path
from .match import LiveMatch
from .sliced_jobs import JobLimits, SlicedJob, SlicedJobs

LIMITS = JobLimits(cached=64, waiting=16, per_device=2, per_address=6, parts=25)

Data = dict[str, Any]


class ReviewTooLong(LudothequeError):
    code = "too_long"

    def __init__(self, count: int, most: int) -> None:
        super().__init__(
            "this match has {count} events, and the server reviews matches of at most {most}: "
            "download its record and run: ludotheque review FILE",
            count=count,
            most=most,
        )


class ReviewJob(SlicedJob):
    """A review that somebody has asked for."""

    def __init__(self, live: LiveMatch, path: Path) -> None:
        super().__init__(live.id, path)
        self.reviewer: Reviewer | None = None  # once its turn has come
        self._live = live
        self._names = live.names
        self._reports: dict[str, Data] = {}  # by language

    @property
    def review(self) -> Review | None:
        return None if self.reviewer is None else self.reviewer.review

    @property
    def is_made(self) -> bool:
        return self.review is not None

    @property
    def progress(self) -> int:
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

    def report(self, language: Language) -> Data:
        assert self.reviewer is not None
        assert self.review is not None
        if language.code not in self._reports:
            narration = Narration(self.reviewer.replay, self._names, language)
            self._reports[language.code] = report_of(self.review, narration)
        return self._reports[language.code]


class ReviewQueue(SlicedJobs[ReviewJob]):
    """The reviews of this server."""

    def __init__(self, bot_pool: BotPool, longest: int) -> None:
        super().__init__(bot_pool, LIMITS)
        self._longest = longest  # in events

    def request(self, live: LiveMatch) -> ReviewJob:
        """The review of a match, made once however many ask; TooBusy where too many are wanted."""
        events = live.timeline.version
        if events > self._longest:
            raise ReviewTooLong(events, self._longest)
        return self.ask_for(live.id, partial(ReviewJob, live))

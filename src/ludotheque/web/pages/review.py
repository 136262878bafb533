"""The review of a match that is over: made in the background, once, and kept for whoever asks.

A review is thousands of small steps. Each waits for its turn in the queue in which bots think, so
that a robot's move is never held up for long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...core.errors import BadCommand
from ...core.language import Language
from ...review.report import Narration, in_words
from ...review.reviewer import Review, Reviewing
from ..dependencies import Caller, GameLanguage, Match, Page
from ..live import LiveMatch
from ..matches.bot_pool import BotPool, TooBusy
from ..render.review_picture import picture_of
from .replay import replayed

router = APIRouter(include_in_schema=False)

MOST_KEPT = 64  # reviews, the latest
MOST_WAITING = 16  # that are not made yet
MOST_PER_DEVICE = 2

Data = dict[str, Any]


class Job:
    """A review that is wanted."""

    def __init__(self, live: LiveMatch, device: str) -> None:
        self.device = device
        self.reviewing = Reviewing(live.record.start(), live.timeline.events)
        self.failed = False
        self.in_words: dict[str, Data] = {}  # by language, once it was told
        self.task: asyncio.Task[None] | None = None

    @property
    def review(self) -> Review | None:
        return self.reviewing.review

    @property
    def is_waiting(self) -> bool:
        return self.review is None and not self.failed

    @property
    def progress(self) -> int:
        """In per cent."""
        return 100 * self.reviewing.done // self.reviewing.steps

    def told(self, live: LiveMatch, language: Language) -> Data:
        assert self.review is not None
        if language.code not in self.in_words:
            narration = Narration(live.record.start(), live.timeline.events, live.names, language)
            self.in_words[language.code] = in_words(self.review, narration)
        return self.in_words[language.code]


class Reviews:
    """The reviews of this server, one being made at a time."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._thinkers = bot_pool
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def of(self, live: LiveMatch, device: str) -> Job:
        """The review of a match, made once however many ask; TooBusy where too many are wanted."""
        job = self._jobs.get(live.id)
        if job is None:
            self._check_room(device)
            job = self._jobs[live.id] = Job(live, device)
            job.task = asyncio.create_task(self._make(job))
        self._jobs.move_to_end(live.id)
        self._forget_oldest()
        return job

    def _check_room(self, device: str) -> None:
        waiting = [job.device for job in self._jobs.values() if job.is_waiting]
        if len(waiting) >= MOST_WAITING or waiting.count(device) >= MOST_PER_DEVICE:
            raise TooBusy("too much is being thought about: ask again in a moment")

    def _forget_oldest(self) -> None:
        made = [match_id for match_id, job in self._jobs.items() if not job.is_waiting]
        for match_id in made[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[match_id]

    async def _make(self, job: Job) -> None:
        try:
            async with self._one_at_a_time:
                steps = iter(job.reviewing)
                # The first step compiles the rules, which would hold a thinker up for long.
                more = await asyncio.to_thread(next, steps, None)
                while more is not None:
                    more = await self._thinkers.think(next, steps, None)
        finally:
            job.failed = job.review is None

    async def close(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@router.get("/match/{match_id}/review")
async def review_page(
    request: Request, page: Page, live: Match, caller: Caller, language: GameLanguage
) -> Response:
    if live.timeline.result is None:
        raise BadCommand("not_over", live.version, "the review of a match is for after its end")
    reviews: Reviews = request.app.state.reviews
    try:
        job = reviews.of(live, caller.key or "")
    except TooBusy:
        return waiting_page(page, live, 0)  # which asks again by itself
    if job.failed:
        raise HTTPException(500)
    if job.review is None:
        return waiting_page(page, live, job.progress)
    told, places = job.told(live, language), places_of(live)
    return page(
        "review.html.jinja",
        live.game,
        live=live,
        told=told,
        places=places,
        picture=picture_of(told, places),
        ended=live.timeline.result["ended"],
    )


def waiting_page(page: Page, live: LiveMatch, progress: int) -> Response:
    response = page("review.html.jinja", live.game, live=live, told=None, progress=progress)
    response.headers["cache-control"] = "no-store"
    return response


def places_of(live: LiveMatch) -> dict[int, int]:
    """For so many draws and moves, the moment at which the replay shows the last of them."""
    places, lines = {0: 0}, 0
    for place, step in enumerate(replayed(live)):
        happened = sum("draw" in row or "move" in row for row in live.steps[step].events)
        for line in range(lines + 1, lines + happened + 1):
            places[line] = place
        lines += happened
    return places

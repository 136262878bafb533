"""Long work in the background, such as reviews and comparisons: in time slices, bounded and fair.

A job is many small parts. Jobs take turns, round-robin: addresses first, then devices, so a long
job never keeps a short one waiting for its end. Each part waits for its turn in the queue of the
bots, too. A job that nobody looks at any more is paused.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from .bot_pool import BotPool, TooBusy
from .fair_queue import FairQueue, Path
from .workers import LOCAL, client, device_keys

WANTED_SECONDS = 60.0  # after the last request, for which a job goes on

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class JobLimits:
    cached: int  # jobs, the latest
    waiting: int  # jobs in the queue
    per_device: int
    per_address: int  # of guests
    parts: int  # of one job, before the next one's turn


def asking_path() -> Path:
    """Whose turn a job takes: the address and the device of whoever asks."""
    return (client.get(), min(device_keys.get(), default=""))


class SlicedJob(ABC):
    """Work that somebody has asked for."""

    def __init__(self, job_id: str, path: Path) -> None:
        self.id = job_id
        self.path = path  # of whoever asked first
        self.failed = False
        self.is_cancelled = False
        self.is_paused = False
        self.asked = time.monotonic()
        self._parts: Iterator[int] | None = None

    @property
    @abstractmethod
    def is_made(self) -> bool:
        """Whether the result is there."""

    @property
    @abstractmethod
    def progress(self) -> int:
        """In per cent."""

    @abstractmethod
    def begin(self) -> Iterator[int]:
        """Get ready, which may compile rules. The parts of the work are done one by one."""

    @property
    def is_waiting(self) -> bool:
        return not (self.is_made or self.failed or self.is_cancelled)

    @property
    def is_wanted(self) -> bool:
        """Whether somebody has looked at it lately; the waiting page asks again by itself."""
        return time.monotonic() - self.asked < WANTED_SECONDS

    async def run_slice(self, bot_pool: BotPool, parts: int) -> None:
        """Do some parts of the work, each in its turn among the bots."""
        if self._parts is None:
            # Compiling would occupy a bot's thread for long.
            self._parts = await asyncio.to_thread(self.begin)
        for _ in range(parts):
            if self.is_cancelled:
                return
            path = (*self.path, self.id)
            if await bot_pool.think(next, self._parts, None, path=path) is None:
                self.failed = not self.is_made
                return


Job = TypeVar("Job", bound=SlicedJob)


class SlicedJobs(Generic[Job]):
    """The jobs of one kind; they are done in slices, one slice at a time."""

    def __init__(self, bot_pool: BotPool, limits: JobLimits) -> None:
        self._bot_pool = bot_pool
        self._limits = limits
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: FairQueue[Job] = FairQueue()
        self._task: asyncio.Task[None] | None = None

    def find(self, job_id: str) -> Job | None:
        """A job that somebody has asked for; it is wanted from now on."""
        job = self._jobs.get(job_id)
        if job is not None:
            self._want(job)
        return job

    def ask_for(self, job_id: str, make: Callable[[Path], Job]) -> Job:
        """A job, done once however many ask; TooBusy where too many are wanted."""
        job = self._jobs.get(job_id)
        if job is None:
            path = asking_path()
            self._make_room(path)
            job = self._jobs[job_id] = make(path)
            self._enqueue(job)
        self._want(job)
        return job

    def cancel(self, job_id: str) -> bool:
        """Give a job up, if whoever asks now has asked for it; whether it was theirs."""
        job, asking = self._jobs.get(job_id), asking_path()
        if job is None or not job.is_waiting:
            return True
        if job.path != asking and asking[0] != LOCAL:
            return False
        job.is_cancelled = True
        del self._jobs[job_id]
        return True

    def _want(self, job: Job) -> None:
        job.asked = time.monotonic()
        if job.is_paused:
            job.is_paused = False
            self._enqueue(job)
        self._jobs.move_to_end(job.id)
        self._evict_oldest()

    def _enqueue(self, job: Job) -> None:
        self._queue.put((*job.path, job.id), job)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Do jobs in turns until none is left that somebody wants."""
        while self._queue:
            job = self._queue.pop()
            if not job.is_waiting:
                continue
            if not job.is_wanted:
                job.is_paused = True
                continue
            try:
                await job.run_slice(self._bot_pool, self._limits.parts)
            except Exception:  # whatever it is, the next job can be done
                log.exception("%s failed", type(job).__name__)
                job.failed = True
            if job.is_waiting:
                self._queue.put((*job.path, job.id), job)

    def _make_room(self, path: Path) -> None:
        """Forget paused jobs where that is needed for another; TooBusy if there are none."""
        while self._is_full(path):
            paused = next((each for each, job in self._jobs.items() if job.is_paused), None)
            if paused is None:
                raise TooBusy
            del self._jobs[paused]

    def _is_full(self, path: Path) -> bool:
        waiting = [job.path for job in self._jobs.values() if job.is_waiting]
        addresses = [address for address, *_ in waiting]
        return (
            len(waiting) >= self._limits.waiting
            or waiting.count(path) >= self._limits.per_device
            or (path[0] != LOCAL and addresses.count(path[0]) >= self._limits.per_address)
        )

    def _evict_oldest(self) -> None:
        done = [job_id for job_id, job in self._jobs.items() if not job.is_waiting]
        for job_id in done[: max(0, len(self._jobs) - self._limits.cached)]:
            del self._jobs[job_id]

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

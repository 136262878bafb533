"""The one writer: a thread that commits in one transaction whatever waits when it gets to it.

A commit costs a disk's own time, however much it holds; so the more there is to write, the more
goes into each commit. Nobody is answered before the commit is on disk.
"""

import queue
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Engine

from .changes import Change
from .database import checkpoint
from .errors import StoreClosed, StoreError, StoreFailed

MOST_IN_A_COMMIT = 1000  # changes; the first of them waits for the last


@dataclass(frozen=True)
class PendingWrite:
    change: Change
    done: Future[None] = field(default_factory=Future)

    def __post_init__(self) -> None:
        """Under way from the beginning: giving up waiting for it does not undo it."""
        self.done.set_running_or_notify_cancel()

    def answer(self, problem: BaseException | None) -> None:
        if problem is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(problem)


class Writer:
    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._jobs: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()  # None: no more
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change) -> Future[None]:
        """Write the change after all that were submitted before it."""
        job = PendingWrite(change)
        with self._closing:
            if self._closed:
                job.answer(StoreClosed(self._folder))
            else:
                self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            waiting = self._waiting()
            more = waiting[-1] is not None
            self._write([job for job in waiting if job is not None])

    def _waiting(self) -> list[PendingWrite | None]:
        """All that waits now, or the next that comes."""
        waiting = [self._jobs.get()]
        with suppress(queue.Empty):
            while len(waiting) < MOST_IN_A_COMMIT:
                waiting.append(self._jobs.get_nowait())
        return waiting

    def _write(self, jobs: list[PendingWrite]) -> None:
        """All in one transaction: a job that is refused fails alone, a failing disk fails all."""
        if not jobs:
            return
        try:
            with self._engine.begin() as connection:
                refusals = [refusal(job.change, connection) for job in jobs]
        except Exception as problem:
            for job in jobs:
                failed = StoreFailed(self._folder, problem)
                failed.__cause__ = problem
                job.answer(failed)
            checkpoint(self._engine)  # on a full disk, the log may be what fills it
        else:
            for job, refused in zip(jobs, refusals, strict=True):
                job.answer(refused)


def refusal(change: Change, connection: Connection) -> StoreError | None:
    try:
        change.make(connection)
    except StoreError as problem:
        return problem
    return None

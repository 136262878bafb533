"""Group commit: one thread writes all pending changes in one transaction.

The cost of a commit hardly depends on its size, so under load each commit holds more changes. A
future is resolved only after the commit is on disk.
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

MOST_IN_A_COMMIT = 1000  # changes; the first has to wait for the last


@dataclass(frozen=True)
class PendingWrite:
    """A queued change, and the future of its result."""

    change: Change
    done: Future[None] = field(default_factory=Future)

    def __post_init__(self) -> None:
        """Mark the future as running: cancelling it would not undo the write."""
        self.done.set_running_or_notify_cancel()

    def answer(self, problem: BaseException | None) -> None:
        if problem is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(problem)


class Writer:
    """The thread that writes, and its queue."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._folder = folder
        self._queue: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()  # None: no more
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change) -> Future[None]:
        """Queue a change; it is written after all that were submitted before it."""
        write = PendingWrite(change)
        with self._closing:
            if self._closed:
                write.answer(StoreClosed(self._folder))
            else:
                self._queue.put(write)
        return write.done

    def close(self) -> None:
        """Write what is queued, then stop the thread."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            waiting = self._waiting()
            more = waiting[-1] is not None
            self._write([write for write in waiting if write is not None])

    def _waiting(self) -> list[PendingWrite | None]:
        """All queued changes; if there are none, wait for the next one."""
        waiting = [self._queue.get()]
        with suppress(queue.Empty):
            while len(waiting) < MOST_IN_A_COMMIT:
                waiting.append(self._queue.get_nowait())
        return waiting

    def _write(self, writes: list[PendingWrite]) -> None:
        """Write in one transaction: a refused change fails alone, a failing disk fails all."""
        if not writes:
            return
        try:
            with self._engine.begin() as connection:
                refusals = [refusal(write.change, connection) for write in writes]
        except Exception as problem:
            for write in writes:
                failed = StoreFailed(self._folder, problem)
                failed.__cause__ = problem
                write.answer(failed)
            checkpoint(self._engine)  # the write-ahead log may be what fills a full disk
        else:
            for write, refused in zip(writes, refusals, strict=True):
                write.answer(refused)


def refusal(change: Change, connection: Connection) -> StoreError | None:
    try:
        change.execute(connection)
    except StoreError as problem:
        return problem
    return None

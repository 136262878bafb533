"""Group commit: one thread writes all pending changes in one transaction.

The cost of a commit hardly depends on its size, so under load each commit holds more changes. A
future is resolved only after the commit is on disk.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine

from .batch import Batch, KnownRows, RowsChanged
from .changes import Change
from .database import checkpoint
from .errors import DatabaseDamaged, StoreClosed, StoreError, StoreFailed, failure
from .file_watch import FileWatch
from .watermark import Watermark

MOST_IN_A_COMMIT = 1000  # changes; the first has to wait for the last
WATCH_SECONDS = 10.0  # between two looks at the database's files while nothing is written


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

    def __init__(
        self,
        engine: Engine,
        folder: Path,
        watermark: Watermark,
        files: FileWatch,
        warn: Callable[[StoreError], None],
    ) -> None:
        self._engine = engine
        self._folder = folder
        self._watermark = watermark
        self._files = files
        self._warn = warn
        self._known = KnownRows()
        self._stopped: StoreFailed | None = None  # why nothing more is written
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

    def stop_writing(self, problem: StoreFailed) -> None:
        """Refuse every further change for this reason, and warn of it once."""
        if self._stopped is None:
            self._stopped = problem
            self._warn(problem)

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
        """All queued changes; if there are none, wait for the next one, and watch the files."""
        waiting = [self._next()]
        with suppress(queue.Empty):
            while len(waiting) < MOST_IN_A_COMMIT:
                waiting.append(self._queue.get_nowait())
        return waiting

    def _next(self) -> PendingWrite | None:
        while True:
            try:
                return self._queue.get(timeout=WATCH_SECONDS)
            except queue.Empty:
                self._check_files()

    def _check_files(self) -> bool:
        """Whether the database's files are those that were opened; if not, write no more.

        A log that was removed is still open here: what is in it is copied into the database.
        """
        replaced = self._files.replaced
        if replaced is None:
            return True
        if self._stopped is None:
            saved = checkpoint(self._engine)
            self.stop_writing(self._files.error(replaced, saved=saved))
        return False

    def _write(self, writes: list[PendingWrite]) -> None:
        """Write in one transaction: a refused change fails alone, a failing disk fails all."""
        if not writes:
            return
        try:
            refusals = self._commit([write.change for write in writes])
        except Exception as problem:
            for write in writes:
                failed = failure(self._folder, problem)
                failed.__cause__ = None if failed is problem else problem
                write.answer(failed)
            if isinstance(failed, DatabaseDamaged):
                self.stop_writing(failed)
            checkpoint(self._engine)  # the write-ahead log may be what fills a full disk
        else:
            for write, refused in zip(writes, refusals, strict=True):
                write.answer(refused)

    def _commit(self, changes: list[Change]) -> list[StoreError | None]:
        """Commit the changes; for each the reason why it was refused, or None.

        The files are looked at before and after: they may be replaced in between, and then the
        changes are confirmed only if they could still be saved.
        """
        self._check_files()
        if self._stopped is not None:
            raise self._stopped
        refusals = self._written(changes)
        if not self._check_files() and not self._files.database_is_there:
            assert self._stopped is not None
            raise self._stopped
        if None in refusals:
            self._watermark.confirm()
        return refusals

    def _written(self, changes: list[Change]) -> list[StoreError | None]:
        """Write the changes in one transaction; once more if known rows were not as expected."""
        try:
            return self._transaction(changes)
        except RowsChanged:
            return self._transaction(changes)

    def _transaction(self, changes: list[Change]) -> list[StoreError | None]:
        try:
            with self._engine.begin() as connection:
                batch = Batch(connection, self._known)
                refusals = [batch.refusal(change) for change in changes]
                batch.flush()
                if None in refusals:
                    self._watermark.count(connection)
        except BaseException:
            self._known.forget()  # nothing of it was written
            raise
        return refusals

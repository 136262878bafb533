"""Group commit: one thread writes all pending changes in one transaction.

The cost of a commit hardly depends on its size, so under load each commit holds more changes. A
future is resolved only after the commit is on disk.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError

from .backend import Backend
from .batch import Batch, KnownRows, RowsChanged
from .changes import Change
from .errors import (
    CommitUnknown,
    DatabaseDamaged,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreUnreachable,
    failure,
)

MOST_IN_A_COMMIT = 1000  # changes; the first has to wait for the last
WATCH_SECONDS = 10.0  # between two looks at the database while nothing is written


Answered = Callable[[BaseException | None], None]  # called on the writer's thread


class PendingWrite(NamedTuple):
    """A queued change, and what is called when it is on disk, or has failed."""

    change: Change
    answer: Answered


class Writer:
    """The thread that writes, and its queue."""

    def __init__(self, backend: Backend, warn: Callable[[StoreError], None]) -> None:
        self._backend = backend
        self._warn = warn
        self._known = KnownRows()
        self._stopped: StoreFailed | None = None  # why nothing more is written
        self._queue: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()  # None: end
        self._gathered: list[PendingWrite] = []
        self._gathering: tuple[int, Callable[[Callable[[], None]], object]] | None = None
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, change: Change) -> Future[None]:
        """Queue a change; it is written after all that were submitted before it."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # cancelling it would not undo the write

        def answer(problem: BaseException | None) -> None:
            if problem is None:
                done.set_result(None)
            else:
                done.set_exception(problem)

        self.write(change, answer)
        return done

    def write(self, change: Change, answer: Answered) -> None:
        """Queue a change and have its answer called: cheaper than a future."""
        write = PendingWrite(change, answer)
        with self._closing:
            if self._closed:
                answer(StoreClosed(self._backend.place))
            elif self._gathering is not None and self._gathering[0] == threading.get_ident():
                self._gather(write, self._gathering[1])
            else:
                self._queue.put([write])

    def gather(self, soon: Callable[[Callable[[], None]], object] | None) -> None:
        """From now on, hand over this thread's changes together, when `soon` calls back.

        The writer would otherwise begin a commit with the first of them, and compete with the
        others for Python's lock. `soon` is an event loop's `call_soon`; None ends it.
        """
        self._gathering = None if soon is None else (threading.get_ident(), soon)
        if soon is None:
            self._hand_over()

    def _gather(self, write: PendingWrite, soon: Callable[[Callable[[], None]], object]) -> None:
        self._gathered.append(write)
        if len(self._gathered) == 1:
            soon(self._hand_over)

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queue.put(gathered)

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
                self._hand_over()
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (writes := self._next()) is not None:
            more = self._take_queued(writes)
            self._write(writes)
            if not more:
                break

    def _take_queued(self, writes: list[PendingWrite]) -> bool:
        """Add what is queued already; whether more may come."""
        with suppress(queue.Empty):
            while len(writes) < MOST_IN_A_COMMIT:
                queued = self._queue.get_nowait()
                if queued is None:
                    return False
                writes += queued
        return True

    def _next(self) -> list[PendingWrite] | None:
        """The next changes; while there are none, watch the database."""
        while True:
            try:
                return self._queue.get(timeout=WATCH_SECONDS)
            except queue.Empty:
                self._check_database()

    def _check_database(self) -> None:
        """Write no more if the database is not the one that was opened."""
        problem = self._backend.problem()
        if problem is not None:
            self.stop_writing(problem)

    def _refuse_queued(self) -> bool:
        """Refuse what has come in while it is not known how a commit has ended; whether anybody
        still waits to know it."""
        waiting: list[PendingWrite] = []
        more = self._take_queued(waiting)
        for write in waiting:
            write.answer(StoreUnreachable(self._backend.place))
        if not more:
            self._queue.put(None)  # closing: for the loop that is left afterwards
        return more

    def _write(self, writes: list[PendingWrite]) -> None:
        """Write in one transaction: a refused change fails alone, a failing disk fails all."""
        if not writes:
            return
        try:
            refusals = self._commit([write.change for write in writes])
        except Exception as problem:
            for write in writes:
                failed = self._failure(problem)
                failed.__cause__ = None if failed is problem else problem
                write.answer(failed)
            if isinstance(failed, DatabaseDamaged):
                self.stop_writing(failed)
            self._backend.failed()
        else:
            for write, refused in zip(writes, refusals, strict=True):
                write.answer(refused)

    def _failure(self, problem: Exception) -> StoreError:
        if isinstance(problem, CommitUnknown):
            return problem
        return failure(self._backend.place, problem)

    def _commit(self, changes: list[Change]) -> list[StoreError | None]:
        """Commit the changes; for each the reason why it was refused, or None."""
        self._check_database()
        if self._stopped is not None:
            raise self._stopped
        refusals = self._written(changes)
        self._check_database()
        if None in refusals:
            self._backend.confirm()
        return refusals

    def _written(self, changes: list[Change]) -> list[StoreError | None]:
        """Write the changes in one transaction; once more if known rows were not as expected, if
        an id was used before, or if the database was restarted since the last one."""
        try:
            return self._transaction(changes)
        except StoreUnreachable:
            return self._transaction(changes)
        except (RowsChanged, IntegrityError):
            return self._transaction(changes, careful=True)

    def _transaction(
        self, changes: list[Change], *, careful: bool = False
    ) -> list[StoreError | None]:
        try:
            with self._backend.transaction(self._refuse_queued) as connection:
                statements = self._backend.statements
                batch = Batch(connection, self._known, statements, careful=careful)
                refusals = [batch.refusal(change) for change in changes]
                batch.flush()
                if None in refusals:
                    self._backend.seal(connection, lambda: changed_matches(changes, refusals))
        except BaseException:
            self._known.forget()  # nothing of it was written
            raise
        return refusals


def changed_matches(changes: list[Change], refusals: list[StoreError | None]) -> list[str]:
    """The ids of the matches that were changed, each once."""
    made = (change for change, refused in zip(changes, refusals, strict=True) if refused is None)
    named = (getattr(change, "match_id", None) for change in made)
    return list(dict.fromkeys(filter(None, named)))

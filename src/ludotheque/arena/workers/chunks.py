"""Chunks of work on an Executor, worked on again when the worker that had them has died.

A chunk is a pure function of its arguments: whoever works on it, and however often, the answer is
the same. So a chunk that is lost is submitted again, and nothing else has to be known about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, TypeVar

from ...core.errors import BadOption
from ..interruptible import TICK_SECONDS

MOST_LOSSES = 5  # of one chunk; then it is the chunk that kills the workers

#: An executor, or a function that makes one; only with a function a broken one can be replaced.
Pool = Executor | Callable[[], Executor]

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class Chunks(Generic[Task, Answer]):
    """The chunks that are submitted and have not been answered yet."""

    def __init__(self, pool: Pool, work: Callable[[Task], Answer]) -> None:
        self._pool = pool
        self._work = work
        self._executor = pool if isinstance(pool, Executor) else pool()
        self._running: dict[Future[Answer], tuple[Task, int]] = {}  # with how often it was lost

    def __len__(self) -> int:
        return len(self._running)

    def submit(self, task: Task, losses: int = 0) -> None:
        try:
            future = self._executor.submit(self._work, task)
        except BrokenExecutor as problem:
            self._replace([(task, losses)], problem)
        else:
            self._running[future] = (task, losses)

    def finished(self) -> Iterator[tuple[Task, Answer]]:
        """Wait for a tick, or until a chunk is finished; yields each finished one."""
        done, _ = wait(self._running, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
        lost: list[tuple[Task, int]] = []
        problem: BrokenExecutor | None = None
        for future in done:
            task, losses = self._running.pop(future)
            try:
                answer = future.result()
            except BrokenExecutor as found:
                lost.append((task, losses))
                problem = found
            else:
                yield task, answer
        if problem is not None:
            self._replace(lost, problem)

    def cancel(self) -> None:
        for future in self._running:
            future.cancel()
        self._running.clear()

    def _replace(self, lost: list[tuple[Task, int]], problem: BrokenExecutor) -> None:
        """Make a new executor, and submit again what the broken one had.

        A pool of processes that has lost a worker fails all its chunks; those that were finished
        before are still answered.
        """
        if isinstance(self._pool, Executor):
            raise problem
        if max(losses for _, losses in lost) >= MOST_LOSSES:
            raise BadOption(
                "{count} workers have died over the same matches", count=MOST_LOSSES + 1
            ) from problem
        before, self._executor = self._executor, self._pool()
        if self._executor is not before:  # a cluster goes on with its other workers
            before.shutdown(wait=False, cancel_futures=True)
            failed = [future for future in self._running if is_lost(future)]
            lost = lost + [self._running.pop(future) for future in failed]
        for task, losses in lost:
            self.submit(task, losses + 1)


def is_lost(future: Future[Answer]) -> bool:
    """Whether a future of a broken executor has no answer, and will never have one."""
    return not future.done() or future.cancelled() or future.exception() is not None


def in_order(
    pool: Pool,
    work: Callable[[Task], Answer],
    tasks: Iterable[Task],
    most: int,
    on_tick: Callable[[], object] = lambda: None,
) -> Iterator[Answer]:
    """The answers to all tasks, in the tasks' order, with at most `most` kept or worked on."""
    chunks: Chunks[tuple[int, Task], Answer] = Chunks(pool, Numbered(work))
    waiting, ready, due = enumerate(tasks), dict[int, Answer](), 0
    try:
        more = True
        while more or chunks or ready:
            while more and len(chunks) + len(ready) < most:
                task = next(waiting, None)
                if task is None:
                    more = False
                else:
                    chunks.submit(task)
            for (number, _), answer in chunks.finished():
                ready[number] = answer
            on_tick()
            while due in ready:
                yield ready.pop(due)
                due += 1
    finally:
        chunks.cancel()


class Numbered(Generic[Task, Answer]):
    """Work on a task that carries its number; a class, so that it can be pickled."""

    def __init__(self, work: Callable[[Task], Answer]) -> None:
        self.work = work

    def __call__(self, task: tuple[int, Task]) -> Answer:
        return self.work(task[1])

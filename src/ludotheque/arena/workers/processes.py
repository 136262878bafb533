"""Worker processes of this machine: spawned, deaf to Ctrl-C, gone when their parent is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any


class Worker(SpawnProcess):
    """A process that does not import the script that started it.

    Players and games are pickled by name, so the script is not needed. Importing a script without
    `if __name__ == "__main__"` would start the tournament again.
    """

    def start(self) -> None:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            with interrupts_blocked():
                super().start()
        finally:
            sys.modules["__main__"] = script


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT: processes started in the block never get it, the parent gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerContext(SpawnContext):
    """A multiprocessing context that remembers the workers it has started."""

    def __init__(self) -> None:
        super().__init__()
        self.workers: list[Worker] = []

    def Process(self, *arguments: Any, **named: Any) -> Worker:  # type: ignore[override]  # noqa: N802
        worker = Worker(*arguments, **named)
        self.workers.append(worker)
        return worker


class Processes:
    """Makes pools of processes, one at a time: a pool that has lost a worker takes no more work."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._context = WorkerContext()

    def __call__(self) -> ProcessPoolExecutor:
        """A new pool, in the place of the one before."""
        self.close(kill=True)
        self._context = WorkerContext()
        self._pool = ProcessPoolExecutor(self.workers, self._context, init_worker)
        return self._pool

    def close(self, *, kill: bool) -> None:
        if self._pool is None:
            return
        for worker in self._context.workers if kill else ():
            worker.kill()
        self._pool.shutdown(cancel_futures=True)
        self._pool = None


@contextmanager
def processes(workers: int) -> Iterator[Processes]:
    """Makes pools whose workers are killed if the block is left by an exception."""
    pools = Processes(workers)
    try:
        yield pools
    except BaseException:
        pools.close(kill=True)
        raise
    pools.close(kill=False)


def init_worker() -> None:
    """Ignore Ctrl-C, which is for the parent, and exit when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=exit_with_parent, daemon=True).start()


def exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

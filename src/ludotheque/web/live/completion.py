"""Waiting for what goes on by itself: writes to the disk, and coroutines that run to completion
although their caller is cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent import futures
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

from ...core.errors import LudothequeError

logger = logging.getLogger("ludotheque")

Answer = TypeVar("Answer")
Answered = Callable[[BaseException | None], None]  # with what has gone wrong, if anything has

_running: set[asyncio.Future[Any]] = set()  # event loops hold tasks by weak references only


async def run_to_completion(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a coroutine; if the awaiting task is cancelled, the coroutine goes on."""
    task = asyncio.get_running_loop().create_task(coroutine)
    _running.add(task)
    task.add_done_callback(_running.discard)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_report)
        raise


def _report(alone: asyncio.Task[Any]) -> None:
    """Say what has gone wrong with what nobody waits for any more. A refusal is not to be reported,
    nor that a match could not be saved: it stays as it was, or is another node's."""
    problem = None if alone.cancelled() else alone.exception()
    if problem is not None and not isinstance(problem, LudothequeError):
        logger.error("what went on by itself has failed", exc_info=problem)


async def on_disk(write: futures.Future[None]) -> None:
    """Wait for a write of the store."""
    if not write.done():
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[None] = loop.create_future()
        answer = back_on(loop, lambda _: None if waiting.done() else waiting.set_result(None))
        write.add_done_callback(lambda done: answer(None))
        await waiting
    write.result()


def settle(waiting: asyncio.Future[None], problem: BaseException | None) -> None:
    """Wake up whoever waits for this future, if somebody still does."""
    if waiting.done():
        return
    if problem is None:
        waiting.set_result(None)
    else:
        waiting.set_exception(problem)


def back_on(loop: asyncio.AbstractEventLoop, call: Answered) -> Answered:
    """A function for the writer's thread that has another one called on the event loop.

    All writes of a commit wake the event loop up once.
    """
    wakeups = _wakeups.get(loop)
    if wakeups is None:
        wakeups = _wakeups[loop] = Wakeups(loop)
    return partial(wakeups.wake, call)


class Wakeups:
    """Wakes up an event loop from other threads: once, however much has been done meanwhile."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = ref(loop)
        self._calls: deque[tuple[Callable[[Any], None], BaseException | None]] = deque()
        self._is_due = False

    def wake(self, call: Callable[[Any], None], problem: BaseException | None) -> None:
        """Have something called on the event loop."""
        self._calls.append((call, problem))
        loop = self._loop()
        if not self._is_due and loop is not None:
            self._is_due = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        self._is_due = False  # first: what is done from here on wakes the loop up again
        while self._calls:
            call, problem = self._calls.popleft()
            try:
                call(problem)
            except Exception:
                logger.exception("what follows a write has failed")


_wakeups: WeakKeyDictionary[asyncio.AbstractEventLoop, Wakeups] = WeakKeyDictionary()

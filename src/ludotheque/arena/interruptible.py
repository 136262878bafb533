"""Work that nobody can break off, such as compiling: done on a thread, with an eye on the user."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

TICK_SECONDS = 0.1  # how often one looks up while others work

Answer = TypeVar("Answer")


def run_interruptible(work: Callable[[], Answer], on_tick: Callable[[], object]) -> Answer:
    """What the work comes to; `on_tick` is called every now and then until it is done.

    If `on_tick` raises, or Ctrl-C is pressed, that is heard at once, and the work is left alone: a
    compiler in which an exception is raised would print it and go on.
    """
    answer: Future[Answer] = Future()
    worker = threading.Thread(target=fulfil, args=(answer, work), daemon=True, name="compiler")
    worker.start()
    while worker.is_alive():
        worker.join(TICK_SECONDS)
        on_tick()
    return answer.result()


def fulfil(answer: Future[Answer], work: Callable[[], Answer]) -> None:
    try:
        answer.set_result(work())
    except BaseException as problem:
        answer.set_exception(problem)

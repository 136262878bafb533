"""Runs uninterruptible work, such as compiling, so that Ctrl-C still works at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

TICK_SECONDS = 0.1  # between two calls of `on_tick`

Answer = TypeVar("Answer")


def run_interruptible(work: Callable[[], Answer], on_tick: Callable[[], object]) -> Answer:
    """Run the work on a thread and return its result, calling `on_tick` regularly meanwhile.

    If `on_tick` raises, or Ctrl-C is pressed, the exception is raised here at once and the thread
    continues in the background. Raising it inside the compiler would not stop the compiler either.
    """
    answer: Future[Answer] = Future()
    worker = threading.Thread(target=run_into, args=(answer, work), daemon=True, name="compiler")
    worker.start()
    while worker.is_alive():
        worker.join(TICK_SECONDS)
        on_tick()
    return answer.result()


def run_into(answer: Future[Answer], work: Callable[[], Answer]) -> None:
    try:
        answer.set_result(work())
    except BaseException as problem:
        answer.set_exception(problem)

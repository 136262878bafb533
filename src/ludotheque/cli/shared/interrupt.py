"""Ctrl-C while code is being compiled: noted by a signal handler, raised at a safe point.

A KeyboardInterrupt raised inside the compiler's callbacks would be printed and swallowed.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130  # the exit code
FORCE_AFTER = 5.0  # seconds after which a second Ctrl-C kills the process


class Interrupt:
    """A signal handler that remembers Ctrl-C; presses in quick succession count as one."""

    def __init__(self) -> None:
        self._pressed_at: float | None = None
        self._is_raised = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._pressed_at is None:
            self._pressed_at = now
        elif now > self._pressed_at + FORCE_AFTER:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def raise_if_pressed(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed; only once."""
        if self._pressed_at is not None and not self._is_raised:
            self._is_raised = True
            raise KeyboardInterrupt


@contextmanager
def deferred_interrupt() -> Iterator[Callable[[], None]]:
    """Defer Ctrl-C until the function that this yields is called, or until the end of the block."""
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt.raise_if_pressed  # only the main thread may handle signals
        return
    before = signal.signal(signal.SIGINT, interrupt.handle)
    try:
        yield interrupt.raise_if_pressed
    finally:
        signal.signal(signal.SIGINT, before)
    interrupt.raise_if_pressed()


def leave(code: int) -> NoReturn:
    """End the process; if it was interrupted, without the cleanup of an ordinary exit.

    Ordinary exit would wait for a thread that is still compiling, or unload the compiler's
    libraries under it, and another Ctrl-C would show a traceback.
    """
    if code != INTERRUPTED:
        sys.exit(code)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # the reader may have gone
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)

"""Ctrl-C while code is being compiled: heard at once, obeyed at the next safe moment.

Raised inside the compiler's callbacks, a KeyboardInterrupt would be printed and lost.
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
PATIENCE = 5.0  # seconds after which whoever presses again means it


class Interrupt:
    """Whether Ctrl-C was pressed; who presses it twice in a row has pressed it once."""

    def __init__(self) -> None:
        self._heard: float | None = None  # when
        self._is_obeyed = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._heard is None:
            self._heard = now
        elif now > self._heard + PATIENCE:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def obey(self) -> None:
        """Raise, once, the KeyboardInterrupt that was asked for."""
        if self._heard is not None and not self._is_obeyed:
            self._is_obeyed = True
            raise KeyboardInterrupt


@contextmanager
def deferred_interrupt() -> Iterator[Callable[[], None]]:
    """Inside, Ctrl-C waits until the function given is called, or the end."""
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt.obey  # signals are the main thread's
        return
    before = signal.signal(signal.SIGINT, interrupt.hear)
    try:
        yield interrupt.obey
    finally:
        signal.signal(signal.SIGINT, before)
    interrupt.obey()


def leave(code: int) -> NoReturn:
    """End the process; an interrupted one at once, because somebody may press again.

    A thread that is still compiling is not waited for, nor are the compiler's libraries taken
    down while it uses them.
    """
    if code != INTERRUPTED:
        sys.exit(code)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # whoever read it may be gone
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)

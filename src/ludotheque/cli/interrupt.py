"""Ctrl-C while code is being compiled: heard at once, obeyed at the next safe moment.

Raised inside the compiler's callbacks, a KeyboardInterrupt would be printed and lost.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupt() -> Iterator[Callable[[], None]]:
    """Inside, Ctrl-C waits until the function given is called; a second one ends the process."""
    asked = threading.Event()

    def obey() -> None:
        if asked.is_set():
            raise KeyboardInterrupt

    def hear(number: int, frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    if threading.current_thread() is not threading.main_thread():
        yield obey  # signals are the main thread's
        return
    before = signal.signal(signal.SIGINT, hear)
    try:
        yield obey
    finally:
        signal.signal(signal.SIGINT, before)
    obey()

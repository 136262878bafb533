"""A limit on what is logged: the same message a few times a minute, and then how often more.

Whoever can make the server log a line could otherwise fill the disk, or hide what matters.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MOST_ALIKE = 5  # messages of one kind in a period
PERIOD = 60.0  # seconds
MOST_KINDS = 200  # remembered at once

#: The loggers in which a client's doing can leave a trace.
LOGGERS = ("uvicorn.error", "asyncio", "ludotheque")


class LogLimit(logging.Filter):
    """Lets the first few messages of a kind through, and counts the others.

    Messages are alike if their template and the kind of their exception are: what a client has
    written may stand in their arguments.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self._kinds: dict[tuple[str, str, str], _Count] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "is_summary", False):
            return True
        problem = record.exc_info[0] if record.exc_info else None
        kind = (record.name, str(record.msg), "" if problem is None else problem.__name__)
        now = self.clock()
        count = self._kinds.get(kind)
        if count is None:
            if len(self._kinds) >= MOST_KINDS:
                self.flush(everything=True)
            count = self._kinds[kind] = _Count(now, record.levelno)
        count.seen += 1
        return count.seen <= MOST_ALIKE

    def flush(self, *, everything: bool = False) -> None:
        """Say what was left out in periods that are over; to be called every second."""
        now = self.clock()
        over = [
            kind for kind, count in self._kinds.items() if everything or now - count.since >= PERIOD
        ]
        for kind in over:
            count, (name, template, _) = self._kinds.pop(kind), kind
            if count.seen > MOST_ALIKE:
                more = f"{count.seen - MOST_ALIKE:,}"
                logging.getLogger(name).log(
                    count.level,
                    "… and %s more like it in the last minute: %s",
                    more,
                    template.strip()[:200],
                    extra={"is_summary": True},
                )

    def install(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self)

    def remove(self) -> None:
        self.flush(everything=True)
        for name in LOGGERS:
            logging.getLogger(name).removeFilter(self)


class _Count:
    def __init__(self, since: float, level: int) -> None:
        self.since = since
        self.level = level
        self.seen = 0

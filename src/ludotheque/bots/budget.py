"""The budget of searches: the share of its iterations that a search may use, less under load.

It belongs to the context in which a bot thinks (`contextvars`), so a server can shrink it for one
decision without changing any player.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FEWEST = 24  # iterations that are left of any search

_share: ContextVar[float] = ContextVar("share", default=1.0)


@contextmanager
def search_budget(share: float) -> Iterator[None]:
    """Searches use this share of their iterations, 0 < share ≤ 1."""
    before = _share.set(share)
    try:
        yield
    finally:
        _share.reset(before)


def affordable(iterations: int) -> int:
    """How many of its iterations a search may use."""
    return max(min(iterations, FEWEST), round(iterations * _share.get()))

"""Things that are done to their end, once begun."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_under_way: set[asyncio.Future[Any]] = set()  # an event loop alone would let go of them


async def run_to_completion(doing: Coroutine[Any, Any, Answer]) -> Answer:
    """To the end, even if whoever asked has gone away meanwhile."""
    task = asyncio.ensure_future(doing)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)
    return await asyncio.shield(task)

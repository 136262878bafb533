"""Coroutines that run to completion although their caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")

_running: set[asyncio.Future[Any]] = set()  # event loops hold tasks by weak references only


async def run_to_completion(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a coroutine; if the awaiting task is cancelled, the coroutine goes on."""
    task = asyncio.ensure_future(coroutine)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(task)

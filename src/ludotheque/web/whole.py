"""Things that are done to their end, once begun."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def whole(doing: Coroutine[Any, Any, Answer]) -> Answer:
    """To the end, even if whoever asked has gone away meanwhile."""
    return await asyncio.shield(asyncio.ensure_future(doing))

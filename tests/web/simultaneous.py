"""Runs several clients' requests at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx

from .server import PATIENCE

Ask = Callable[[], httpx.Response]


def simultaneously(*asks: Ask) -> list[httpx.Response]:
    """What each of them is answered, in their order."""
    barrier = threading.Barrier(len(asks))

    def one(ask: Ask) -> httpx.Response:
        barrier.wait(PATIENCE)
        return ask()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(one, asks, timeout=PATIENCE))


def statuses(answers: Sequence[httpx.Response]) -> list[int]:
    return sorted(answer.status_code for answer in answers)

"""What goes on to its end although nobody waits for it any more."""

from __future__ import annotations

import asyncio
import gc

import pytest

from ludotheque.store.errors import NotOwner
from ludotheque.web.live.completion import run_to_completion


def left_alone(problem: Exception | None, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Cancel whoever waits for a coroutine that then fails; what the log says of it."""

    async def evening() -> bool:
        goes_on, is_over = asyncio.Event(), asyncio.Event()

        async def fails() -> None:
            await goes_on.wait()
            is_over.set()
            if problem is not None:
                raise problem

        waiting = asyncio.create_task(run_to_completion(fails()))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        goes_on.set()
        await is_over.wait()
        await asyncio.sleep(0)
        return True

    assert asyncio.run(evening())
    gc.collect()  # a problem that nobody has looked at is logged then
    return caplog.messages


def test_it_runs_to_its_end_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    assert left_alone(None, caplog) == []


def test_that_another_node_has_taken_its_match_over_is_nothing_to_report(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert left_alone(NotOwner("some-match"), caplog) == []


def test_what_nobody_expects_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    assert left_alone(ZeroDivisionError(), caplog) == ["what went on by itself has failed"]

"""The lock of a match: in order, and without waiting where nobody is before."""

from __future__ import annotations

import asyncio

from ludotheque.web.live.one_at_a_time import OneAtATime


def test_it_is_handed_over_in_order_and_nobody_cuts_in() -> None:
    async def run() -> list[int]:
        lock, order = OneAtATime(), list[int]()

        async def wait(number: int) -> None:
            async with lock:
                order.append(number)

        lock.take()
        waiting = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.is_free  # the first of those who wait has it
        await asyncio.gather(*waiting)
        assert lock.is_free
        return order

    assert asyncio.run(run()) == [0, 1, 2]


def test_who_gives_up_while_waiting_or_when_it_is_their_turn_passes_it_on() -> None:
    async def run() -> None:
        lock = OneAtATime()
        lock.take()
        gone, handed, last = (asyncio.create_task(lock.acquire()) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        lock.release()  # to the second, who is gone before noticing it
        handed.cancel()
        await last
        assert not lock.is_free
        lock.release()
        assert lock.is_free

    asyncio.run(run())

"""A long review keeps nobody waiting: slices, limits for each device and address, pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.web.live import reviews
from ludotheque.web.live.bot_pool import BotPool, TooBusy
from ludotheque.web.live.reviews import LIMITS, ReviewJob, ReviewQueue, ReviewTooLong
from ludotheque.web.live.sliced_jobs import WANTED_SECONDS
from ludotheque.web.live.workers import client, device_keys

from .api_client import SMALL_BOX, begin, play_out, told
from .server import Server


def match(name: str, parts: int) -> Any:
    """A match whose review has so many parts. Its events are not read in order to ask for it."""
    timeline = SimpleNamespace(version=parts)
    return SimpleNamespace(id=name, names=["Ada", "Blaise"], timeline=timeline)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts in the order in which they are done, by the names of their matches."""
    order: list[str] = []

    def begin(job: ReviewJob) -> Iterator[int]:
        total = job._live.timeline.version
        job.reviewer = made = SimpleNamespace(done=0, total=total, review=None)  # type: ignore[assignment]
        return parts(job.id, made)

    def parts(name: str, reviewer: Any) -> Iterator[int]:
        for _ in range(reviewer.total):
            order.append(name)
            reviewer.done += 1
            yield reviewer.done
        reviewer.review = "made"

    monkeypatch.setattr(ReviewJob, "begin", begin)
    return order


def ask(queue: ReviewQueue, who: str, device: str, live: Any) -> ReviewJob:
    client.set(who)
    device_keys.set(frozenset({device}))
    return queue.request(live)


def in_a_queue(play: Any) -> None:
    async def run() -> None:
        pool = BotPool(1)
        queue = ReviewQueue(pool, longest=10_000)
        try:
            await play(queue)
        finally:
            await queue.close()
            pool.close()

    asyncio.run(run())


async def made(job: ReviewJob) -> None:
    while job.is_waiting:
        await asyncio.sleep(0.001)


def test_a_short_review_is_made_while_a_long_one_goes_on(done: list[str]) -> None:
    async def play(queue: ReviewQueue) -> None:
        long = ask(queue, "1.1.1.1", "a", match("long", 9_000))
        short = ask(queue, "2.2.2.2", "b", match("short", 10))
        await made(short)
        assert long.is_waiting
        last = max(place for place, name in enumerate(done) if name == "short")
        assert done[:last].count("long") <= LIMITS.parts
        assert queue.cancel("long") is False  # it is somebody else's

        client.set("1.1.1.1")
        device_keys.set(frozenset({"a"}))
        assert queue.cancel("long") is True
        assert not long.is_waiting
        so_far = done.count("long")
        other = ask(queue, "2.2.2.2", "b", match("other", 100))
        await made(other)
        assert done.count("long") <= so_far + 1

    in_a_queue(play)


def test_devices_and_addresses_have_only_so_many_reviews_in_the_queue(done: list[str]) -> None:
    async def play(queue: ReviewQueue) -> None:
        for number in range(LIMITS.per_device):
            ask(queue, "1.1.1.1", "a", match(f"a{number}", 500))
        with pytest.raises(TooBusy):
            ask(queue, "1.1.1.1", "a", match("too many", 500))
        for number in range(LIMITS.per_address - LIMITS.per_device):
            ask(queue, "1.1.1.1", f"b{number}", match(f"b{number}", 500))
        with pytest.raises(TooBusy):
            ask(queue, "1.1.1.1", "without cookies", match("still too many", 500))
        ask(queue, "2.2.2.2", "c", match("another's", 10))

    in_a_queue(play)


def test_a_review_that_nobody_looks_at_is_paused_and_goes_on_when_somebody_does(
    done: list[str],
) -> None:
    async def play(queue: ReviewQueue) -> None:
        live = match("left", 500)
        job = ask(queue, "1.1.1.1", "a", live)
        job.asked -= WANTED_SECONDS
        while not job.is_paused:
            await asyncio.sleep(0.001)
        assert len(done) <= LIMITS.parts
        assert ask(queue, "1.1.1.1", "a", live) is job
        await made(job)
        assert len(done) == 500

    in_a_queue(play)


def test_a_paused_review_makes_room_for_another(done: list[str]) -> None:
    async def play(queue: ReviewQueue) -> None:
        paused = [
            ask(queue, "1.1.1.1", "a", match(f"a{number}", 50))
            for number in range(LIMITS.per_device)
        ]
        for job in paused:
            job.asked -= WANTED_SECONDS
        while not all(job.is_paused for job in paused):
            await asyncio.sleep(0.001)
        await made(ask(queue, "1.1.1.1", "a", match("new", 5)))

    in_a_queue(play)


def test_a_match_that_is_too_long_is_refused_with_what_can_be_done(done: list[str]) -> None:
    async def play(queue: ReviewQueue) -> None:
        with pytest.raises(ReviewTooLong, match=r"at most 10000.*ludotheque review"):
            ask(queue, "1.1.1.1", "a", match("endless", 10_001))

    in_a_queue(play)
    assert done == []


def test_the_page_says_so_and_a_review_can_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        """A review whose turn does not come."""

    monkeypatch.setattr(reviews.ReviewQueue, "_run", never)
    with Server(tmp_path) as server:
        ended = play_out(server.client, begin(server.client, edition=SMALL_BOX), Random(2))
        page = f"/match/{ended['id']}/review"
        assert f'action="{page}/cancel"' in server.client.get(page).text
        gone = server.client.post(f"{page}/cancel", headers={"origin": server.address})
        assert gone.headers["location"] == f"/match/{ended['id']}/replay"
        assert server.app.state.reviews._jobs == {}
        server.app.state.reviews._longest = 3
        refused = server.client.get(page)
        assert refused.status_code == 422
        assert "ludotheque review" in refused.text
        assert told(server.client.get(f"/api/matches/{ended['id']}"))["result"]

"""How a live match commits a command: it runs the rules once, writes, then notifies followers."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.core.state import State
from ludotheque.store.errors import StoreConflict, StoreFailed
from ludotheque.store.writer import Answered
from ludotheque.table.events import Roll
from ludotheque.table.record import Record
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.told_match import load_match

SEATS: dict[str, Any] = {"names": ["Ada", "Blaise"], "bots": [None, None], "date": ""}


class SlowStore:
    """A store that answers an append when it is told to."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.answer: Future[None] = Future()

    def append_texts(
        self, match_id: str, first: int, texts: list[str], answer: Answered, **more: Any
    ) -> None:
        self.answer = Future()
        self.answer.add_done_callback(lambda done: answer(done.exception()))
        self.asked.set()


def live_in(store: SlowStore) -> LiveMatch:
    record = Record.of(ludotheque.game("levelx").start(2, {"first": 0}), **SEATS)
    return LiveMatch("m", record, load_match(record, None), store)  # type: ignore[arg-type]


def test_a_match_changes_when_the_disk_has_answered_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draws, draw_several = 0, State.draw_several

    def counting(state: State, *given: Any) -> int:
        nonlocal draws
        drawn = draw_several(state, *given)
        draws += drawn
        return drawn

    monkeypatch.setattr(State, "draw_several", counting)

    async def rolled() -> None:
        store = SlowStore()
        live = live_in(store)
        before, steps = live.match, list(live.steps)
        rolling = asyncio.create_task(live.do(Roll(0, 0)))
        await store.asked.wait()
        assert live.match is before
        assert live.steps == steps
        assert (live.version, live.announcements) == (0, 0)
        store.answer.set_result(None)
        assert len(await rolling) == 4
        assert (live.version, live.announcements) == (4, 1)
        assert live.match is not before
        assert draws == 4

    asyncio.run(rolled())


@pytest.mark.parametrize(
    ("problem", "broken"),
    [
        (StoreFailed(Path("folder"), OSError(28, "No space left")), False),
        (StoreConflict("m", "the match {match!r} is over"), True),
        (RuntimeError("nobody knows what was written"), True),
    ],
)
def test_a_match_that_could_not_be_saved_is_loaded_again_only_if_the_disk_may_know_more(
    problem: Exception, broken: bool
) -> None:
    async def rolled() -> None:
        store = SlowStore()
        live = live_in(store)
        before = live.match
        rolling = asyncio.create_task(live.do(Roll(0, 0)))
        await store.asked.wait()
        store.answer.set_exception(problem)
        with pytest.raises(type(problem)):
            await rolling
        assert live.match is before
        assert live.broken is broken

    asyncio.run(rolled())

"""Garbage collection goes through what is new; what has survived is left alone till it is quiet."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from ludotheque.web import garbage
from ludotheque.web.garbage import GarbageCollection


class Thing:
    """An object in a cycle with itself, which only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is collected but by the tests."""
    monkeypatch.setattr(garbage, "SECONDS", 1e6)
    monkeypatch.setattr(garbage, "THRESHOLDS", (10**6, 10**6, 10**6))
    monkeypatch.setattr(garbage, "MOST_NEW", 5_000)
    monkeypatch.setattr(garbage, "GROWTH", 0)
    gc.collect()
    yield
    assert gc.get_freeze_count() == 0


def new(count: int) -> list[list[int]]:
    return [[number] for number in range(count)]


def test_what_has_survived_is_not_gone_through_again() -> None:
    with GarbageCollection(is_idle=lambda: False) as collection:
        kept = new(6_000)
        collection.look()
        assert len(gc.get_objects()) < 1_000
        assert len(kept) == 6_000


def test_of_little_that_is_new_nothing_is_gone_through() -> None:
    with GarbageCollection(is_idle=lambda: False) as collection:
        collected: list[str] = []
        few, noting = new(2_000), lambda when, _: collected.append(when)
        gc.callbacks.append(noting)
        collection.look()
        gc.callbacks.remove(noting)
        assert not collected
        assert len(gc.get_objects()) < 1_000
        assert len(few) == 2_000


def test_a_cycle_among_what_is_new_is_freed() -> None:
    with GarbageCollection(is_idle=lambda: False) as collection:
        thing = Thing()
        seen, kept = weakref.ref(thing), new(6_000)
        del thing
        collection.look()
        assert seen() is None
        assert kept


def test_a_cycle_that_died_later_is_freed_when_nobody_is_connected() -> None:
    connected = True
    with GarbageCollection(is_idle=lambda: not connected) as collection:
        thing = Thing()
        seen, kept = weakref.ref(thing), new(6_000)
        collection.look()
        del thing
        kept += new(6_000)
        collection.look()
        assert seen() is not None  # it was left alone
        connected = False
        kept += new(2_000)
        collection.look()
        assert seen() is None
        assert kept


def test_a_server_that_is_never_quiet_frees_it_when_it_has_grown() -> None:
    with GarbageCollection(is_idle=lambda: False) as collection:
        thing = Thing()
        seen, kept = weakref.ref(thing), new(6_000)
        collection.look()
        del thing
        kept += new(sys.getallocatedblocks())
        collection.look()
        assert seen() is None
        assert kept


def test_afterwards_everything_is_as_it_was() -> None:
    before = gc.get_threshold()
    with GarbageCollection(is_idle=lambda: True):
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before

"""When updates leave tells nothing: neither whether somebody missed a sign, nor how long it took.

The attack: somebody who only measures the times between updates guesses after which throws a sign
was missed. When every answer was written to disk on its own, and shown as soon as that was done,
such an observer had an AUC of 0.99 (20,000 windows of the same simulation).
"""

from __future__ import annotations

import asyncio
import random
from typing import Literal

import numpy as np
import pytest

from ludotheque.table.events import Resign, Roll
from ludotheque.web.live.reaction_match import SETTLING
from ludotheque.web.live.schedule import Schedule
from ludotheque.web.live.shown_match import WATCHES

from .observer import held_out_auc
from .simulated_table import (
    PERSON,
    Chooses,
    SimulatedTable,
    Window,
    costly_work,
    simulated_windows,
)
from .virtual_time import VirtualLoop

Shows = Literal["dice", "board"]
LENGTHS = dict(zip(("dice", "board"), WATCHES["normal"], strict=True))


def guesses(windows: list[Window], shows: Shows) -> tuple[float, float]:
    """The AUC of an observer who measures these windows, and the upper end of its interval."""
    chosen = [window for window in windows if window.shows == shows]
    missed = np.array([window.missed for window in chosen])
    assert 0.1 < missed.mean() < 0.5  # there is something to find out
    return held_out_auc(np.array([window.times for window in chosen]), missed)


@pytest.fixture(scope="module")
def windows() -> list[Window]:
    return simulated_windows(800, seed=7)


def test_every_update_leaves_on_the_schedule_however_long_the_work_takes(
    windows: list[Window],
) -> None:
    """A write that takes longer than the time set aside costs whole periods more, always."""
    measured = [window.times[1] - LENGTHS[window.shows] for window in windows]
    periods = np.array(measured) / SETTLING
    assert np.abs(periods - np.round(periods)).max() < 1e-6
    assert periods.min() > 0.99
    assert 0.9 < np.mean(periods < 1.01) < 1  # now and then the disk stalls


@pytest.mark.parametrize("shows", ["dice", "board"])
def test_the_duration_of_a_window_does_not_tell_whether_a_sign_was_missed(
    windows: list[Window], shows: Shows
) -> None:
    own = [window._replace(times=window.times[1:2]) for window in windows]
    assert guesses(own, shows)[1] < 0.55  # few windows; the long test has the real bound


@pytest.mark.long
def test_times_tell_nothing_over_20000_windows() -> None:
    windows = simulated_windows(40_000, seed=20)
    for shows in ("dice", "board"):
        assert sum(window.shows == shows for window in windows) > 19_000
        auc, bound = guesses(windows, shows)
        assert 0.47 < auc < bound < 0.53, shows


def test_an_observer_would_notice_a_single_millisecond() -> None:
    """The attack works: with updates that leave a little later after a miss, it finds them."""
    chance, windows = random.Random(3), list[Window]()
    for _ in range(600):
        missed = chance.random() < 0.2
        times = chance.uniform(0, 3), 4 + chance.gauss(0, 0.001) + 0.001 * missed, 1.2
        windows.append(Window(times, missed, "board"))
    auc, _ = guesses(windows, "board")
    assert auc > 0.65


def test_pressing_everything_every_time_is_worse_than_looking() -> None:
    """Before there were lockouts, whoever pressed every button at every throw missed nothing."""
    greedy = share_taken(lambda _, buttons: set(buttons))
    attentive = share_taken(lambda fitting, _: fitting)
    assert attentive == 1.0
    assert greedy < 0.5


def share_taken(chooses: Chooses) -> float:
    """The share of the person's opportunities that were taken by pressing like this."""
    loop, chance, taken = VirtualLoop(), random.Random(5), list[bool]()
    with costly_work(loop, chance):
        while len(taken) < 30:
            table = SimulatedTable(loop, chance, chooses)
            loop.run_until_complete(table.run())
            moves = [event for event in table.live.timeline.events if event.get("seat") == 0]
            taken += [move["move"] != table.live.reactions.SILENT for move in moves]
    loop.close()
    return sum(taken) / len(taken)


def test_an_update_that_is_late_leaves_a_whole_period_later() -> None:
    async def times() -> list[float]:
        schedule, found = Schedule(0.25), []
        for work in (0.0, 0.1, 0.3, 1.01):
            await schedule.window(2)
            loop.work(work)
            await schedule.update()
            found.append(loop.time())
        return found

    loop = VirtualLoop()
    left = loop.run_until_complete(times())
    loop.close()
    assert np.allclose(np.diff([0.0, *left]), [2.25, 2.25, 2.5, 3.25])


def test_who_gives_up_while_an_update_is_due_waits_for_it_and_is_heard() -> None:
    """Even the answer to a command comes when the update leaves, and not when the work is done."""

    async def give_up() -> float:
        live.wake_bots(True)
        if live.match.waits_for.seat == PERSON:
            await live.do(Roll(PERSON, live.version))
        await live.wait_until(lambda: live.steps[-1].reaction_window, 10)
        shown = loop.time()
        await asyncio.sleep(LENGTHS["dice"] + SETTLING / 2)
        await live.do(Resign(PERSON, live.version))
        left = loop.time() - shown
        await live.stop()
        return left

    loop = VirtualLoop()
    live = SimulatedTable(loop, random.Random(2)).live
    left = loop.run_until_complete(give_up())
    loop.close()
    assert [step.kind for step in live.steps] == ["start", "throw", "throw", "end"]
    assert left >= LENGTHS["dice"] + SETTLING


def test_the_countdown_tells_the_schedule_and_nothing_else() -> None:
    """What is left of a window is as long after a miss as without one."""

    async def left() -> list[tuple[float, float]]:
        live.wake_bots(True)
        if live.match.waits_for.seat == PERSON:
            await live.do(Roll(PERSON, live.version))
        await live.wait_until(lambda: live.steps[-1].reaction_window, 10)
        found = [live.window_time]
        await asyncio.sleep(1)
        found.append(live.window_time)
        version = live.version
        await live.wait_past(version, 10)
        found.append(live.window_time)
        await live.stop()
        return found

    loop = VirtualLoop()
    live = SimulatedTable(loop, random.Random(2)).live
    found = loop.run_until_complete(left())
    loop.close()
    dice, board = WATCHES["normal"]
    assert np.allclose(found, [(dice, dice), (dice, dice - 1), (board, board)], atol=0.05)

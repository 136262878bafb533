"""Matches with reaction windows on a simulated clock: what takes time, and when updates leave.

The matches are real, and so are the rules, the windows and the robots. Simulated are the clock, the
disk, and how long a computation takes.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple
from unittest import mock

import numpy as np

import ludotheque
from ludotheque.core.errors import BadCommand
from ludotheque.core.language import Language
from ludotheque.core.state import State
from ludotheque.store.writer import Answered
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Roll
from ludotheque.table.match import Match, Seat, Transition
from ludotheque.table.record import Record
from ludotheque.table.timeline import Step
from ludotheque.web.live import reaction_match
from ludotheque.web.live.match import PAUSES
from ludotheque.web.live.mover import NOBODY, Mover
from ludotheque.web.live.reaction_match import ReactionMatch

from .virtual_time import VirtualLoop

PERSON, BOTS = 0, ("random",) * 5
LONGEST = 1e9
FIRST_THROW = 3  # the updates of a throw: the dice, the board, what came of it

#: Boards full of signs, so that about every third window holds a secret.
MANY_SIGNS: dict[str, Any] = {
    **ludotheque.game("trotteurs").edition,
    **{f"band_{band}": "T S P T T T S T" for band in range(5)},
}


#: The buttons that the person presses, given those that fit and all.
Chooses = Callable[[set[str], tuple[str, ...]], set[str]]


class Window(NamedTuple):
    """A window: what an observer can measure, what they would like to know, and which it was."""

    times: tuple[float, ...]  # from the update before, to the one that ends it, from there on
    missed: bool  # whether somebody stayed silent
    shows: Literal["dice", "board"]  # the first window of a throw, or the second


class Disk:
    """A store that only takes time: some milliseconds for a write, now and then much longer."""

    def __init__(self, loop: VirtualLoop, chance: random.Random) -> None:
        self._loop = loop
        self._chance = chance

    def append(self, *_: Any, **__: Any) -> Future[None]:
        stalls = self._chance.random() < 0.01
        seconds = self._chance.uniform(0.1, 2.0) if stalls else self._chance.lognormvariate(-5, 0.5)
        done: Future[None] = Future()
        self._loop.call_later(seconds, done.set_result, None)
        return done

    def append_texts(
        self, match_id: str, first: int, texts: list[str], answer: Answered, **more: Any
    ) -> None:
        self.append().add_done_callback(lambda _: answer(None))

    update_private = append


@contextmanager
def costly_work(loop: VirtualLoop, chance: random.Random) -> Iterator[None]:
    """Rules, sentences and drawings take a millisecond or so for every event.

    Nobody reads the sentences and looks at the drawings, so they are not made.
    """
    do = Match.do

    def slow_do(match: Match, command: Command) -> Transition:
        loop.work(chance.uniform(0.0005, 0.002))
        return do(match, command)

    def slow_narrate(_: ReactionMatch, before: State, step: Step, language: Language) -> None:
        loop.work(sum(chance.uniform(0.0005, 0.002) for _ in step.events))

    def slow_display(_: ReactionMatch, before: State, step: Step) -> State:
        loop.work(sum(chance.uniform(0.0005, 0.002) for _ in step.events))
        return step.state

    def slow_move_of(_: ReactionMatch, before: State, step: Step, last: Step | None) -> Mover:
        loop.work(sum(chance.uniform(0.0005, 0.002) for _ in step.events))
        return NOBODY

    with (
        mock.patch.object(Match, "do", slow_do),
        mock.patch.object(ReactionMatch, "_move_of", slow_move_of),
        mock.patch.object(ReactionMatch, "_narrate", slow_narrate),
        mock.patch.object(ReactionMatch, "_display", slow_display),
    ):
        yield


class SimulatedTable:
    """A person and robots play; somebody looks on, and notes when each update comes."""

    def __init__(
        self, loop: VirtualLoop, chance: random.Random, chooses: Chooses | None = None
    ) -> None:
        self.loop = loop
        self.chance = chance
        self._chooses = chooses or self._press_sometimes
        game = ludotheque.game("trotteurs")
        start = game.start(1 + len(BOTS), {"vigilance": "manual"}, MANY_SIGNS)
        seats = [Seat("Ada"), *(Seat(f"Robot {kind}", kind) for kind in BOTS)]
        record = Record.of(
            start, names=[seat.name for seat in seats], bots=[None, *BOTS], date="2026-01-01"
        )
        disk: Any = Disk(loop, chance)
        match = Match.begin(start, seats, SeededDice(chance.getrandbits(32))).after
        self.live = ReactionMatch("simulated", record, match, disk)
        self.live._random = chance
        self.times: list[float] = []

    async def run(self) -> None:
        self.live.wake_bots(True)
        watching = asyncio.create_task(self._watch())
        while self.live.match.result is None:
            number = self.live.announcements
            await self._act()
            await self.live.wait_for_announcement(number, self.chance.uniform(0.05, 1.5))
        await watching
        await self.live.stop()

    def _press_sometimes(self, _: set[str], buttons: tuple[str, ...]) -> set[str]:
        return {self.chance.choice(buttons)} if self.chance.random() < 0.2 else set()

    async def _act(self) -> None:
        """The person rolls when it is time, and presses what they choose."""
        live = self.live
        try:
            if live.steps[-1].reaction_window:
                fitting = live.reactions.fitting_buttons(live.match.state).get(PERSON, set())
                for button in self._chooses(fitting, live.reactions.BUTTONS):
                    live.press(PERSON, button, live.version)
            elif live.match.waits_for.seat == PERSON:
                await asyncio.sleep(PAUSES["normal"][0])  # so that times do not tell who throws
                await live.do(Roll(PERSON, live.version))
                live.wake_bots(True)
        except BadCommand:
            pass  # the person's buttons are closed, or the dice have just fallen

    async def _watch(self) -> None:
        """Like a stream: a frame for every step, as soon as it is announced."""
        live, language = self.live, self.live.game.language("fr")
        seen = -1
        while not self.times or live.steps[-1].kind != "end" or seen < live.version:
            number = live.announcements
            for index, step in enumerate(live.steps):
                if step.version > seen:
                    live.narration_at(index, language)
                    live.displayed_at(index)
                    self.times.append(self.loop.time())
                    seen = step.version
            if live.steps[-1].kind != "end":
                await live.wait_for_announcement(number, LONGEST)

    def windows(self) -> Iterator[Window]:
        """The windows after which nothing was seen to happen.

        Those of the first throw are left out: everybody knows that nothing can be missed there.
        """
        steps, reactions = self.live.replayed().steps, self.live.reactions
        for place in range(FIRST_THROW + 1, len(steps) - 2):
            said = [event["move"] for event in steps[place + 1].events if "move" in event]
            over = steps[place + 1].kind == "end"
            if steps[place].reaction_window and not over and set(said) <= {reactions.SILENT}:
                pauses = reactions.pauses_throw(steps[place].state)
                times = tuple(np.diff(self.times[place - 1 : place + 3]))
                yield Window(times, bool(said), "dice" if pauses else "board")


def simulated_windows(count: int, seed: int) -> list[Window]:
    """So many windows of matches on a simulated clock."""
    loop, chance, windows = VirtualLoop(), random.Random(seed), list[Window]()
    inattentive = mock.patch.dict(reaction_match.NOTICES, {"random": 0.2})
    with costly_work(loop, chance), inattentive:
        while len(windows) < count:
            table = SimulatedTable(loop, chance)
            loop.run_until_complete(table.run())
            windows += table.windows()
    loop.close()
    return windows[:count]

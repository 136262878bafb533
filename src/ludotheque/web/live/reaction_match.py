"""A match of attention: after every throw everybody may press, and nobody is asked.

Asking would give an opportunity away. So clients are told neither what is awaited nor of whom, and
a silence is never shown: after every throw the same buttons are open for the same few seconds,
whether there is something to notice or not. A press that fits becomes the move, the end of the
time a silence, and a wrong press nothing.

What clients see is a list of its own: its versions count what was shown, not what was recorded,
because a recorded silence would tell that there was something to be said.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from ...bots import BOTS, attention_of
from ...core.contract import Reactions
from ...core.errors import BadCommand
from ...core.language import Language
from ...core.state import State
from ...store.errors import StoreError
from ...store.store import Store
from ...table.events import Command, Event, Move, Resign, Roll, TakeBack
from ...table.fairness import Fairness
from ...table.match import Match
from ...table.record import EventData, Record
from ...table.seating import Seating
from ...table.timeline import Step, StepKind, Timeline
from .match import PAUSES, LiveMatch

#: Seconds to read the dice, then to look at what they have done, at each pace of the robots.
WATCHES = {"slow": (4.0, 6.0), "normal": (3.0, 4.0), "fast": (2.0, 3.0), "instant": (0.6, 0.8)}
WITHOUT_PAUSES = (0.02, 0.05)

#: How likely a robot is to notice. One that notices speaks up at once: were it to think, the time
#: it takes would tell.
NOTICES = {kind: attention_of(kind) for kind in BOTS}

#: What is shown of a throw, one after the other: the part before it pauses, all of it with what it
#: led to, and the moves that the presses have made. Windows are open during the first two.
Stage = Literal["start", "paused throw", "whole throw", "reactions", "resigned"]


class ReactionMatch(LiveMatch):
    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
    ) -> None:
        super().__init__(match_id, record, match, store, fairness, seating)
        self.reactions = self.game.reactions
        self._shown = shown_before(self.timeline, self.reactions)
        self._presses: dict[int, set[str]] = {}
        self._windows: asyncio.Task[None] | None = None
        self._shown_events = sum(len(step.events) for step in self._shown)
        self._random = random.Random()

    @property
    def steps(self) -> list[Step]:
        return self._shown

    @property
    def version(self) -> int:
        return len(self._shown) - 1

    @property
    def window_is_open(self) -> bool:
        return self._windows is not None and not self._windows.done()

    @property
    def is_busy(self) -> bool:
        return self.window_is_open or super().is_busy

    @property
    def times_to_look(self) -> tuple[float, float]:
        """To read the dice, and what they have done; where people sit apart, nobody's to cut."""
        if not self._pauses:
            return WITHOUT_PAUSES
        wanted = WATCHES[self.pace]
        return max(wanted, WATCHES["normal"]) if self.seating.is_at_several_devices else wanted

    @property
    def taker_back(self) -> int | None:
        """Nobody: what was pressed was pressed."""
        return None

    async def do(self, command: Command) -> list[Event]:
        if command.version != self.version:
            raise self._stale(command)
        if self.window_is_open and not isinstance(command, Resign):
            raise BadCommand("watching", self.version, "the dice have fallen: look and listen")
        if isinstance(command, TakeBack):  # a silence could be, and who could would know of it
            raise BadCommand(
                "cannot_take_back",
                self.version,
                "nothing can be taken back: no move since the last draw",
            )
        try:
            return await super().do(replace(command, version=self.match.version))
        except BadCommand as problem:
            if problem.code == "stale":
                raise self._stale(command) from None
            problem.version = self.version  # the record's own counts silences
            raise

    def _stale(self, command: Command) -> BadCommand:
        return BadCommand(
            "stale",
            self.version,
            "the match has moved on: the command is for version {given!r}, "
            "the match is at version {now}",
            given=command.version,
            now=self.version,
        )

    def press(self, seat: int, button: str) -> None:
        """Somebody has called something out. Whether it was right, the table will show."""
        if seat not in self.people:
            raise BadCommand(
                "no_seat",
                self.version,
                "there is no person in seat {seat!r}; the people's seats are: {seats}",
                seat=seat,
                seats=", ".join(map(str, self.people)) or "–",
            )
        if button not in self.reactions.BUTTONS:
            raise BadCommand(
                "unreadable",
                self.version,
                "there is no button {button!r}; the buttons are: {buttons}",
                button=button,
                buttons=", ".join(self.reactions.BUTTONS),
            )
        if self.window_is_open:
            self._presses.setdefault(seat, set()).add(button)

    def _committed(self) -> None:
        """Nothing is shown while the table is busy answering; afterwards, what became of it."""
        if self.timeline.result is not None:
            self._show(reaction_window=False)
        elif not self.window_is_open:
            self._windows = asyncio.create_task(self._run_windows())

    def wake_bots(self, pauses: bool) -> None:
        self._pauses = pauses
        if (
            self._shown[-1].reaction_window and not self.window_is_open
        ):  # the table was left meanwhile
            self._windows = asyncio.create_task(self._run_windows())
        super().wake_bots(pauses)

    async def _play_bots(self, pauses: bool) -> None:
        """Robots throw when it is their turn; what they notice is asked in the windows."""
        while not self.broken and self.match.result is None:
            if self._windows is not None:
                await asyncio.wait([self._windows])
            if not self._robot_is_asked or self.match.waits_for.what != "roll":
                return
            await asyncio.sleep(PAUSES[self.pace][0] if pauses else 0.0)
            seat = self.match.waits_for.seat
            if seat is None or not self._robot_is_asked:
                return  # the person came back
            try:
                await self._let_robot_do(Roll(seat, self.match.version))
            except (BadCommand, StoreError):
                return

    async def _run_windows(self) -> None:
        """Run the reaction windows of a throw: one where it pauses, one when it is complete."""
        reading, looking = self.times_to_look
        self._presses.clear()
        try:
            if self.reactions.pauses_throw(self.match.state):
                self._show_news()
                await asyncio.sleep(reading)
                seat = self.match.waits_for.seat
                if seat is None:
                    return  # given up meanwhile
                await self._carry_through(Roll(seat, self.match.version))
            await self._answer(omissions=True)
            self._presses.clear()
            self._show_news()
            await asyncio.sleep(looking)
            await self._answer(omissions=False)
        except BadCommand:
            return  # given up meanwhile
        except StoreError:
            self._windows = None
            self._retry_later()
            return
        if self.match.result is None:
            self._windows = None
            self._show(reaction_window=False)
            self.restart_clock()
            self.wake_bots(self._pauses)

    async def _answer(self, *, omissions: bool) -> None:
        """Turn presses into moves, while the rules ask about omissions, or about what is new."""
        while self.match.result is None and self.match.waits_for.what == "move":
            state = self.match.state
            if self.reactions.is_about_omission(state) != omissions:
                return
            seat = self.match.waits_for.seat
            assert seat is not None
            answer, by = self._answer_of(seat, state), self._answers_for(seat)
            await self._carry_through(Move(seat, self.match.version, answer, by))

    def _answers_for(self, seat: int) -> Literal["stand-in"] | None:
        return "stand-in" if seat in self.seating.stand_ins else None

    def _seat_on_the_clock(self) -> int | None:
        """Only throws are by the clock: for looking there is a time of its own."""
        throws = self.match.waits_for.what == "roll" and not self.window_is_open
        return super()._seat_on_the_clock() if throws else None

    def _answer_of(self, seat: int, state: State) -> str:
        kind = self.kinds[seat] or self.seating.stand_ins.get(seat)
        if kind is None:
            return self.reactions.move_for(state, self._presses.get(seat, set()))
        notices = self._random.random() < NOTICES[kind]
        return self.reactions.move_for(state, set(self.reactions.BUTTONS) if notices else set())

    def _narrate(self, before: State, step: Step, language: Language) -> str | None:
        return self.reactions.tell(before, step.events, self.names, language)

    def _show_news(self) -> None:
        """What everybody is to look at now, unless they see it already, or the match is over."""
        if self.match.result is None and self._shown_events < self.timeline.version:
            self._show(reaction_window=True)

    def _show(self, *, reaction_window: bool) -> None:
        """What has happened since it was last shown, as one thing."""
        last = self.timeline.steps[-1]
        events = [row for step in self.timeline.steps for row in step.events][self._shown_events :]
        self._shown_events = self.timeline.version
        kind: StepKind = (
            "end" if self.timeline.result is not None else "throw" if reaction_window else "move"
        )
        self._shown.append(
            Step(len(self._shown), last.state, kind, events, reaction_window=reaction_window)
        )
        self._announce()

    async def stop(self) -> None:
        if self._windows is not None:
            self._windows.cancel()
            await asyncio.gather(self._windows, return_exceptions=True)
        await super().stop()


def shown_before(timeline: Timeline, reactions: Reactions) -> list[Step]:
    """What was shown of a match that is loaded again: throw by throw, without the silences.

    Nobody remembers for how long they had been looking. So the last throw is looked at once more,
    whether something is left to notice or not.
    """
    first = timeline.steps[0]
    shown = [Step(0, first.state, first.kind, first.events)]
    stage: Stage = "start"
    for last, step in pairwise(timeline.steps):
        before, stage = stage, stage_of(step, last, stage, reactions)
        if (before, stage) == ("whole throw", "paused throw"):
            shown.append(as_shown(len(shown), "reactions", last.state, []))  # there were none
        events = shown.pop().events if stage == before else []
        shown.append(as_shown(len(shown), stage, step.state, [*events, *step.events]))
    if timeline.result is None and stage == "reactions":
        reacted, thrown = shown.pop(), shown.pop()
        events = [*thrown.events, *reacted.events]
        shown.append(as_shown(len(shown), "whole throw", reacted.state, events))
    elif timeline.result is None and reactions.is_about_omission(shown[-1].state):
        shown.pop()  # the rest of a throw is not shown before what was missed is settled
    return shown


def as_shown(version: int, stage: Stage, state: State, events: list[EventData]) -> Step:
    is_over = bool(events) and "ended" in events[-1]
    reaction_window = stage in ("paused throw", "whole throw") and not is_over
    kind: StepKind = "end" if is_over else "throw" if reaction_window else "move"
    return Step(version, state, kind, events, reaction_window=reaction_window)


def stage_of(step: Step, last: Step, stage: Stage, reactions: Reactions) -> Stage:
    """The stage of a step; `last` and `stage` are the step before it and its stage."""
    if step.kind == "end":
        return stage if step.events[-1]["ended"] == "played" else "resigned"
    if reactions.pauses_throw(step.state):
        return "paused throw"
    if reactions.pauses_throw(last.state):
        return "whole throw"
    asks_nobody = last.state.awaits == "draw" and last.state.roller is None
    return stage if asks_nobody or reactions.is_about_omission(last.state) else "reactions"


def has_reaction_windows(record: Record) -> bool:
    """Whether a match is played with reaction windows."""
    return record.game.reactions.is_enabled(record.start())


def live_match(
    match_id: str,
    record: Record,
    match: Match,
    store: Store,
    fairness: Fairness | None = None,
    seating: Seating | None = None,
) -> LiveMatch:
    """A match being played here, with reaction windows if its game and its options ask for them."""
    return (ReactionMatch if has_reaction_windows(record) else LiveMatch)(
        match_id, record, match, store, fairness, seating
    )


def press_button(live: LiveMatch, seat: int, button: str | None) -> None:
    """Somebody has pressed a button; BadCommand where there are none."""
    if not isinstance(live, ReactionMatch):
        raise BadCommand("unreadable", live.version, "there is nothing to call out in this match")
    live.press(seat, button or "")

"""A match with reaction windows: after every throw, everybody may press a button for a few seconds.

No player is asked for a move, because the question would reveal that there is something to notice.
Clients see neither which move the rules await nor from whom: after every throw the same buttons are
enabled for the same time. A press that fits becomes the awaited move, no press becomes a silent
move, and a wrong press has no effect.

Clients get a separate sequence of steps, whose versions count what was shown and not the events: a
version that counted recorded silences would reveal as much as the question.
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
from .match import PAUSES, RETRY_SECONDS, LiveMatch

#: Seconds that the two windows of a throw are open, at each pace of the bots.
WATCHES = {"slow": (4.0, 6.0), "normal": (3.0, 4.0), "fast": (2.0, 3.0), "instant": (0.6, 0.8)}
WITHOUT_PAUSES = (0.02, 0.05)

#: How likely a bot is to notice. It decides at once: the time it took would reveal something.
NOTICES = {kind: attention_of(kind) for kind in BOTS}

#: What is shown of a throw, one after the other: the part before it pauses, all of it with what it
#: led to, and the moves that the presses have made. Windows are open during the first two.
Stage = Literal["start", "paused throw", "whole throw", "reactions", "resigned"]


class ReactionMatch(LiveMatch):
    """A live match that turns presses into moves, and shows a separate sequence of steps."""

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
        """Seconds of the two windows: to read the dice, and to see what they have done.

        They follow the pace that a player has chosen, but where people play on several devices
        nobody can make them shorter than normal.
        """
        if not self._pauses:
            return WITHOUT_PAUSES
        wanted = WATCHES[self.pace]
        return max(wanted, WATCHES["normal"]) if self.seating.is_at_several_devices else wanted

    @property
    def taker_back(self) -> int | None:
        """Always None: a press is final."""
        return None

    async def do(self, command: Command) -> list[Event]:
        if command.version != self.version:
            raise self._stale(command)
        if self.window_is_open and not isinstance(command, Resign):
            raise BadCommand("watching", self.version, "the dice have fallen: look and listen")
        # Whoever could take a silence back would learn that there had been something to notice.
        if isinstance(command, TakeBack):
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
            problem.version = self.version  # the match's own version counts silences
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
        """Note a press while a window is open; it takes effect when the window ends."""
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
        """Show the end of the match at once; other events are shown by a throw's windows."""
        if self.timeline.result is not None:
            self._show(reaction_window=False)
        elif not self.window_is_open:
            self._windows = asyncio.create_task(self._run_windows())

    def wake_bots(self, pauses: bool) -> None:
        self._pauses = pauses
        was_left_open = self._shown[-1].reaction_window and not self.window_is_open
        if was_left_open:  # the match was loaded again within a window
            self._windows = asyncio.create_task(self._run_windows())
        super().wake_bots(pauses)

    async def _play_bots(self, pauses: bool) -> None:
        """Roll the dice for bots; their reactions are decided when a window ends."""
        while not self.broken and self.match.result is None:
            if self._windows is not None:
                await asyncio.wait([self._windows])
            if not self._bot_is_awaited or self.match.waits_for.what != "roll":
                return
            await asyncio.sleep(PAUSES[self.pace][0] if pauses else 0.0)
            seat = self.match.waits_for.seat
            if seat is None or not self._bot_is_awaited:
                return  # the person came back
            try:
                await self._execute_for_bot(Roll(seat, self.match.version))
            except BadCommand:
                return
            except StoreError:
                self._retry_later()
                return

    async def _run_windows(self) -> None:
        """Run the reaction windows of a throw; once more if the disk fails on the way."""
        done = False
        while not done:
            try:
                await self._open_windows()
                done = True
            except BadCommand:
                return  # the match was resigned meanwhile
            except StoreError:
                if self.broken:
                    return
                await asyncio.sleep(RETRY_SECONDS)
        if self.match.result is None:
            self._windows = None
            self._show(reaction_window=False)
            self.restart_clock()
            self.wake_bots(self._pauses)

    async def _open_windows(self) -> None:
        """Open one window where the throw pauses, and one when it is complete."""
        reading, looking = self.times_to_look
        self._presses.clear()
        if self.reactions.pauses_throw(self.match.state):
            self._show_news()
            await asyncio.sleep(reading)
            seat = self.match.waits_for.seat
            if seat is None:
                return  # the match was resigned meanwhile
            await self._execute(Roll(seat, self.match.version))
        await self._answer(omissions=True)
        self._presses.clear()
        self._show_news()
        await asyncio.sleep(looking)
        await self._answer(omissions=False)

    async def _answer(self, *, omissions: bool) -> None:
        """Answer the moves that the rules await, either about omissions or about new signs."""
        while self.match.result is None and self.match.waits_for.what == "move":
            state = self.match.state
            if self.reactions.is_about_omission(state) != omissions:
                return
            seat = self.match.waits_for.seat
            assert seat is not None
            answer, by = self._answer_of(seat, state), self._answers_for(seat)
            await self._execute(Move(seat, self.match.version, answer, by))

    def _answers_for(self, seat: int) -> Literal["stand-in"] | None:
        return "stand-in" if seat in self.seating.stand_ins else None

    def _seat_on_the_clock(self) -> int | None:
        """Only throws are by the clock: windows have a duration of their own."""
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
        """Show what has happened and open a window, unless it is shown already."""
        if self.match.result is None and self._shown_events < self.timeline.version:
            self._show(reaction_window=True)

    def _show(self, *, reaction_window: bool) -> None:
        """Show what has happened since the last step that was shown, as one step."""
        last = self.timeline.steps[-1]
        happened = [data for step in self.timeline.steps for data in step.events]
        events = happened[self._shown_events :]
        self._shown_events = self.timeline.version
        kind: StepKind = (
            "end" if self.timeline.result is not None else "throw" if reaction_window else "move"
        )
        self._shown.append(
            Step(len(self._shown), last.state, kind, events, reaction_window=reaction_window)
        )
        self.announce()

    async def stop(self) -> None:
        if self._windows is not None:
            self._windows.cancel()
            await asyncio.gather(self._windows, return_exceptions=True)
        await super().stop()


def shown_before(timeline: Timeline, reactions: Reactions) -> list[Step]:
    """The steps that clients were shown of a match that is loaded again.

    How long the last window was open is not stored. So the windows of the last throw open once
    more, whether something is left to notice or not.
    """
    first = timeline.steps[0]
    shown = [Step(0, first.state, first.kind, first.events)]
    stage: Stage = "start"
    for last, step in pairwise(timeline.steps):
        before, stage = stage, stage_of(step, last, stage, reactions)
        if (before, stage) == ("whole throw", "paused throw"):
            shown.append(as_shown(len(shown), "reactions", last.state, []))  # nobody had reacted
        events = shown.pop().events if stage == before else []
        shown.append(as_shown(len(shown), stage, step.state, [*events, *step.events]))
    if timeline.result is None and stage == "reactions":
        reacted, thrown = shown.pop(), shown.pop()
        events = [*thrown.events, *reacted.events]
        shown.append(as_shown(len(shown), "whole throw", reacted.state, events))
    elif timeline.result is None and reactions.is_about_omission(shown[-1].state):
        shown.pop()  # the rest of a throw is shown only after the calls of omissions
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
    """Press a button for a seat; BadCommand in a match without reaction windows."""
    if not isinstance(live, ReactionMatch):
        raise BadCommand("unreadable", live.version, "there is nothing to call out in this match")
    live.press(seat, button or "")

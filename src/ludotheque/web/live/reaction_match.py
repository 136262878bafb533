"""A match with reaction windows: after every throw, everybody may press a button for a few seconds.

No player is asked for a move, because the question would reveal that there is something to notice.
Clients see neither which move the rules await nor from whom: after every throw the same buttons are
enabled for the same time. A press that fits becomes the awaited move, and no press becomes a silent
move. A press that does not fit closes the player's buttons for the next windows.

Clients get a separate sequence of steps (`ShownMatch`). For the same reason the answers of a window
are written to disk at once, however many there are, and shown on a schedule.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from ...bots import BOTS, attention_of
from ...core.errors import BadCommand
from ...core.state import State
from ...store.changes import ShownStep
from ...store.errors import StoreError
from ...store.store import Store
from ...store.stored import Shown
from ...table.events import Command, Event, Move, Resign, Roll, TakeBack
from ...table.fairness import Fairness
from ...table.match import Match
from ...table.record import Record
from ...table.resignations import STAND_IN, is_resignation
from ...table.seating import Seating
from ...table.timeline import Step
from .calls import Call, Verdict
from .completion import run_to_completion
from .lockouts import Lockouts
from .match import PAUSES, RETRY_SECONDS, LiveMatch, Progress
from .schedule import Schedule
from .shown_match import ShownMatch

#: Seconds from the end of a window to the update that shows what came of it.
SETTLING = 0.25

#: How likely a bot is to notice. It decides at once: the time it took would reveal something.
NOTICES = {kind: attention_of(kind) for kind in BOTS}

Presses = dict[int, set[str]]  # the buttons that were pressed in a window, by seat


class ReactionMatch(ShownMatch):
    """A live match that turns presses into moves."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
        lockouts: Lockouts | None = None,
        stored: Sequence[Shown] = (),
    ) -> None:
        """`stored` are the steps that were shown of a match that is loaded again."""
        super().__init__(match_id, record, match, store, fairness, seating, stored)
        self.lockouts = Lockouts() if lockouts is None else lockouts
        self._coming: Step | None = None  # what the command that is being written will show
        self._presses: Presses | None = None  # None while no window is open
        self._windows: asyncio.Task[None] | None = None
        self._random = random.Random()

    def _shown_with(self, after: Match) -> list[ShownStep]:
        """What `_committed` will show when it is on disk, whatever happens meanwhile."""
        self._coming = self._news_of(after)
        return self._to_store(self._coming)

    def _news_of(self, after: Match) -> Step | None:
        """The step that shows a command at once; None where windows, or what follows, show it."""
        timeline = after.timeline
        if timeline.result is not None:
            return self._next_step(timeline, reaction_window=False)
        if self.window_is_open or timeline.steps[-1].kind == "resign":
            return None
        if self.reactions.is_about_omission(after.state):
            return None  # the rest of the throw is shown after the calls
        return self._next_step(timeline, reaction_window=True)

    @property
    def window_is_open(self) -> bool:
        """Whether a window is open, or what came of it is still to be shown."""
        return self._windows is not None and not self._windows.done()

    @property
    def is_between_windows(self) -> bool:
        return not self.window_is_open

    @property
    def is_busy(self) -> bool:
        return self.window_is_open or super().is_busy

    @property
    def taker_back(self) -> int | None:
        """Always None: a press is final."""
        return None

    def is_free_for(self, seat: int) -> bool:
        return False  # a throw opens a window, which is waited for

    async def do(self, command: Command, command_id: str | None = None) -> list[Event]:
        if command.version != self.version:
            raise self._stale(command.version)
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
            return await super().do(replace(command, version=self.match.version), command_id)
        except BadCommand as problem:
            if problem.code == "stale":
                raise self._stale(command.version) from None
            problem.version = self.version  # the match's own version counts silences
            raise

    def _stale(self, version: int) -> BadCommand:
        return BadCommand(
            "stale",
            self.version,
            "the match has moved on: the command is for version {given!r}, "
            "the match is at version {now}",
            given=version,
            now=self.version,
        )

    async def _execute(self, command: Command, command_id: str | None = None) -> list[Event]:
        if not isinstance(command, Resign):
            return await super()._execute(command, command_id)
        # It may have to wait for an update to leave, and is as good after that as before.
        return await run_to_completion(
            self._commit(
                lambda: self.match.do(replace(command, version=self.match.version)),
                command.stand_in,
                command_id,
            )
        )

    def press(self, seat: int, button: str, version: int) -> None:
        """Note a press while a window is open; it takes effect when the window ends.

        Nothing that is said at once depends on whether the press is right.
        """
        if seat not in self.people:
            raise BadCommand(
                "no_seat",
                self.version,
                "there is no person in seat {seat!r}; the people's seats are: {seats}",
                seat=seat,
                seats=", ".join(map(str, self.people)) or "–",
            )
        self.check_plays(seat)
        if button not in self.reactions.BUTTONS:
            raise BadCommand(
                "unreadable",
                self.version,
                "there is no button {button!r}; the buttons are: {buttons}",
                button=button,
                buttons=", ".join(self.reactions.BUTTONS),
            )
        if version != self.version:  # meant for another window, where it may have been right
            raise self._stale(version)
        if seat in self.lockouts.windows:
            raise BadCommand(
                "closed",
                self.version,
                "after a wrong call the buttons of seat {seat} stay closed; windows left: {count}",
                seat=seat,
                count=self.lockouts.windows[seat],
            )
        if self._presses is None:
            raise BadCommand("too_late", self.version, "too late: the window has closed")
        self._presses.setdefault(seat, set()).add(button)

    def _committed(self) -> None:
        """Show the end of the match at once; other events are shown by a throw's windows.

        A resignation opens none: what is said of it is said with the next step.
        """
        step, self._coming = self._coming, None
        self._stored = len(self._marks) + (step is not None)
        if step is not None:
            self._prepare(step)
            self._show(step)
        if not self.window_is_open and self._has_news:
            self._windows = asyncio.create_task(self._run_windows())

    @property
    def _has_news(self) -> bool:
        """Whether windows are to be opened: a throw was shown last, or is still to be shown.

        A resignation opens none.
        """
        if self.match.result is not None:
            return False
        unseen = self.timeline.log.events(self._shown_events)
        return self._shown[-1].reaction_window or not all(map(is_resignation, unseen))

    def wake_bots(self, pauses: bool) -> None:
        self._pauses = pauses
        if not self.window_is_open and self._has_news:  # it was loaded again within a window
            self._windows = asyncio.create_task(self._run_windows())
        super().wake_bots(pauses)

    @property
    def _has_bot_task(self) -> bool:
        return True  # it waits for the windows first

    async def _play_bots(self, pauses: bool) -> None:
        """Roll the dice for bots; their reactions are decided when a window ends."""
        while not self.broken and self.match.result is None:
            if self._windows is not None:
                await asyncio.wait([self._windows])
            if not self._bots_may_play or self.match.waits_for.what != "roll":
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
            except StoreError:
                if self.broken:
                    return
                await asyncio.sleep(RETRY_SECONDS)
        self.wake_bots(self._pauses)

    async def _open_windows(self) -> None:
        """Open one window where the throw pauses, and one when it is complete."""
        reading, looking = self.times_to_look
        about_omission = self.reactions.is_about_omission(self.match.state)
        if not about_omission:  # else the rest of the throw is shown after the calls
            await run_to_completion(self._show_news())
        schedule = Schedule(SETTLING if self._pauses else 0.0)
        if about_omission or self.reactions.pauses_throw(self.match.state):
            await self._look(schedule, reading, last=False)
        await self._look(schedule, looking, last=True)

    async def _look(self, schedule: Schedule, seconds: float, *, last: bool) -> None:
        """Open a window for some seconds, and then show what came of it."""
        if self.match.result is not None:
            return
        if self._presses is None:
            self._presses = {}
        self._opened = asyncio.get_running_loop().time()
        await schedule.window(seconds)
        presses, self._presses = self._presses, None
        await run_to_completion(self._settle(schedule, presses, last=last))

    async def _settle(self, schedule: Schedule, presses: Presses, *, last: bool) -> None:
        """Answer the rules, write the answers to disk, and show all of it when an update is due.

        There is one write, even if nothing was asked, and nothing changes before the update:
        whoever sends a command meanwhile has to wait for it too.
        """
        async with self._one_at_a_time:
            self._check_usable()
            if self.match.result is not None:
                return  # the match was resigned meanwhile
            calls = self._judged(presses)
            wrong = {call.seat for call in calls if call.verdict == "wrong"}
            lockouts = self.lockouts.after(self.version, wrong)
            events, after = self._answers(presses, last=last)
            private = {**self._private(self.seating), "lockouts": lockouts.data()}
            step = self._next_step(after.timeline, reaction_window=not last)
            await self._save(events, private, self._to_store(step, calls, schedule.left))
            self._stored = len(self._marks) + 1
            self._prepare(step)
            await schedule.update()
            self.lockouts, self._calls = lockouts, (step.version, calls)
            self._replace(after)
            if last:
                self._windows = None
            else:  # whoever is shown the step may press at once
                self._presses = {}
            self._show(step)
            self.restart_clock()

    def _judged(self, presses: Presses) -> list[Call]:
        """What came of each press: a button that does not fit what happened is a wrong call."""
        state, reactions = self.match.state, self.reactions
        fitting, in_time = reactions.fitting_buttons(state), reactions.buttons_in_time(state)

        def verdict(seat: int, button: str) -> Verdict:
            if in_time is not None and button not in in_time:
                return "other window"
            return "right" if button in fitting.get(seat, set()) else "wrong"

        return [
            Call(seat, button, verdict(seat, button))
            for seat in sorted(presses)
            for button in reactions.BUTTONS
            if button in presses[seat]
        ]

    def _answers(self, presses: Presses, *, last: bool) -> tuple[list[Event], Match]:
        """What the rules are answered when a window is over, and the match after that."""
        match, events = self.match, list[Event]()
        while (command := self._next_answer(match, presses, last=last)) is not None:
            transition = match.do(command)
            match, events = transition.after, events + transition.events
        return events, match

    def _next_answer(self, match: Match, presses: Presses, *, last: bool) -> Command | None:
        """The rest of a throw that pauses; then the moves about omissions, or about new signs."""
        waiting, state = match.waits_for, match.state
        if waiting.seat is None:
            return None
        if waiting.what == "roll" and self.reactions.pauses_throw(state):
            return Roll(waiting.seat, match.version)
        if waiting.what != "move" or self.reactions.is_about_omission(state) == last:
            return None
        answer = self._answer_of(waiting.seat, state, presses)
        return Move(waiting.seat, match.version, answer, self._answers_for(waiting.seat))

    def _answers_for(self, seat: int) -> Literal["stand-in"] | None:
        return "stand-in" if self.has_stand_in(seat) else None

    def _seat_on_the_clock(self) -> int | None:
        """Only throws are by the clock: windows have a duration of their own."""
        throws = self.match.waits_for.what == "roll" and not self.window_is_open
        return super()._seat_on_the_clock() if throws else None

    def _answer_of(self, seat: int, state: State, presses: Presses) -> str:
        kind = self.kinds[seat]
        if self.has_stand_in(seat):
            kind = self.seating.stand_ins.get(seat, STAND_IN)
        if kind is None or seat in self.lockouts.windows:  # a stand-in's buttons are closed too
            return self.reactions.move_for(state, presses.get(seat, set()))
        notices = self._random.random() < NOTICES.get(kind, 1.0)
        return self.reactions.move_for(state, set(self.reactions.BUTTONS) if notices else set())

    def _private(self, seating: Seating) -> dict[str, Any]:
        return {**super()._private(seating), "lockouts": self.lockouts.data()}

    async def _show_news(self) -> None:
        """Show what has happened and open a window, unless it is shown already.

        It is stored first: whoever takes the match over must number the steps as they were seen.
        """
        if not self._has_unseen:
            return
        async with self._one_at_a_time:
            self._check_usable()
            if not self._has_unseen:
                return  # the match has ended meanwhile
            step = self._next_step(self.timeline, reaction_window=True)
            await self._save([], shown=self._to_store(step))
            self._stored = len(self._marks) + 1
            self._prepare(step)
            self._show(step)

    @property
    def _has_unseen(self) -> bool:
        return self.match.result is None and self._shown_events < self.timeline.version

    def follow_up(self, progress: Progress) -> None:
        if progress.lockouts is not None:
            self.lockouts = progress.lockouts
        super().follow_up(progress)

    async def stop(self) -> None:
        if self._windows is not None:
            self._windows.cancel()
            await asyncio.gather(self._windows, return_exceptions=True)
        await super().stop()


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
    lockouts: Lockouts | None = None,
    stored: Sequence[Shown] = (),
) -> LiveMatch:
    """A match being played here, with reaction windows if its game and its options ask for them."""
    if has_reaction_windows(record):
        return ReactionMatch(match_id, record, match, store, fairness, seating, lockouts, stored)
    return LiveMatch(match_id, record, match, store, fairness, seating)


def press_button(live: LiveMatch, seat: int, button: str | None, version: int) -> None:
    """Press a button for a seat; BadCommand in a match without reaction windows."""
    if not isinstance(live, ReactionMatch):
        raise BadCommand("unreadable", live.version, "there is nothing to call out in this match")
    live.press(seat, button or "", version)


def lockouts_of(live: LiveMatch, seats: Iterable[int]) -> dict[int, int]:
    """The seats among these whose buttons are closed, and for how many windows."""
    if not isinstance(live, ReactionMatch) or live.match.result is not None:
        return {}
    return {seat: left for seat in sorted(seats) if (left := live.lockouts.windows.get(seat))}

"""A live match that shows a sequence of steps of its own, whose versions count what was shown.

In a match with reaction windows the match's own version counts silences, and would tell that there
was something to notice. What is kept of each step that was shown (`Mark`) is stored with the
events, so that a match that is loaded again, or that another node takes over, numbers its steps as
they were seen.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Self

from ...core.language import LANGUAGES, Language
from ...core.state import State
from ...store.changes import ShownStep
from ...store.store import Store
from ...store.stored import Shown
from ...table.fairness import Fairness
from ...table.match import Match
from ...table.narration import tell_event
from ...table.record import EventData, Record
from ...table.resignations import is_resignation
from ...table.seating import Seating
from ...table.timeline import Step, StepKind, Timeline
from .calls import Call
from .match import LiveMatch, Progress
from .shown_steps import Mark, mark_of, next_shown, shown_before, steps_shown
from .told_match import recent_steps

#: Seconds that the two windows of a throw are open, at each pace of the bots.
WATCHES = {"slow": (4.0, 6.0), "normal": (3.0, 4.0), "fast": (2.0, 3.0), "instant": (0.6, 0.8)}
WITHOUT_PAUSES = (0.02, 0.05)


class ShownMatch(LiveMatch):
    """A live match with a sequence of steps of its own; subclasses decide what is shown when."""

    def __init__(
        self,
        match_id: str,
        record: Record,
        match: Match,
        store: Store,
        fairness: Fairness | None = None,
        seating: Seating | None = None,
        stored: Sequence[Shown] = (),
    ) -> None:
        """`stored` are the steps that were shown of a match that is loaded again."""
        super().__init__(match_id, record, match, store, fairness, seating)
        self.reactions = self.game.reactions
        shown = self._steps_before(stored)
        self._shown = shown[-recent_steps(self.game) :]
        self._marks = [mark_of(each) for each in stored] or [self._mark(step) for step in shown]
        self._stored = len(stored)  # of the marks
        self.not_due = 0  # steps that are stored, and are to be shown in a moment
        self._shown_events = sum(len(step.events) for step in shown)
        self._calls: tuple[int, list[Call]] = (-1, [])  # of the last window; the version after it
        self._opened = 0.0  # when the window opened, by the loop's clock
        if stored:
            self._note_calls(stored[-1])

    def _steps_before(self, stored: Sequence[Shown]) -> list[Step]:
        if not stored:
            return shown_before(self._whole_timeline(), self.reactions)
        marks, events = map(mark_of, stored), iter(self.timeline.log.events())
        return steps_shown(self.record.start("tiered"), marks, events)

    def _mark(self, step: Step) -> Mark:
        """What is kept of a step."""
        reading, looking = self.times_to_look
        seconds = reading if self.reactions.pauses_throw(step.state) else looking
        return Mark(len(step.events), step.kind, seconds if step.reaction_window else None)

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

    def _to_store(
        self, step: Step | None, calls: Sequence[Call] = (), delay: float = 0.0
    ) -> list[ShownStep]:
        """The steps that are not stored yet, and one that will be shown next."""
        rows = [
            ShownStep(version, *self._marks[version])
            for version in range(self._stored, len(self._marks))
        ]
        if step is not None:
            told = json.dumps(calls) if calls else None
            rows.append(ShownStep(step.version, *self._mark(step), told, delay))
        return rows

    @property
    def steps(self) -> list[Step]:
        return self._shown

    @property
    def version(self) -> int:
        return self._shown[-1].version

    @property
    def newest_version(self) -> int:
        return self.version + self.not_due

    def shown_version(self, version: int) -> int:
        count = 0
        for shown, mark in enumerate(self._marks):
            count += mark.events
            if count >= version:
                return shown
        return self.version

    @property
    def shown_events_count(self) -> int:
        """How many events were shown."""
        return self._shown_events

    def shown_events(self) -> list[EventData]:
        return list(self.timeline.log.events(0, self._shown_events))

    def _version_before(self, step: Step) -> int:
        return step.version - 1

    def _next_step(self, timeline: Timeline, *, reaction_window: bool) -> Step:
        """What has happened since the last step that was shown, as one step."""
        events: list[EventData] = list(timeline.log.events(self._shown_events))
        is_over = timeline.result is not None
        kind: StepKind = "end" if is_over else "throw" if reaction_window else "move"
        window = reaction_window and not is_over
        before = self._shown[-1].state
        state, resigned = timeline.steps[-1].state, timeline.resigned
        return Step(self.version + 1, state, kind, events, window, before, resigned)

    def _prepare(self, step: Step) -> None:
        """Do in advance what takes longer the more there was to answer: tell it, and draw it."""
        before = self._shown[-1].state
        self._displayed[step.version] = self._display(before, step)
        self._movers[step.version] = self._move_of(before, step, self._shown[-1])
        for code in LANGUAGES:
            said = self._narrate(before, step, self.game.language(code))
            self._narration.setdefault(step.version, {})[code] = said

    def _show(self, step: Step) -> None:
        self._shown = [*self._shown[1 - recent_steps(self.game) :], step]
        self._marks.append(self._mark(step))
        self._forget_old_steps()
        self._shown_events += len(step.events)
        self._opened = asyncio.get_running_loop().time()  # if it opens one
        self.announce()

    def calls_at(self, version: int) -> list[Call]:
        """What came of the presses in the window that has led to a version, if it is the last."""
        return self._calls[1] if version == self._calls[0] else []

    @property
    def window_time(self) -> tuple[float, float]:
        """The seconds of the window that is shown, and how many of them are left.

        They depend on the throw alone, as the schedule does.
        """
        seconds = self._marks[-1].seconds or 0.0
        left = self._opened + seconds - asyncio.get_running_loop().time()
        return seconds, min(max(left, 0.0), seconds)

    def _narrate(self, before: State, step: Step, language: Language) -> str | None:
        language = language.marking_dice
        left = [
            tell_event(before, event, before, self.names, language)
            for event in step.events
            if is_resignation(event)
        ]
        told = self.reactions.tell(before, step.events, self.names, language)
        return " ".join(filter(None, [*left, told])) or None

    def _whole_timeline(self) -> Timeline:
        """The match's timeline with all its steps; replays its events."""
        return Timeline(self.record.start("tiered"), self.timeline.log.events())

    def replayed(self) -> Self:
        """The steps as they were shown: how many events each has had is all that is kept of it."""
        marks = list(self._marks)
        again = super().replayed()
        events = iter(again.match.timeline.log.events())
        again._shown = steps_shown(self.record.start("tiered"), marks, events)
        return again

    def follow_up(self, progress: Progress) -> None:
        """The node that plays the match says what is shown; the rest is to come."""
        super().follow_up(progress)
        for shown in progress.shown:
            if shown.version != self.version + 1:
                raise ValueError(f"step {shown.version} was stored after step {self.version}")
            mark, count = mark_of(shown), self._shown_events
            events = list(self.timeline.log.events(count, count + shown.events))
            step = next_shown(self._shown[-1], mark, events)
            self._prepare(step)
            self._note_calls(shown)
            self._show(step)
            self._marks[-1] = mark
            self._opened -= shown.age
        if progress.shown:  # else perhaps none is: before the first throw nothing is stored
            self._stored = len(self._marks)
        self.not_due = progress.not_due

    def _note_calls(self, shown: Shown) -> None:
        calls = [Call(*each) for each in json.loads(shown.calls or "[]")]
        self._calls = (shown.version, calls)

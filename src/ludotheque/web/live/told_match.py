"""A match as it is told: its steps, in sentences and drawings, and what was shown before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import islice
from typing import Self

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...table.dice import SystemDice
from ...table.fairness import Fairness
from ...table.match import Match, Seat
from ...table.record import EventData, Record
from ...table.timeline import Step, Timeline
from .mover import Mover, mover_of
from .narration import narrate_step
from .step_log import OLDER, StepLog, Told, last_turns
from .workers import Workers

RECENT_STEPS = 12  # kept of a match that is played, for who has missed some
FEWEST_RECENT_STEPS = 5
RECENT_BYTES = 9_000  # of the states of these steps: where states are large, fewer are kept
READ_AGAIN = 2  # states whose snapshots are read again, for what happened between them
READ_LATELY = 5  # as many, with those of the steps that one command may have added
LOG_SHOWN = 40  # sentences beside the table; the replay has them all


class ToldMatch:
    """A match whose last steps are kept, with what is told of them in each language."""

    def __init__(self, record: Record, match: Match, fairness: Fairness | None) -> None:
        self.record = record
        self.game: Game = record.game
        self.names: list[str] = record.more["names"]
        self.manual_dice = record.manual_dice
        self.fairness = fairness  # None in matches that are older than fair dice
        self.match = match
        self.is_replayed = False  # whether it has all its steps
        self._narration: dict[int, dict[str, str | None]] = {}  # by version and language
        self._displayed: dict[int, State] = {}  # by version
        self._movers: dict[int, Mover] = {}  # by version
        self._logs: dict[str, StepLog] = {}  # by language
        self.written_moves: dict[str, dict[int, bytes]] = {}  # the last ones, as frames have them

    @property
    def timeline(self) -> Timeline:
        return self.match.timeline

    @property
    def steps(self) -> list[Step]:
        """What clients were shown last, in order; `replayed` has all of it."""
        return self.match.steps

    @property
    def version(self) -> int:
        """The version that clients know: the last step's."""
        return self.timeline.version

    def since(self, version: int, most: int) -> list[Step]:
        """The steps after a version; only the last where there are too many to follow."""
        steps = self.steps
        if steps[-1].version <= version:
            return []
        if len(steps) > 1 and steps[-2].version == version:  # as it is nearly always
            return steps[-1:]
        missed: list[Step] = []
        for step in reversed(steps):
            if step.version <= version:
                return missed[::-1]
            if len(missed) == most:
                return missed[:1]
            missed.append(step)
        is_all = not missed or self._version_before(missed[-1]) <= version
        return missed[::-1] if is_all else missed[:1]

    def is_gap(self, version: int, step: Step) -> bool:
        """Whether something was said after a version and before a step."""
        return self._version_before(step) > version

    def narration_at(self, index: int, language: Language) -> str | None:
        """What happened in a step, in a sentence; `index` is its place among `steps`."""
        step = self.steps[index]
        said = self._narration.setdefault(step.version, {})
        if language.code not in said:
            said[language.code] = self._narrate(self._state_before(step), step, language)
        return said[language.code]

    def displayed_at(self, index: int) -> State:
        """The state to draw for a step; a game may choose an earlier one, as of a game just won."""
        step = self.steps[index]
        displayed = self._displayed.get(step.version)
        if displayed is None:
            displayed = self._display(self._state_before(step), step)
            self._displayed[step.version] = displayed
        return displayed

    def shows_results_at(self, index: int) -> bool:
        """Whether a step ends something whose results people read before they go on."""
        step = self.steps[index]
        if step.before is None:
            return False
        return self.game.browser.shows_results(step.before, step.state)

    def _state_before(self, step: Step) -> State:
        return self.record.start() if step.before is None else step.before

    def _display(self, before: State, step: Step) -> State:
        return self.game.browser.displayed_state(before, step.events, step.state)

    def _move_of(self, before: State, step: Step, last: Step | None) -> Mover:
        return mover_of(self.game, before, step, last)

    def _narrate(self, before: State, step: Step, language: Language) -> str | None:
        return narrate_step(self.game, before, step, self.names, language)

    def log(self, language: Language, upto: int, most: int = LOG_SHOWN) -> list[str]:
        """What has happened last before a step, in words; nothing of what was taken back.

        Only these last sentences are made: a match may have ten thousand.
        """
        if upto == 0:
            return []
        told: Iterator[str | None]
        if self.is_replayed:
            told = (self.narration_at(index, language) for index in self._steps_told(upto))
        else:
            told = self._told_in(language).before(self.steps[upto - 1].version)
        return list(islice(filter(None, told), most))[::-1]

    async def narrate(self, workers: Workers, language: Language, upto: int) -> None:
        """Make the sentences of a `log` on a worker's thread, unless they are there."""
        if self.is_narrated(language, upto):
            return
        now = self if self.is_replayed else self._as_it_is()
        await workers.run(now.log, language, upto)
        if self.is_replayed:
            return
        told, newest = now._logs[language.code], self._logs.get(language.code)
        if newest is None or newest.version < told.version:
            self._logs[language.code] = told

    def _as_it_is(self) -> Self:
        """This match as it is now, for another thread: meanwhile it may go on, and keep fewer
        steps."""
        now = copy(self)
        now._narration = {version: said.copy() for version, said in self._narration.items()}
        now._displayed, now._movers = self._displayed.copy(), self._movers.copy()
        now._logs = {code: log.copy() for code, log in self._logs.items()}
        return now

    def is_narrated(self, language: Language, upto: int) -> bool:
        """Whether the sentences of a `log` are there already."""
        if self.is_replayed:
            indices = islice(self._steps_told(upto), LOG_SHOWN)
            said = (self._narration.get(self.steps[at].version, {}) for at in indices)
            return all(language.code in each for each in said)
        log = self._logs.get(language.code)
        return upto == 0 or (log is not None and log.version >= self.steps[upto - 1].version)

    def _told_in(self, language: Language) -> StepLog:
        """The last sentences, brought up to date; if too many are missing, by replaying."""
        log = self._logs.get(language.code) or StepLog()
        steps = self.steps
        if log.version < self._version_before(steps[0]):
            log = self.replayed().whole_log(language)
        told = len(steps)
        while told and steps[told - 1].version > log.version:
            told -= 1
        for index in range(told, len(steps)):
            self._append(log, index, language)
        self._logs[language.code] = log
        return log

    def _append(self, log: StepLog, index: int, language: Language) -> None:
        step, mover = self.steps[index], self.mover_at(index)
        said = self.narration_at(index, language)
        log.append(step.version, step.kind, said, mover.seat, mover.drawn)

    def last_moves(self, index: int, language: Language) -> list[Told]:
        """The last turn of each seat up to a step, as everybody may know it."""
        if not self.is_replayed:
            log = self._told_in(language)
            return log.last_turns(self.steps[index].version, len(self.names))
        told = (self._told_at(index, language) for index in self._steps_told(index + 1))
        return last_turns(told, len(self.names))

    def _told_at(self, index: int, language: Language) -> Told:
        said, mover = self.narration_at(index, language), self.mover_at(index)
        sentence = None if said is None else said.encode()
        return Told(self.steps[index].version, False, sentence, mover.seat, mover.drawn)

    def mover_at(self, index: int) -> Mover:
        """Who has done what a step shows, and what the game draws it from."""
        step = self.steps[index]
        mover = self._movers.get(step.version)
        if mover is None:
            last = self.steps[index - 1] if index else None
            mover = self._move_of(self._state_before(step), step, last)
            self._movers[step.version] = mover
        return mover

    def whole_log(self, language: Language) -> StepLog:
        """The last sentences of a match that has all its steps."""
        log, steps = StepLog(), self.steps
        recent = max(0, len(steps) - recent_steps(self.game))
        told = (at for at in self._steps_told(recent) if self.narration_at(at, language))
        for index in (*list(islice(told, OLDER))[::-1], *range(recent, len(steps))):
            self._append(log, index, language)
        return log

    def _version_before(self, step: Step) -> int:
        """The version of the step before; -1 for the first one."""
        return -1 if step.before is None else step.version - len(step.events)

    def _steps_told(self, upto: int) -> Iterator[int]:
        """The indices of the steps before one, the latest first, without what was taken back."""
        steps, taken_back = self.steps, 0
        for index in range(upto - 1, -1, -1):
            if steps[index].kind == "take-back":
                taken_back += 1
            elif taken_back:
                taken_back -= 1
            else:
                yield index

    def replayed(self) -> Self:
        """This match as it is now, with all its steps, to be read and not to be played.

        The rules replay all its events, which is for a worker's thread. A match that is played
        keeps its last steps only.
        """
        again = copy(self)
        again.is_replayed = True
        again._narration, again._displayed, again._movers, again._logs = {}, {}, {}, {}
        events = again.match.timeline.log.events()
        again.match = load_match(self.record, self.fairness, events, all_steps=True)
        return again

    def shown_events(self) -> list[EventData]:
        """All events that clients were shown, what was taken back included."""
        return list(self.timeline.log.events())

    def _forget_old_steps(self) -> None:
        """Forget what is known of steps that are no longer kept."""
        steps = self.steps
        oldest = steps[0].version
        for kept in (self._displayed, self._movers, self._narration):
            while len(kept) >= len(steps) and (first := next(iter(kept))) < oldest:
                del kept[first]
        for step in steps[-READ_LATELY:-READ_AGAIN]:
            step.state.forget_snapshot()


def recent_steps(game: Game) -> int:
    """How many steps are kept of a match that is played."""
    fitting = RECENT_BYTES // game.rules.STATE.itemsize
    return max(FEWEST_RECENT_STEPS, min(RECENT_STEPS, fitting))


def load_match(
    record: Record,
    fairness: Fairness | None,
    events: Iterable[EventData] = (),
    *,
    all_steps: bool = False,
) -> Match:
    """The match that these events lead to; BadRecord if one of them cannot have happened."""
    names, kinds = record.more["names"], record.more["bots"]
    return Match.load(
        record.start("tiered"),
        [Seat(name, bot) for name, bot in zip(names, kinds, strict=True)],
        SystemDice() if fairness is None else fairness.dice(),
        events,
        manual_dice=record.manual_dice,
        most_steps=None if all_steps else recent_steps(record.game),
    )

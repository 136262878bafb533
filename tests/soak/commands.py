"""Fuzzing of matches in all games: a random command is carried out, or refused without effect.

    python -m tests.soak.commands COUNT [SEED]

Every match has its own number, and all that happens in it follows from the seed and that number.
A match that misbehaves is reported with both, and with the shortest list of commands found that
reproduces it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import ludotheque
from ludotheque.core.compiler import Mode
from ludotheque.core.errors import BadCommand, BadDraw, IllegalMove
from ludotheque.core.state import State
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Drawn, Event, Moved, events_data
from ludotheque.table.match import Match, Seat, Transition
from ludotheque.table.record import EventData, Record, replay_event
from ludotheque.table.resignations import resigned_after
from ludotheque.table.result import check_result
from ludotheque.table.timeline import Timeline

from .random_commands import ABANDONED, PUT_AWAY, Asked, Asker

SMALL_BOX: dict[str, Any] = {
    "name": "a small box",
    "spaces": [1, 1, 2, 1, 1, 1],
    "chips": [1, 1, 1, 2, 1, 1],
    "chips_withheld": [0, 0, 0],
    "tiles": [3],
}
EDITIONS: dict[str, list[dict[str, Any] | None]] = {"levelx": [None, SMALL_BOX]}
MOST_ROUNDS = 3  # of Les Trotteurs
MOST_COMMANDS = 1500  # for one match, which is left then
AFTER_THE_END = 5  # commands that come too late
READ = 0.2  # of the records are read as files as well
MOST_ATTEMPTS = 400  # to do it again with fewer commands
REFUSALS = (BadCommand, BadDraw, IllegalMove)

Step = Asked | str  # a command, or what else happens to a match


class Misbehaviour(AssertionError):
    """The table has done what it must not."""


@dataclass(frozen=True)
class Setup:
    """How a match begins: it follows from the seed and the match's number."""

    start: State
    manual_dice: bool
    dice: int

    @classmethod
    def by_chance(cls, chance: Random, mode: Mode) -> Setup:
        game = ludotheque.game(chance.choice(ludotheque.games()))
        players = chance.choice(game.players)
        options = {
            option.name: chance.choice(
                [
                    value
                    for value in option.allowed
                    if type(value) is not int or value < (players if option.counts_seats else 4)
                ]
            )
            for option in game.options.values()
        }
        edition = chance.choice(EDITIONS.get(game.id, [None]))
        start = game.start(players, options, edition, mode=mode)
        return cls(start, chance.random() < 1 / 3, chance.randrange(2**32))

    def match(self, events: Iterable[EventData] = ()) -> Match:
        seats = [Seat(f"seat {seat}") for seat in range(self.start.players)]
        dice = SeededDice(self.dice)
        return Match.load(self.start, seats, dice, events, manual_dice=self.manual_dice)

    def __str__(self) -> str:
        start, dice = self.start, "by hand" if self.manual_dice else "by the server"
        edition = "printed" if start.edition is None else start.edition["name"]
        return f"{start!r}, {start.options}, {edition} edition, dice {dice} ({self.dice})"


class Table:
    """A match, every event that was ever stored of it, and everything that must hold."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match = setup.match()
        self.events: list[EventData] = []
        self.counts: Counter[str] = Counter(matches=1)
        self._keep(self.match.settle())

    def happen(self, step: Step) -> Command | None:
        """The command, if it was carried out."""
        if isinstance(step, str):
            (self._put_away if step == "put away" else self._abandon)()
            return None
        return self._ask(step.to(self.match))

    def _ask(self, command: Command) -> Command | None:
        before = self._everything()
        self.counts["commands"] += 1
        try:
            transition = self.match.do(command)
        except REFUSALS as problem:
            self._demand(self._everything() == before, f"refused, and felt: {problem}")
            self.counts["refusals"] += 1
            return None
        self._demand(command.version == before[0], "carried out for another version")
        self._demand(self._everything() == before, "carried out, and felt by the match before it")
        self._keep(transition)
        return command

    def _abandon(self) -> None:
        if self.match.result is None:
            self._keep(self.match.abandon())

    def _keep(self, transition: Transition) -> None:
        version, events = self.match.version, transition.events
        self.match = transition.after
        numbers = [event.version for event in events]
        expected = [*range(version + 1, version + 1 + len(events))]
        self._demand(numbers == expected, "versions do not count by one")
        self._demand(self.match.version == version + len(events), "an event is not told")
        for event in events:
            self._check_secrets(event)
        self.events += events_data(events)

    def _check_secrets(self, event: Event) -> None:
        """What is public of an event says nothing that only a seat may know."""
        for other in (None, *range(self.setup.start.players)):
            seen = event.seen_by(other)
            if isinstance(event, Drawn) and event.secret:
                told = isinstance(seen, Drawn) and (seen.k, seen.face) != (None, None)
                self._demand(not told, "a secret draw is told")
            if isinstance(event, Moved) and event.seat != other:
                public = self.setup.start.game.notation.public_text(event.move)
                self._demand(isinstance(seen, Moved) and seen.move == public, "a move is told")

    def _everything(self) -> tuple[Any, ...]:
        """All that a match remembers; what it says follows from it."""
        timeline = self.match.timeline
        return (
            timeline.version,
            timeline.state.states.tobytes(),
            deepcopy(timeline.events),
            timeline.result,
            timeline.draws,
            [(step.version, step.kind, len(step.events)) for step in timeline.steps],
            timeline.steps[-1].state.states.tobytes(),
            dict(timeline.dealt),
            [state.states.tobytes() for state in timeline._undo],
            [count for _, count in timeline._typed._before],
            timeline._typed._left,
        )

    def _said(self) -> tuple[Any, ...]:
        """All that a match says."""
        match = self.match
        return (
            (match.version, match.events, match.result, match.waits_for),
            (match.taker_back, match.can_retype, match.state.snapshot(), match.state.points),
        )

    def _put_away(self) -> None:
        """Taken up again it is the same match, and goes on."""
        before = self._said()
        self.match = self.setup.match(self.events)
        self._demand(self._said() == before, "another match after it was put away")
        self._demand(self.match.is_settled, "draws when it is taken up again")
        self.counts["put away"] += 1

    def check_record(self, *, as_text: bool = True) -> None:
        """The record replays to the state, the log leads to the same match, the result is right."""
        match, start = self.match, self.setup.start
        state, resigned = start.copy(), frozenset[int]()
        for number, line in enumerate(match.events, 2):
            replay_event(state, line, number, resigned)
            resigned = resigned_after(resigned, line)
        if match.result is not None:
            check_result(state, match.result.data(), len(match.events) + 2, resigned)
            self.counts[match.result.ended] += 1
        self._demand(same(state, match.state), "the record leads elsewhere")
        self._demand(state.snapshot() == match.state.snapshot(), "the record leads elsewhere")
        self._demand(state.points == match.state.points, "other points")
        self._check_timeline()
        if as_text:
            self._check_text()

    def _check_timeline(self) -> None:
        match, timeline = self.match, Timeline(self.setup.start, self.events)
        self._demand(timeline.version == match.version, "events were lost")
        self._demand(timeline.events == match.events, "the log has other events")
        self._demand(same(timeline.state, match.state), "the log leads elsewhere")
        self._demand(timeline.taker_back == match.taker_back, "the log has another taker-back")
        self._demand(timeline.can_retype == match.can_retype, "the log has another last throw")

    def _check_text(self) -> None:
        """As a file it can be read, by rules that are not compiled."""
        record = Record.of(self.setup.start, **({"dice": "hand"} if self.setup.manual_dice else {}))
        record.events, result = self.match.events, self.match.result
        record.result = None if result is None else result.data()
        again = Record.read(record.text(), ludotheque.game)
        self._demand(again.text() == record.text(), "the record changes when it is read")
        self.counts["records read"] += 1

    def _demand(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise Misbehaviour(otherwise)


def same(one: State, other: State) -> bool:
    return bool(one.states.tobytes() == other.states.tobytes())


@dataclass
class Trial:
    """One match from its beginning: what was done to it, and what came of it."""

    setup: Setup
    steps: list[Step] = field(default_factory=list)

    def play(self, chance: Random, most: int) -> Counter[str]:
        table, asker = Table(self.setup), Asker(chance)
        left = AFTER_THE_END
        while table.counts["commands"] < most and left:
            left -= table.match.result is not None
            step = self._step(table.match, asker)
            self.steps.append(step)
            asker.last = table.happen(step) or asker.last
        table.check_record(as_text=chance.random() < READ)
        return table.counts

    def _step(self, match: Match, asker: Asker) -> Step:
        rare = asker.chance.random()
        if rare < ABANDONED:
            return "abandoned"
        return "put away" if rare < ABANDONED + PUT_AWAY else asker.next(match)

    def shorter(self) -> list[Step]:
        """Fewer of its steps that misbehave as well: without pieces of it, large ones first."""
        steps, size, attempts = self.steps, len(self.steps), MOST_ATTEMPTS
        while size and attempts:
            place = 0
            while place < len(steps) and attempts:
                attempts -= 1
                fewer = steps[:place] + steps[place + size :]
                if misbehaves(self.setup, fewer):
                    steps = fewer
                else:
                    place += size
            size //= 2
        return steps


def misbehaves(setup: Setup, steps: list[Step]) -> bool:
    try:
        table = Table(setup)
        for step in steps:
            table.happen(step)
        table.check_record()
    except Exception:
        return True
    return False


@dataclass
class Soak:
    """So many commands, a match after the other."""

    count: int
    seed: int
    mode: Mode = "compiled"
    counts: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)

    def run(self, *, progress: bool = False) -> None:
        began, told = time.monotonic(), 0
        while self.counts["commands"] < self.count:
            self.play(self.counts["matches"])
            if progress and self.counts["commands"] - told >= self.count / 20:
                told = self.counts["commands"]
                print(f"{told:,} commands, {time.monotonic() - began:.0f} s", flush=True)

    def play(self, number: int) -> None:
        chance = Random(f"{self.seed} {number}")
        trial = Trial(Setup.by_chance(chance, self.mode))
        most = min(MOST_COMMANDS, self.count - self.counts["commands"])
        try:
            self.counts += trial.play(chance, most)
        except Exception as problem:
            raise Misbehaviour(self._told(trial, number)) from problem
        self.games[trial.setup.start.game.id] += 1

    def _told(self, trial: Trial, number: int) -> str:
        """How to see it again."""
        steps = trial.shorter()
        return "\n".join(
            [
                f"match {number} of seed {self.seed}: {trial.setup}",
                f"again with {len(steps)} of {len(trial.steps)} steps:",
                *(f"  {step}" for step in steps),
            ]
        )


def main(arguments: list[str]) -> None:
    count, seed = int(arguments[0]), int(arguments[1]) if arguments[1:] else 0
    soak, began = Soak(count, seed), time.monotonic()
    soak.run(progress=True)
    counts = soak.counts
    print(
        f"{counts['commands']:,} commands, seed {seed}, in {time.monotonic() - began:.0f} s: "
        f"{counts['refusals']:,} refused; {counts['matches']:,} matches, of which "
        f"{counts['played']:,} played out, {counts['resigned']:,} resigned, "
        f"{counts['abandoned']:,} abandoned; {counts['put away']:,} times put away, "
        f"{counts['records read']:,} records read; "
        + ", ".join(f"{name} {count:,}" for name, count in sorted(soak.games.items()))
    )


if __name__ == "__main__":
    main(sys.argv[1:])

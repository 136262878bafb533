"""A match replayed once, with all the states that a review needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.game import Game
from ..core.state import State
from ..table.record import EventData, apply_event
from ..table.resignations import is_resignation

StepKind = Literal["throw", "move"]


@dataclass(frozen=True)
class ReplayedStep:
    """A throw or a move, and the match after it; draws that belong together are one throw."""

    events: int  # number of events so far
    draws: int  # number of draws among them
    state: State
    kind: StepKind
    seat: int | None = None  # the mover; None for a throw
    move: str | None = None


class Replay:
    """The states of a match between its events, and its steps."""

    def __init__(self, start: State, events: Sequence[EventData]) -> None:
        self.events = events
        self.states = [start.copy()]  # before the first event, and after each
        self.steps: list[ReplayedStep] = []
        for event in events:
            state = self.states[-1].copy()
            apply_event(state, event)
            self.states.append(state)
            self._add_step(event)

    @property
    def start(self) -> State:
        return self.states[0]

    @property
    def game(self) -> Game:
        return self.start.game

    def _add_step(self, event: EventData) -> None:
        if is_resignation(event):
            return  # nothing has changed on the table
        before, after = self.states[-2:]
        number = len(self.states) - 1
        draws = self.steps[-1].draws if self.steps else 0
        if "move" in event:
            self.steps.append(
                ReplayedStep(number, draws, after, "move", before.seat, event["move"])
            )
            return
        if before.roller is None and self.steps and self.steps[-1].kind == "throw":
            self.steps.pop()  # this draw belongs to the same throw
        self.steps.append(ReplayedStep(number, draws + 1, after, "throw"))

"""A match replayed once, for everything that a review needs to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.game import Game
from ..core.state import State
from ..table.record import EventData, apply_event

StepKind = Literal["throw", "move"]


@dataclass(frozen=True)
class ReplayedStep:
    """A throw or a move, and the match after it; draws that belong together are one throw."""

    events: int  # how many events the match has seen
    draws: int  # how many of them were draws
    state: State
    kind: StepKind
    seat: int | None = None  # of a move: whose it was
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
        before, after = self.states[-2:]
        number = len(self.states) - 1
        draws = self.steps[-1].draws if self.steps else 0
        if "move" in event:
            self.steps.append(
                ReplayedStep(number, draws, after, "move", before.seat, event["move"])
            )
            return
        if before.roller is None and self.steps and self.steps[-1].kind == "throw":
            self.steps.pop()  # this draw goes on with the same throw
        self.steps.append(ReplayedStep(number, draws + 1, after, "throw"))

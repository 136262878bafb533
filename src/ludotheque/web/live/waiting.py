"""What a match waits for, as clients are told."""

from __future__ import annotations

from typing import Literal

from ...table.timeline import Step
from ...table.waiting import waiting_for

WaitsFor = Literal["roll", "throw", "move", "watch", "end"]


def waiting_in(step: Step, *, manual_dice: bool = False) -> tuple[WaitsFor, int | None]:
    """What the match waits for at a step, and whose turn it is, if it is somebody's.

    A *throw* is one of real dice, which anybody may type in; *watch* is the time for reactions.
    """
    if step.reaction_window:
        return "watch", None
    if step.kind == "end":
        return "end", None
    waiting = waiting_for(step.state, manual_dice=True) if manual_dice else step.waiting
    return waiting.what, waiting.seat

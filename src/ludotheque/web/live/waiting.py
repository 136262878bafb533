"""What a match waits for, as clients are told."""

from __future__ import annotations

from typing import Literal

from ...table.timeline import Step

WaitsFor = Literal["roll", "throw", "move", "watch", "end"]


def waiting_in(step: Step, *, manual_dice: bool = False) -> tuple[WaitsFor, int | None]:
    """What the match waits for at a step, and whose turn it is, if it is somebody's.

    A *throw* is one of real dice, which anybody may type in; *watch* is the time for reactions.
    """
    if step.reaction_window:
        return "watch", None
    if step.kind == "end" or step.state.awaits == "end":
        return "end", None
    if step.state.awaits == "move":
        return "move", step.state.seat
    if manual_dice and not step.state.pending_draws[0].secret:
        return "throw", None
    return "roll", step.state.roller

"""What a match waits for, in the words of clients."""

from __future__ import annotations

from typing import Literal

from ...table.story import Moment

WaitsFor = Literal["roll", "throw", "move", "watch", "end"]


def waiting_in(moment: Moment, *, by_hand: bool = False) -> tuple[WaitsFor, int | None]:
    """What the match waits for at a moment, and whose turn it is, if it is somebody's.

    A *throw* is one of real dice, which anybody may type in; *watch* is the time for reactions.
    """
    if moment.watching:
        return "watch", None
    if moment.kind == "end" or moment.state.awaits == "end":
        return "end", None
    if moment.state.awaits == "move":
        return "move", moment.state.seat
    if by_hand and not moment.state.pending_draws[0].secret:
        return "throw", None
    return "roll", moment.state.roller

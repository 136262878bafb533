"""What a match waits for."""

from typing import Literal

from msgspec import Struct

from ..core.state import State


class Waiting(Struct, frozen=True):
    """What a match waits for: a roll or a move of one seat, or nothing more.

    With real dice it may be a `throw`: anybody types in what the dice show.
    """

    what: Literal["roll", "throw", "move", "end"]
    seat: int | None = None


def waiting_for(state: State, *, manual_dice: bool = False) -> Waiting:
    """What a match in this state waits for, unless it was resigned or abandoned."""
    match state.awaits:
        case "move":
            return Waiting("move", state.seat)
        case "draw":
            if manual_dice and not state.pending_draws[0].secret:
                return Waiting("throw")
            return Waiting("roll", state.roller)
    return Waiting("end")

"""Who has done what a step shows, and what the game draws it from, as everybody may know it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ...core.game import Game
from ...core.state import State
from ...table.timeline import Step


class Mover(NamedTuple):
    seat: int | None = None
    drawn: bytes | None = None  # JSON


NOBODY = Mover()


def mover_of(game: Game, before: State, step: Step, last: Step | None) -> Mover:
    """The mover of a step; `before` is the state before it, `last` the step before it."""
    if step.kind not in ("throw", "move"):
        return NOBODY
    drawn = game.browser.last_move(before, step.events, step.state)
    if drawn is None:
        return Mover(seat_of(game, before, step, last))
    if "seat" in drawn:
        seat = drawn["seat"]
        drawn = {name: value for name, value in drawn.items() if name != "seat"}
    else:
        seat = seat_of(game, before, step, last)
    return Mover(seat, msgspec.json.encode(drawn) if drawn else None)


def seat_of(game: Game, before: State, step: Step, last: Step | None) -> int | None:
    """Who has moved or thrown; the dice that a move picks up are thrown by who has moved.

    With reaction windows only the game can say it: the moves of a step tell who was asked.
    """
    if game.reactions.is_enabled(before):
        return None
    for event in step.events:
        if "move" in event:
            seat: int = event["seat"]
            return seat
        if "draw" in event:
            thrower = before.roller
            if thrower is None and last is not None and last.kind == "move":
                return seat_of(game, before, last, None)
            return thrower
    return None

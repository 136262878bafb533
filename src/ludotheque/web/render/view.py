"""What those with one perspective see of a step: a position, as data."""

from __future__ import annotations

from typing import Any

import msgspec

from ...core.state import State
from ...table.timeline import Step
from ..access.viewer import Perspective
from ..live.match import LiveMatch

Data = dict[str, Any]


class Position(msgspec.Struct, omit_defaults=True):
    """A position to draw: a snapshot, and what the game's drawing needs beside it."""

    snapshot: Data
    details: Data = {}


class View(Position, omit_defaults=True):
    """A position, and the one that is drawn in its place, where that is an earlier one."""

    shown: Position | None = None


def seen(live: LiveMatch, step: Step, perspective: Perspective) -> tuple[Data, Data]:
    """The snapshot and the details of a step."""
    details = live.game.browser.details(step.state, perspective)
    return snapshot_of(live, step, perspective), details


def snapshot_of(live: LiveMatch, step: Step, perspective: Perspective) -> Data:
    if step.reaction_window:  # the snapshot would tell what the rules ask, and whom
        return live.game.reactions.public_snapshot(step.state)
    if live.game.secrets:
        return step.state.snapshot(perspective)
    return step.state.shared_snapshot()


def position_of(state: State, perspective: Perspective) -> Position:
    return Position(state.snapshot(perspective), state.game.browser.details(state, perspective))

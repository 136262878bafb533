"""The frames of a match as bytes: each is made once for every view and language, then shared."""

from __future__ import annotations

from ...table.timeline import Step
from ..access.viewer import Viewer
from ..live.match import LiveMatch
from ..live.workers import ServerBusy
from ..settings import Settings
from .moves import prepare_moves
from .step_frames import frame_at


def frame_of(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, log: bool = False
) -> bytes:
    """The frame of a step, as JSON. Those who see the same in the same language share it.

    One that opens a reaction window says how much of it is left, so it is made for each.
    """
    if step.reaction_window:
        return rendered_frame(live, step, settings, viewer, log=log)
    seen = (step.version, settings.lang, viewer.perspective, viewer.seats, log)
    found: bytes | None = live.frames.get(seen)
    if found is None:
        found = live.frames[seen] = rendered_frame(live, step, settings, viewer, log=log)
    return found


def rendered_frame(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, log: bool = False
) -> bytes:
    return frame_at(live, step, live.game.language(settings.lang), viewer, log=log)


async def is_ready(live: LiveMatch, seats: frozenset[int]) -> bool:
    """Whether the next frame can be sent, with the moves of whoever plays; else it has to wait."""
    try:
        await prepare_moves(live, seats)
    except ServerBusy:
        return False
    return True

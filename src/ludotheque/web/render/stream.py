"""The frames of a match as bytes: each is made once for every view and language, then shared."""

from __future__ import annotations

from ...table.timeline import Step
from ..access.identity import Caller
from ..access.viewer import Viewer, viewer_at
from ..live.match import LiveMatch
from ..live.workers import ServerBusy
from ..settings import Settings
from .frame import encoded, frame_at
from .moves import prepare_moves


def misses(live: LiveMatch, step: Step, seen: int) -> bool:
    """Whether a client that has seen a version does not know what was said before a step."""
    place = live.steps.index(step)
    return place > 0 and live.steps[place - 1].version > seen


def frame_of(
    live: LiveMatch, step: Step, settings: Settings, caller: Caller, *, log: bool = False
) -> bytes:
    """The frame of a step, as JSON. Those who see the same in the same language share it."""
    viewer = viewer_at(live, step, caller)
    seen = (step.version, settings, viewer, log)
    found: bytes | None = live.frames.get(seen)
    if found is None:
        found = live.frames[seen] = rendered_frame(live, step, settings, viewer, log=log)
    return found


def rendered_frame(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, log: bool = False
) -> bytes:
    return encoded(frame_at(live, step, live.game.language(settings.lang), viewer, log=log))


async def is_ready(live: LiveMatch, seats: frozenset[int]) -> bool:
    """Whether the next frame can be sent, with the moves of whoever plays; else it has to wait."""
    try:
        await prepare_moves(live, seats)
    except ServerBusy:
        return False
    return True

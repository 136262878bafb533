"""What clients are sent of a step, and what a page brings with it."""

import json
from typing import Any

from ludotheque.table.timeline import Step
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render.step_frames import frame_at
from ludotheque.web.settings import Settings

from ..html import Page

Data = dict[str, Any]


def frame_for(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, replay: bool = False
) -> Data:
    """All that a viewer is sent of a step."""
    language = live.game.language(settings.lang)
    frame = frame_at(live, step, language, viewer, replay=replay, log=True)
    sent: Data = json.loads(frame)
    return sent


def shows(frame: Data, live: LiveMatch, step: Step, settings: Settings, viewer: Viewer) -> bool:
    """Whether a frame of a stream is what this viewer may know of the step."""
    return {**frame, "log": None} == {**frame_for(live, step, settings, viewer), "log": None}


def page_shows(
    text: str,
    live: LiveMatch,
    step: Step,
    settings: Settings,
    viewer: Viewer,
    *,
    replay: bool = False,
) -> bool:
    """Whether a page's table is what this viewer may know of the step."""
    return first_frame(text) == frame_for(live, step, settings, viewer, replay=replay)


def first_frame(text: str) -> Data:
    """The frame that a page brings with it."""
    found: Data = Page(text).data_blocks["setup"]["first"]
    return found


def is_mine(frame: Data) -> bool:
    """Whether who gets the frame may act."""
    return bool(frame.get("mine"))


def is_covered(frame: Data) -> bool:
    """Whether the frame says that its player has to be alone first."""
    return bool(frame.get("covered"))


def has_moves(text: str) -> bool:
    """Whether a page has the legal moves of who looks at it."""
    return bool(first_frame(text).get("moves"))

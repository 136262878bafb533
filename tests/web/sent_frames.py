"""What clients are sent of a step, of games whose tables the page draws or the server renders."""

import json
from typing import Any

from ludotheque.table.timeline import Step
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.catalogue import is_drawn
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render.fragment import table_html
from ludotheque.web.render.frame import encoded, frame_at
from ludotheque.web.settings import Settings

from ..html import Page

Data = dict[str, Any]


def frame_text(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, replay: bool = False
) -> str:
    """All that a viewer is sent of a step."""
    if not is_drawn(live.game):
        return table_html(live, step, settings, viewer, replay=replay)
    language = live.game.language(settings.lang)
    return encoded(frame_at(live, step, language, viewer, replay=replay, log=True))


def shows(frame: Data, live: LiveMatch, step: Step, settings: Settings, viewer: Viewer) -> bool:
    """Whether a frame of a stream is what this viewer may know of the step."""
    if not is_drawn(live.game):
        return bool(frame["html"] == table_html(live, step, settings, viewer))
    language = live.game.language(settings.lang)
    expected: Data = json.loads(encoded(frame_at(live, step, language, viewer)))
    return {**frame, "log": None} == {**expected, "log": None}


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
    expected = frame_text(live, step, settings, viewer, replay=replay)
    if not is_drawn(live.game):
        return expected in text
    return bool(first_frame(text) == json.loads(expected))


def first_frame(text: str) -> Data:
    """The frame that a page brings with it."""
    found: Data = Page(text).data_blocks["setup"]["first"]
    return found


def is_mine(frame: Data) -> bool:
    """Whether who gets the frame may act."""
    return bool(frame.get("mine") or 'data-mine="yes"' in frame.get("html", ""))


def is_covered(frame: Data) -> bool:
    """Whether the frame says that its player has to be alone first."""
    return bool(frame.get("covered") or 'data-covered="yes"' in frame.get("html", ""))


def has_moves(text: str) -> bool:
    """Whether a page has the legal moves of who looks at it."""
    page = Page(text)
    if "setup" in page.data_blocks:
        return bool(page.data_blocks["setup"]["first"].get("moves"))
    return "choices" in page.data_blocks

"""The frames of one step, for all who see it: what several of them see alike is made once."""

from __future__ import annotations

from typing import Any

import msgspec

from ...core.language import Language
from ...table.timeline import Step
from ..access.viewer import Perspective, Viewer
from ..live.match import LiveMatch
from ..live.told_match import LOG_SHOWN
from .ending import ending_of
from .frame import Turn, own_part, said_part, shared_at, turn_at
from .view import View, position_of, seen

Data = dict[str, Any]
encode = msgspec.json.Encoder().encode


def frame_at(
    live: LiveMatch,
    step: Step,
    language: Language,
    viewer: Viewer,
    *,
    replay: bool = False,
    log: bool = False,
) -> bytes:
    """A `Frame` as JSON. Only the last step of a live match can be acted on."""
    return frames_of(live, step, is_current=not replay and step is live.steps[-1]).frame(
        language, viewer, log=log
    )


def frames_of(live: LiveMatch, step: Step, *, is_current: bool) -> StepFrames:
    """The frames of a step, kept until the next announcement.

    A replay keeps nothing: it may show every step of a match that is over, which announces nothing
    any more.
    """
    if live.is_replayed:
        return StepFrames(live, live.steps.index(step), is_current)
    key = (step.version, is_current)
    found: StepFrames | None = live.step_frames.get(key)
    if found is None:
        steps = live.steps
        place = len(steps) - 1 if step is steps[-1] else steps.index(step)
        found = live.step_frames[key] = StepFrames(live, place, is_current)
    return found


class StepFrames:
    """What a step is for everybody, for each perspective and for each viewer, encoded.

    JSON objects are put together as texts: *fields* are what stands between the braces of one.
    """

    def __init__(self, live: LiveMatch, place: int, is_current: bool) -> None:
        self.live = live
        self.place = place
        self.step = live.steps[place]
        self.turn: Turn | None = turn_at(live, self.step) if is_current else None
        self._shared: dict[tuple[bool, str], bytes] = {}
        self._views: dict[Perspective, bytes] = {}
        self._public: tuple[bytes, bytes] | None = None
        self._common: dict[tuple[Perspective, str], bytes] = {}
        self._frames: dict[Any, bytes] = {}

    def frame(self, language: Language, viewer: Viewer, *, log: bool = False) -> bytes:
        """The frame of a viewer. All who only look on are sent the same, and so are all devices of
        one seat, unless it says how much time is left for something."""
        step, turn, perspective = self.step, self.turn, viewer.perspective
        if perspective is not None and not self.live.game.secrets:
            perspective = "public"  # everybody sees the same
        view, seats = (perspective, language.code), viewer.seats
        looks_on = (turn is None or not turn.asks(viewer)) and step.kind != "end"
        key = (view, None if looks_on else seats)
        if not log and (found := self._frames.get(key)) is not None:
            return found
        told = None if turn is None else seats  # of nobody is anything asked any more
        own = said_part(self.live, step, language, told)
        if turn is not None and not looks_on:
            own |= own_part(self.live, step, language, viewer, turn)
        if log:
            own["log"] = self.live.log(language, self.place + 1, LOG_SHOWN)
        if step.kind == "end":
            own["ending"] = ending_of(self.live, language, viewer)
        made = self._with(view, language, own)
        if not (log or step.reaction_window or step.kind == "end" or "take_back_seconds" in own):
            self._frames[key] = made
        return made

    def _with(self, key: tuple[Perspective, str], language: Language, own: Data) -> bytes:
        """The frame of those with this perspective and language who have this part of their own."""
        common = self._common.get(key)
        if common is None:
            common = self._common[key] = self._common_part(key[0], language)
        return b"{%b,%b" % (common, encode(own)[1:]) if own else b"{%b}" % common

    def _common_part(self, perspective: Perspective, language: Language) -> bytes:
        """The fields that are alike for all with one perspective and language."""
        sees_all = perspective is None
        shared = self._shared.get((sees_all, language.code))
        if shared is None:
            shared = fields(shared_at(self.live, self.place, language, perspective))
            self._shared[sees_all, language.code] = shared
        view = self._views.get(perspective)
        if view is None:
            view = self._views[perspective] = self._view(perspective)
        return b"%b,%b" % (shared, view)

    def _view(self, perspective: Perspective) -> bytes:
        """The fields of a `View`, for those with one perspective, whatever their language."""
        live, step = self.live, self.step
        displayed = live.displayed_at(self.place)
        shown = None if displayed is step.state else position_of(displayed, perspective)
        if type(perspective) is int and not step.reaction_window:
            own = live.game.browser.seat_view(step.state, perspective)
            if own is not None:
                return self._seat_view(own, b"" if shown is None else b',"shown":' + encode(shown))
        return fields(View(*seen(live, step, perspective), shown))

    def _seat_view(self, own: tuple[Data, Data], shown: bytes) -> bytes:
        """The same for a seat: what is public, which all seats share, and a part of its own."""
        public = self._public
        if public is None:
            snapshot, details = seen(self.live, self.step, "public")
            public = self._public = (
                fields_without(snapshot, own[0]),
                fields_without(details, own[1]),
            )
        snapshot_fields = joined(public[0], fields(own[0]))
        details_fields = joined(public[1], fields(own[1]))
        return b'"snapshot":{%b},"details":{%b}%b' % (snapshot_fields, details_fields, shown)


def fields(data: Any) -> bytes:
    """The fields of an object, as JSON without its braces."""
    return encode(data)[1:-1]


def fields_without(public: Data, own: Data) -> bytes:
    """What is public except what a seat has a version of its own of; all seats have the same."""
    return fields({name: value for name, value in public.items() if name not in own})


def joined(first: bytes, second: bytes) -> bytes:
    """The fields of two objects that have no name in common."""
    return b"%b,%b" % (first, second) if first and second else first or second

"""Frames: what one viewer may know of a match after a step, as data that the page draws.

A frame has the changing part of the JSON API's match document, under the same names; a page has the
rest from the start (`render.setup`). Everything in it goes through the viewer's perspective.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from ...core.language import Language
from ...core.state import State
from ...table.record import EventData
from ...table.timeline import Step, StepKind
from ..access.viewer import Perspective, Viewer
from ..live.match import LOG_SHOWN, LiveMatch
from ..live.waiting import WaitsFor, waiting_in
from .asked import asked_of, lockout_sentences, presses_of
from .ending import ending_of
from .manual_dice import retyper, typing_of
from .moves import moves_at

Data = dict[str, Any]


class Position(msgspec.Struct, omit_defaults=True):
    """A position to draw: a snapshot, and what the game's drawing needs beside it."""

    snapshot: Data
    details: Data = {}


class Common(msgspec.Struct):
    """What is the same in the frames of all viewers who see the same: made once for each step."""

    points: list[int]
    snapshot: Data  # encoded already
    details: Data  # likewise
    shown: Position | None
    events: list[EventData]


class Frame(msgspec.Struct, omit_defaults=True, tag="frame", tag_field="type", kw_only=True):
    """What a viewer is sent of a step. Fields that have their default value are left out."""

    version: int
    kind: StepKind
    waits_for: WaitsFor
    awaits: str | None = None  # what the rules await; None while nobody may know
    seat: int | None = None  # whose roll or move is awaited
    roller: int | None = None  # whose turn the pending throw opens
    points: list[int]
    mine: bool = False  # the viewer may act now
    covered: bool = False  # a shared screen, and its player has not said to be alone yet
    moves: list[str] = []  # the legal moves, for who is asked
    snapshot: Data
    details: Data = {}
    shown: Position | None = None  # the position to draw, where that is an earlier one
    events: list[EventData] = []  # what happened, as everybody may know it
    said: str | None = None  # the same in words
    asked: str | None = None  # what is asked, in words
    log: list[str] | None = None  # the last sentences, where the viewer has not seen them
    taker_back: int | None = None  # the viewer's seat that may take its last move back
    retyper: int | None = None  # the viewer's seat that may type the last throw again
    typing: Data | None = None  # real dice: what is to be typed in
    presses: list[Data] = []  # the reaction buttons, for each of the viewer's seats
    lockouts: list[str] = []  # what the viewer is told of buttons that are closed
    winners: list[int] = []
    ending: Data | None = None


def frame_at(
    live: LiveMatch,
    step: Step,
    language: Language,
    viewer: Viewer,
    *,
    replay: bool = False,
    log: bool = False,
) -> Frame:
    """The frame of a step for a viewer. Only the last step of a live match can be acted on."""
    place = live.steps.index(step)
    current = not replay and step is live.steps[-1]
    waits, seat = waiting_in(step, manual_dice=live.record.manual_dice)
    asked = current and seat in viewer.seats
    may_see = asked and seat is not None and viewer.may_see(live, seat)
    typing = None
    if current and waits == "throw":
        typing = typing_of(live, step.state, language, viewer)
    common = common_at(live, place, viewer.perspective)
    return Frame(
        version=step.version,
        kind=step.kind,
        waits_for=waits,
        awaits=None if waits == "watch" else step.state.awaits,
        seat=seat,
        roller=None if waits == "watch" else step.state.roller,
        points=common.points,
        mine=may_see or typing is not None,
        covered=asked and not may_see,
        moves=moves_at(live, step) if may_see and waits == "move" else [],
        snapshot=common.snapshot,
        details=common.details,
        shown=common.shown,
        events=common.events,
        said=live.narration_at(place, language),
        asked=asked_of(live, step, language, viewer.seats if current else None) or None,
        log=live.log(language, place + 1, LOG_SHOWN) if log else None,
        taker_back=live.taker_back if current and live.taker_back in viewer.seats else None,
        retyper=retyper(live, viewer) if current else None,
        typing=typing,
        presses=presses_of(live, language, viewer) if current and waits == "watch" else [],
        lockouts=lockout_sentences(live, language, viewer) if current else [],
        winners=winners_at(live, step),
        ending=ending_of(live, language, viewer) if step.kind == "end" else None,
    )


def encoded(frame: Frame) -> bytes:
    return msgspec.json.encode(frame)


def common_at(live: LiveMatch, place: int, perspective: Perspective) -> Common:
    """What all with this perspective are sent of a step; in open games everybody has the same.

    It is kept until the next announcement. A replay keeps nothing: it may show every step of a
    match that is over, which announces nothing any more.
    """
    if live.is_replayed:
        return new_common(live, place, perspective)
    shared = perspective if live.game.secrets or perspective is None else "public"
    key = (live.steps[place].version, shared)
    found: Common | None = live.common.get(key)
    if found is None:
        found = live.common[key] = new_common(live, place, perspective)
    return found


def new_common(live: LiveMatch, place: int, perspective: Perspective) -> Common:
    step = live.steps[place]
    return Common(
        step.state.points,
        raw(snapshot_of(live, step, perspective)),
        raw(live.game.browser.details(step.state, perspective)),
        shown_at(live, place, perspective),
        public_events(live, step, perspective),
    )


def raw(data: Data) -> Data:
    """Data that is encoded once, however many frames hold it."""
    return cast(Data, msgspec.Raw(msgspec.json.encode(data))) if data else {}


def as_data(frame: Frame) -> Data:
    """A frame as plain data."""
    data: Data = msgspec.json.decode(encoded(frame))
    return data


def snapshot_of(live: LiveMatch, step: Step, perspective: Perspective) -> Data:
    if step.reaction_window:  # the snapshot would tell what the rules ask, and whom
        return live.game.reactions.public_snapshot(step.state)
    return step.state.snapshot(perspective)


def shown_at(live: LiveMatch, place: int, perspective: Perspective) -> Position | None:
    """The position that a step is drawn from, if that is not the one after it."""
    displayed = live.displayed_at(place)
    return None if displayed is live.steps[place].state else position_of(displayed, perspective)


def position_of(state: State, perspective: Perspective) -> Position:
    return Position(state.snapshot(perspective), state.game.browser.details(state, perspective))


def public_events(live: LiveMatch, step: Step, perspective: Perspective) -> list[EventData]:
    """What happened in a step, without what some viewer may not know.

    Draws are left out of games with secrets: some of them deal cards. With reaction windows nothing
    is told, since a silence would say that there was something to notice.
    """
    if perspective is None:
        return step.events
    if live.game.reactions.is_enabled(step.state):
        return []
    public = live.game.notation.public_text
    return [
        {**event, "move": public(event["move"])} if "move" in event else event
        for event in step.events
        if "draw" not in event or not live.game.secrets
    ]


def winners_at(live: LiveMatch, step: Step) -> list[int]:
    result = live.match.result
    return result.winners if step.kind == "end" and result is not None else []

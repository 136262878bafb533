"""What those with one perspective see of a step, as JSON: made once, whatever their language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from ...core.state import State
from ...table.timeline import Step
from ..access.viewer import Perspective
from ..live.match import LiveMatch

Data = dict[str, Any]
Made = TypeVar("Made")


class Position(msgspec.Struct, omit_defaults=True):
    """A position to draw: a snapshot, and what the game's drawing needs beside it."""

    snapshot: Data
    details: Data = {}


class View(Position, omit_defaults=True):
    """A position, and the one that is drawn in its place, where that is an earlier one."""

    shown: Position | None = None


def joined(first: bytes, second: bytes) -> bytes:
    """Two JSON objects as one; they have no name in common."""
    if second == b"{}":
        return first
    return second if first == b"{}" else b"%b,%b" % (first[:-1], second[1:])


def kept(live: LiveMatch, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
    """What is made once for all who share it, and kept until the next announcement.

    A replay keeps nothing: it may show every step of a match that is over, which announces nothing
    any more.
    """
    if live.is_replayed:
        return make()
    found: Made | None = live.common.get(key)
    if found is None:
        found = live.common[key] = make()
    return found


def view_at(live: LiveMatch, place: int, perspective: Perspective) -> bytes:
    """A `View` of a step."""
    step = live.steps[place]
    shown = shown_at(live, place, perspective)
    if type(perspective) is int and not step.reaction_window:
        own = live.game.browser.seat_view(step.state, perspective)
        if own is not None:
            return msgspec.json.encode(View(*seen_by_seat(live, step, own), shown))
    return msgspec.json.encode(View(*seen(live, step, perspective), shown))


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


def seen_by_seat(live: LiveMatch, step: Step, own: tuple[Data, Data]) -> tuple[Data, Data]:
    """The same for a seat: what is public, which all seats share, and a part of its own."""
    public = kept(live, ("public", step.version), lambda: public_parts(live, step, own))
    return with_own(public[0], own[0]), with_own(public[1], own[1])


def public_parts(live: LiveMatch, step: Step, own: tuple[Data, Data]) -> tuple[bytes, bytes]:
    snapshot, details = seen(live, step, "public")
    return encoded_without(snapshot, own[0]), encoded_without(details, own[1])


def encoded_without(public: Data, own: Data) -> bytes:
    """What is public except what a seat has a version of its own of; all seats have the same."""
    return msgspec.json.encode({name: value for name, value in public.items() if name not in own})


def with_own(public: bytes, own: Data) -> Data:
    return cast(Data, msgspec.Raw(joined(public, msgspec.json.encode(own))))


def shown_at(live: LiveMatch, place: int, perspective: Perspective) -> Position | None:
    """The position that a step is drawn from, if that is not the one after it."""
    displayed = live.displayed_at(place)
    return None if displayed is live.steps[place].state else position_of(displayed, perspective)


def position_of(state: State, perspective: Perspective) -> Position:
    return Position(state.snapshot(perspective), state.game.browser.details(state, perspective))

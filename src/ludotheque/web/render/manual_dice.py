"""Real dice in the browser: what is to be typed in, with buttons for the faces."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...table.manual_dice import Die, Face, dice_to_type, die_for, draws_to_type
from ..access.viewer import Viewer
from ..live.match import LiveMatch

Data = dict[str, Any]
SHOWN_IN_EXAMPLE = 4  # faces


def asked_throw(live: LiveMatch, state: State, language: Language) -> str:
    """The question for the throw that is to be typed in."""
    throw = draws_to_type(state)
    draw = throw[0]
    if draw.of_seats:
        what = die_for(live.game, draw, live.names, language).what
        return language("{what}?", what=what[:1].upper() + what[1:])
    rolling = {live.game.throws.owner(draw, state.roller) for draw in throw}
    if len(rolling) == 1 and (seat := rolling.pop()) is not None:
        return language("{name} rolls. What do the dice show?", name=live.names[seat])
    return language("Roll. What do the dice show?")


def retyper(live: LiveMatch, viewer: Viewer) -> int | None:
    """The viewer's seat that may type the last throw again, if anybody may."""
    return min(viewer.seats) if live.timeline.can_retype and viewer.seats else None


def typing_of(live: LiveMatch, state: State, language: Language, viewer: Viewer) -> Data | None:
    """The dice of the throw in order, and a pad of buttons for each kind of die."""
    if not viewer.seats:
        return None
    dice = dice_to_type(state, live.names, language)
    pads: list[list[Data]] = []
    places = []
    for die in dice:
        pad = [button(live.game, die, face) for face in die.faces]
        if pad not in pads:
            pads.append(pad)
        places.append((die.what, pads.index(pad)))
    return {
        "seat": state.roller if state.roller in viewer.seats else min(viewer.seats),
        "count": len(dice),
        "pads": pads,
        "runs": [
            {"what": what, "pads": [pad for _, pad in run]}
            for what, run in groupby(places, key=lambda place: place[0])
        ],
        "example": " ".join(die.faces[0].names[0] for die in dice[:SHOWN_IN_EXAMPLE])
        + (" …" if len(dice) > SHOWN_IN_EXAMPLE else ""),
    }


def button(game: Game, die: Die, face: Face) -> Data:
    """A face as a button: what it writes, what it is called, how the game draws it."""
    picture = game.throws.face_picture(die.draw, face.text)
    return {"writes": face.names[0].replace(" ", ""), "label": face.label, "picture": picture}

"""The script of a guide: a scripted match, and what its player is asked to tap, step by step.

A game's `lesson.py` writes its script with these classes. Every event is applied by the rules, so a
guide cannot contradict them: a die that does not exist or a move that is not legal raises an error,
and a test plays every script.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .state import State

Event = dict[str, Any]

SEAT = 0  # the player's; robots have the others


@dataclass(frozen=True)
class Falls:
    """Chance: the faces or cards that are drawn, in the rulebook's order, such as "2 3 5 6"."""

    faces: str


@dataclass(frozen=True)
class Plays:
    """A move of whoever is to move, in the game's notation.

    `shows`: moves that the table previews while the player composes this one.
    """

    move: str
    shows: tuple[str, ...] = ()


Scripted = Falls | Plays


@dataclass(frozen=True)
class GuideStep:
    """What the player is told, and what they have to tap before the guide goes on.

    Every tap is a CSS selector of one element that is on the page and can be tapped when the step
    begins. Several taps may come in any order. `about` names what else the text speaks of: the
    guide shows it, and never covers it.
    """

    text: str
    taps: tuple[str, ...]
    instead: str  # the friendly answer to another tap
    rules: tuple[str, ...] = ()  # numbers of the rulebook
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guide:
    """A game's guide. The player has seat 0."""

    players: int
    before: tuple[Scripted, ...]  # what has happened before the guide begins
    script: tuple[Scripted, ...]  # what happens while the player takes the steps
    steps: tuple[GuideStep, ...]
    ending: str  # the last words, with what the guide leaves out
    options: dict[str, Any] = field(default_factory=dict)


def scripted_events(parts: Iterable[Scripted], state: State) -> list[Event]:
    """The events of some parts of a script, as a record has them; `state` becomes that after them.

    BadDraw or IllegalMove for what the rules do not allow.
    """
    events: list[Event] = []
    for part in parts:
        if isinstance(part, Plays):
            events.append({"seat": state.seat, "move": part.move})
            state.play(part.move)
        else:
            for face in part.faces.split():
                events.append({"draw": [state.draw_size, outcome(state, face)]})
                state.draw(events[-1]["draw"][1])
    return events


def outcome(state: State, face: str) -> int:
    """The outcome of the pending draw that shows a face; ValueError if none does."""
    pending = state.pending_draws
    if not pending:
        raise ValueError(f"nothing is drawn here, and the script says {face!r}")
    faces = pending[0].faces
    if face not in faces:
        raise ValueError(f"{face!r} is none of the faces of {pending[0].what}: {', '.join(faces)}")
    return faces.index(face)

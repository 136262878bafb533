"""What a viewer is asked at a step of a match: in a sentence, and by the reaction buttons."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from ...core.language import Language
from ...table.timeline import Step
from ..access.viewer import Viewer
from ..live.calls import Call
from ..live.match import LiveMatch
from ..live.reaction_match import ReactionMatch, lockouts_of
from ..live.waiting import waiting_in
from .manual_dice import asked_throw

Data = dict[str, Any]
REMEMBERED_NAMES = 4096  # of players, in each language


def asked_of(
    live: LiveMatch, step: Step, language: Language, seats: frozenset[int] | None = None
) -> str:
    """The question to the player in turn; for callers who do not hold that seat, who is playing."""
    if step.kind == "end":
        return ""
    if step.reaction_window:
        return language("Look closely, and call out what you see.")
    waits, seat = waiting_in(step, manual_dice=live.manual_dice)
    if waits == "throw":
        return asked_throw(live, step.state, language)
    playing = seat if seat not in (live.people if seats is None else seats) else None
    if live.is_replayed:
        return asked_or_told(live, step, language, playing)
    key = (step.version, language.code, playing)
    found: str | None = live.questions.get(key)
    if found is None:
        found = live.questions[key] = asked_or_told(live, step, language, playing)
    return found


def asked_or_told(live: LiveMatch, step: Step, language: Language, playing: int | None) -> str:
    """Who is playing, if it is not who is asked; else the question."""
    if playing is not None:
        return playing_words(language, live.names[playing])
    return live.game.narration.ask(step.state, live.names, language)


@lru_cache(REMEMBERED_NAMES)
def playing_words(language: Language, name: str) -> str:
    """What everybody else is told, turn after turn."""
    return language("{name} is playing.", name=name)


def presses_of(live: LiveMatch, language: Language, viewer: Viewer) -> list[dict[str, Any]]:
    """The reaction buttons for each of the viewer's seats, the same after every throw."""
    buttons, closed = live.game.reactions.buttons(language), lockouts_of(live, viewer.seats)
    seats = sorted(viewer.seats)
    return [{"seat": seat, "buttons": buttons, "closed": seat in closed} for seat in seats]


def lockout_sentences(live: LiveMatch, language: Language, viewer: Viewer) -> list[str]:
    """What a viewer is told of their own buttons that are closed after a wrong call."""
    shared = len(viewer.seats) > 1
    return [
        lockout_sentence(live.names[seat] if shared else None, left, language)
        for seat, left in lockouts_of(live, viewer.seats).items()
    ]


def lockout_sentence(name: str | None, left: int, language: Language) -> str:
    """The sentence for one seat; `name` is its player's, where several share a device."""
    if name is None and left > 1:
        return language("Wrong call: your buttons stay closed for two windows.")
    if name is None:
        return language("Wrong call: your buttons stay closed for one more window.")
    if left > 1:
        return language("Wrong call: {name}’s buttons stay closed for two windows.", name=name)
    return language("Wrong call: {name}’s buttons stay closed for one more window.", name=name)


def calls_of(live: LiveMatch, step: Step, language: Language, viewer: Viewer) -> list[Data]:
    """What came of the viewer's own calls in the window before a step.

    Of a wrong call the sentence about closed buttons tells.
    """
    if not isinstance(live, ReactionMatch):
        return []
    labels = {each["name"]: each["label"] for each in live.game.reactions.buttons(language)}
    shared = len(viewer.seats) > 1
    return [
        {
            "seat": call.seat,
            "button": call.button,
            "verdict": call.verdict,
            "said": call_sentence(
                call, labels[call.button], live.names[call.seat] if shared else None, language
            ),
        }
        for call in live.calls_at(step.version)
        if call.seat in viewer.seats
    ]


def call_sentence(call: Call, label: str, name: str | None, language: Language) -> str | None:
    if call.verdict == "wrong":
        return None
    if call.verdict == "right":
        said = language("“{button}”: well seen.", button=label)
    else:
        said = language("“{button}” is for the other window: it counts for nothing.", button=label)
    return said if name is None else language("{name}: {text}", name=name, text=said)


def window_of(live: LiveMatch) -> Data | None:
    """How long the open window lasts, and what is left of it; None for one that nobody can see."""
    if not isinstance(live, ReactionMatch):
        return None
    seconds, left = (math.floor(10 * time) / 10 for time in live.window_time)
    return {"seconds": seconds, "left": left} if seconds else None

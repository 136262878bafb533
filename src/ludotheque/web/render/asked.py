"""What a viewer is asked at a step of a match: in a sentence, and by the reaction buttons."""

from __future__ import annotations

from typing import Any

from ...core.language import Language
from ...table.timeline import Step
from ..access.viewer import Viewer
from ..live.match import LiveMatch
from ..live.reaction_match import lockouts_of
from ..live.waiting import waiting_in
from .manual_dice import asked_throw


def asked_of(
    live: LiveMatch, step: Step, language: Language, seats: frozenset[int] | None = None
) -> str:
    """The question to the player in turn; for callers who do not hold that seat, who is playing."""
    if step.kind == "end":
        return ""
    if step.reaction_window:
        return language("Look closely, and call out what you see.")
    waits, seat = waiting_in(step, manual_dice=live.record.manual_dice)
    if waits == "throw":
        return asked_throw(live, step.state, language)
    if seat is not None and seat not in (live.people if seats is None else seats):
        return language("{name} is playing.", name=live.names[seat])
    return live.game.narration.ask(step.state, live.names, language)


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

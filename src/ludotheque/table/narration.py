"""What an event of a match says in words, whatever the game."""

from __future__ import annotations

from ..core.language import Language
from ..core.state import State
from .record import EventData
from .resignations import is_resignation


def tell_event(
    before: State, event: EventData, after: State, names: list[str], language: Language
) -> str | None:
    """The sentence of a draw, a move or a resignation; None for what is not worth one.

    `language` is the game's own.
    """
    if is_resignation(event):
        return language("{name} resigns. A robot plays on.", name=names[event["seat"]])
    sentence = before.game.narration.tell(before, event, after, names, language)
    if sentence and event.get("by") == "stand-in":
        return language("{sentence} (stand-in)", sentence=sentence)
    return sentence

"""Reaction windows of Les Trotteurs: the buttons, and the move that a press makes (TR-16 to TR-20).

With manual vigilance a live table asks nobody, since the question would give the answer away: after
every throw all players may press one of four buttons for a few seconds, and the presses answer the
rules when they await a move.
"""

from dataclasses import replace
from typing import Any

from ...core.language import Language
from ...core.state import State
from ...core.view import View
from . import narration
from .board import NO_SIGN, SIGN_NAMES, SQUARE
from .event_effects import effects_of
from .notation import TEXTS
from .rules import CALL, CLAIM, MARKS
from .rules import SILENT as SILENCE

OMISSION = "omission"
BUTTONS = ("triangle", "square", "pentagon", OMISSION)
SILENT = TEXTS[SILENCE]

#: The options of a match that has reaction windows.
OPTIONS = {"vigilance": "manual"}


def is_enabled(state: State) -> bool:
    """Whether players have to notice signs themselves in this match."""
    return bool(state.plain.manual)


def attentive_move(view: View) -> str | None:
    """TR-16 to TR-18 The move of a player who has noticed the sign; None if there is none."""
    return next((move for move in view.moves if move != SILENT), None)


def pauses_throw(state: State) -> bool:
    """Whether the three dice have fallen, and the cup has not named anybody yet."""
    return state.awaits == "draw" and state.plain.drawn == MARKS


def is_about_omission(state: State) -> bool:
    """Whether the awaited move is about an omission (TR-18), and not about a new sign."""
    return state.awaits == "move" and bool(state.plain.calling)


def move_for(state: State, presses: set[str]) -> str:
    """The move that the awaited seat's presses make: the claim or call that fits, or silence."""
    offer = state.snapshot()["offer"]
    if offer["omission"]:
        return TEXTS[CALL] if OMISSION in presses else SILENT
    return TEXTS[CLAIM] if offer["kind"] in presses else SILENT


def fitting_buttons(state: State) -> dict[int, set[str]]:
    """TR-16 to TR-19 The buttons that fit what the players see, by the seat that has to speak.

    An opportunity that a claim or a call takes away at the end of the same window counts too: its
    player could not know.
    """
    record, fitting = state.record, dict[int, set[str]]()
    is_calling = is_for_calls(state)
    if not is_calling and state.awaits != "move":
        return {}
    for band, seat, other in record.pairs[record.asked : record.pair_count].tolist():
        kind = record.signs[band, record.boards[record.newcomer, band]]
        if kind != NO_SIGN and kind == record.signs[other, record.boards[seat, other]]:
            speaker = int(record.newcomer) if (kind == SQUARE) != is_calling else seat
            button = OMISSION if is_calling else SIGN_NAMES[kind]
            fitting.setdefault(speaker, set()).add(button)
    return fitting


def buttons_in_time(state: State) -> set[str]:
    """The buttons that this window is for. Who presses another is early or late, which changes
    nothing, and is not a wrong call."""
    return {OMISSION} if is_for_calls(state) else {*BUTTONS} - {OMISSION}


def is_for_calls(state: State) -> bool:
    """Whether the window is the first of a throw: for omissions (TR-20), and not for new signs."""
    return pauses_throw(state) or is_about_omission(state)


def public_snapshot(state: State) -> dict[str, Any]:
    """The snapshot shown during a reaction window: without the offer and the next thrower."""
    return {**state.snapshot("public"), "offer": None, "thrower": None}


def tell(
    before: State, events: list[dict[str, Any]], names: list[str], language: Language
) -> str | None:
    """The narration of some events, without silences and without any trace of missed opportunities.

    So a throw after which everybody stayed silent reads like any other throw.
    """
    state, said, thrown = before.copy(), list[str | None](), None
    for event in events:
        if "draw" not in event and "move" not in event:
            continue
        effects, after = effects_of(state, event), state.copy()
        if "draw" in event:
            after.draw(event["draw"][1])
        else:
            after.play(event["move"])
        if effects.throw is not None and effects.marked is None:
            thrown = effects.throw
        elif event.get("move") == SILENT:
            whole = replace(effects, throw=thrown)
            said += (
                narration.throw_sentences(state, whole, names, language) if effects.marked else []
            )
            said += narration.victory_sentences(after, effects, names, language)
            thrown = None if effects.marked else thrown
        else:
            if thrown is not None:
                alone = replace(effects, throw=thrown, marked=None)
                said += narration.throw_sentences(state, alone, names, language)
                thrown = None
            said.append(
                by_whom(event, narration.tell(state, event, after, names, language), language)
            )
        state = after
    return " ".join(sentence for sentence in said if sentence) or None


def by_whom(event: dict[str, Any], sentence: str | None, language: Language) -> str | None:
    """Add a note where a bot has reacted for a player who is away."""
    if sentence is None or event.get("by") != "stand-in":
        return sentence
    return language("{sentence} (stand-in)", sentence=sentence)


def buttons(language: Language) -> list[dict[str, str]]:
    labels = {
        "triangle": language("Triangle!"),
        "square": language("Square!"),
        "pentagon": language("Pentagon!"),
        OMISSION: language("Missed!"),
    }
    return [{"name": name, "label": labels[name]} for name in BUTTONS]

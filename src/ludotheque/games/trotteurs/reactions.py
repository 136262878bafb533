"""Attention in Les Trotteurs: what can be called out, and which move a call makes (TR-16 to TR-20).

With manual vigilance a live table asks nobody: everybody may press one of four buttons after every
throw, and what was pressed answers the rules when they ask.
"""

from dataclasses import replace
from typing import Any

from ...core.language import Language
from ...core.state import State
from ...core.view import View
from . import narration
from .event_effects import account_of
from .notation import TEXTS
from .rules import CALL, CLAIM, MARKS
from .rules import SILENT as SILENCE

OMISSION = "omission"
BUTTONS = ("triangle", "square", "pentagon", OMISSION)
SILENT = TEXTS[SILENCE]

#: With these a match asks for attention.
OPTIONS = {"vigilance": "manual"}


def is_kept(state: State) -> bool:
    """Whether signs have to be noticed in this match."""
    return bool(state.record.manual)


def remark(view: View) -> str | None:
    """TR-16 to TR-18 What somebody says who has noticed; every decision is a matter of that."""
    return next((move for move in view.moves if move != SILENT), None)


def cup_to_come(state: State) -> bool:
    """The three dice lie there, and the cup has not named anybody yet."""
    return state.awaits == "draw" and int(state.record.drawn) == MARKS


def is_call(state: State) -> bool:
    """Whether the rules ask about what was missed, and not about what is new."""
    offer = state.snapshot()["offer"]
    return offer is not None and bool(offer["omission"])


def answer(state: State, presses: set[str]) -> str:
    """The move that the awaited seat's presses make: one that fits, or silence."""
    offer = state.snapshot()["offer"]
    if offer["omission"]:
        return TEXTS[CALL] if OMISSION in presses else SILENT
    return TEXTS[CLAIM] if offer["kind"] in presses else SILENT


def face(state: State) -> dict[str, Any]:
    """What everybody may see while they look: not what is offered, nor who throws next."""
    return {**state.snapshot("public"), "offer": None, "thrower": None}


def tell(
    before: State, rows: list[dict[str, Any]], names: list[str], language: Language
) -> str | None:
    """What has happened, in words; a silence is told to nobody, nor that one could be kept.

    So a throw that was marked after silences only is told in one breath, like any other.
    """
    state, said, thrown = before.copy(), list[str | None](), None
    for row in rows:
        if "draw" not in row and "move" not in row:
            continue
        account, after = account_of(state, row), state.copy()
        if "draw" in row:
            after.draw(row["draw"][1])
        else:
            after.play(row["move"])
        if account.throw is not None and account.marked is None:
            thrown = account.throw
        elif row.get("move") == SILENT:
            whole = replace(account, throw=thrown)
            said += narration.throw_told(state, whole, names, language) if account.marked else []
            said += narration.victory_told(after, account, names, language)
            thrown = None if account.marked else thrown
        else:
            if thrown is not None:
                alone = replace(account, throw=thrown, marked=None)
                said += narration.throw_told(state, alone, names, language)
                thrown = None
            said.append(by_whom(row, narration.tell(state, row, after, names, language), language))
        state = after
    return " ".join(sentence for sentence in said if sentence) or None


def by_whom(row: dict[str, Any], sentence: str | None, language: Language) -> str | None:
    """What a robot has noticed for somebody who is away is told as such."""
    if sentence is None or row.get("by") != "stand-in":
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

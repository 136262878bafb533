"""The form that asks a person's name, avatar and language: its choices, and reading it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.language import Language
from ...table.avatar import COLOURS, SHAPES, Avatar
from ...table.player_name import LONGEST_NAME, checked_name, name_or_none
from ..people.profile import Profile


def profile_choices(language: Language) -> dict[str, Any]:
    """The colours and shapes that the form offers, with their names."""
    names = {
        "blue": language("Blue"),
        "red": language("Red"),
        "amber": language("Amber"),
        "violet": language("Violet"),
        "green": language("Green"),
        "slate": language("Grey"),
        "disc": language("Disc"),
        "tile": language("Square"),
        "peak": language("Triangle"),
        "diamond": language("Diamond"),
        "star": language("Star"),
        "cross": language("Cross"),
    }
    return {
        "colours": [(colour, names[colour]) for colour in COLOURS],
        "shapes": [(shape, names[shape]) for shape in SHAPES],
        "most": LONGEST_NAME,
    }


def profile_in(form: Mapping[str, str]) -> Profile:
    """The profile that a form describes; BadOption for a name that cannot be shown.

    Whoever skips the question, or leaves the name empty, is not asked again.
    """
    if form.get("skip"):
        return Profile(asked=True)
    typed = form.get("name", "").strip()
    return Profile(checked_name(typed) if typed else "", avatar_in_profile(form), asked=True)


def sent_profile(form: Mapping[str, str]) -> Profile:
    """The same, without a name that cannot be shown."""
    return Profile(name_or_none(form.get("name", "")) or "", avatar_in_profile(form))


def avatar_in_profile(form: Mapping[str, str]) -> Avatar | None:
    return Avatar.read(f"{form.get('colour', '')}-{form.get('shape', '')}")

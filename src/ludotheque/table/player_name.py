"""The names of players: short texts that anybody's screen can show."""

from __future__ import annotations

import unicodedata

from ..core.errors import BadOption

LONGEST_NAME = 30
MOST_MARKS = 2  # combining marks on one letter; more of them cover the lines around the name


def checked_name(text: str) -> str:
    """A name with its spaces and letters normalised; BadOption if it cannot be shown.

    Characters that control what stands around them, such as those that turn the direction of
    writing, are not printable.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or has_too_many_marks(name):
        raise BadOption(
            "a name has 1 to {most} printable characters, not {name!r}",
            most=LONGEST_NAME,
            name=text[: 2 * LONGEST_NAME],
        )
    return name


def has_too_many_marks(name: str) -> bool:
    """Whether so many marks are piled upon a letter that they would leave the line."""
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def name_or_none(text: str) -> str | None:
    """A name that can be shown, or None."""
    try:
        return checked_name(text)
    except BadOption:
        return None

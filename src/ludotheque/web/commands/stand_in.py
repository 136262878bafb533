"""The level of a bot that plays for a person, as a client asks for it."""

from __future__ import annotations

from ...bots import bot_if_any
from ...bots.levels import LEVELS
from ...core.errors import BadOption

#: The bots that a person can choose on the pages.
BOTS_OFFERED = (*LEVELS, "random")


def checked_level(level: str) -> str:
    """The bot of that name, accents or not; BadOption if it is not offered."""
    found = bot_if_any(level)
    if found is None or found not in BOTS_OFFERED:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}",
            kind=level,
            bots=", ".join(BOTS_OFFERED),
        )
    return found

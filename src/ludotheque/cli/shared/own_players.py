"""Players of the user's own, as the command line names them: `module:Class`, `program:COMMAND`."""

from __future__ import annotations

import os
import re
import sys

from ...bots import bot_if_any
from ...bots.custom import registry
from ...bots.custom.entrant import Entrant
from ...bots.custom.program import SECONDS, Program
from ...core.errors import BadOption

PERSON = "me"  # a seat for whoever sits at the terminal
LONGEST_NAME = 30
MOST_SECONDS = 86_400  # that a program may be given for a move
USUAL_SECONDS = int(SECONDS)


def is_own_player(text: str) -> bool:
    """Whether the text names a class or a program, unlike `me:Ada` and `random:Max`."""
    kind = text.partition(":")[0]
    return kind != PERSON and bot_if_any(kind) is None and registry.is_written(text)


def own_player(text: str, seconds: float = SECONDS, name: str | None = None) -> Entrant:
    """The player of a class path or a program; modules may lie in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    entrant = registry.written(text, name)
    if isinstance(entrant, Program):
        entrant.seconds = seconds
    return entrant


def players_named(texts: tuple[str, ...] | list[str], seconds: float) -> list[str | Entrant]:
    """Bots by name, and the user's own players ready to play."""
    return [own_player(text, seconds) if is_own_player(text) else text for text in texts]


def short_name(path: str) -> str:
    """A name for the player of a class path or a program: its last word."""
    return re.split(r"[:/ ]", path)[-1][:LONGEST_NAME] or "Robot"


def register_bot(text: str) -> None:
    """Let a bot of the owner's sit down: `module:Class`, or `Name=module:Class`.

    Guests see its name, so that is never its command line.
    """
    name, equals, path = text.partition("=")
    if not equals or not name.isidentifier():
        name, path = short_name(text), text
    if bot_if_any(name) is not None:
        raise BadOption("there is a bot {name!r} already; choose another name", name=name)
    registry.register(own_player(path, name=name))

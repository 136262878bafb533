"""The owner's bots: those of entry points, and those named when the program was started.

They are found by name alone. A name that comes from a request can therefore choose among them, and
can never load anything else.
"""

from __future__ import annotations

from functools import cache

from ...core.errors import BadOption
from .class_path import ClassPath, is_class_path
from .entrant import Entrant
from .program import PREFIX, Program

ENTRY_POINTS = "ludotheque.bots"

_registered: dict[str, Entrant] = {}


def register(entrant: Entrant) -> None:
    """Let an entrant sit down wherever bots do, under its name."""
    entrant.check()
    _registered[entrant.name] = entrant


def forget(name: str) -> None:
    _registered.pop(name, None)


def names() -> list[str]:
    """The names of the owner's bots."""
    return [*_registered, *(name for name in entry_points() if name not in _registered)]


def find(name: str) -> Entrant | None:
    return _registered.get(name) or entry_points().get(name)


@cache
def entry_points() -> dict[str, Entrant]:
    """The bots of installed packages; none is loaded before it plays."""
    from importlib.metadata import entry_points

    return {
        point.name: ClassPath(point.value.partition("[")[0].strip(), point.name)
        for point in entry_points(group=ENTRY_POINTS)
    }


def is_written(text: str) -> bool:
    """Whether the text is a class path or a program, rather than the name of a bot."""
    return text.startswith(PREFIX) or is_class_path(text)


def written(text: str, name: str | None = None) -> Entrant:
    """The entrant of a class path or a program that whoever runs the program has typed."""
    if text.startswith(PREFIX):
        return Program(text, name)
    if is_class_path(text):
        return ClassPath(text, name)
    raise BadOption(
        "{text!r} is no player: write module:Class, or program:COMMAND for a program", text=text
    )

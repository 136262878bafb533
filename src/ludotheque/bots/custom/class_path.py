"""Players named by a class path: `package.module:Class`, as entry points are written.

Loading one runs its code. So a class path comes from whoever runs the program, never from a
request or from somebody's file.
"""

from __future__ import annotations

import importlib
import re
from functools import lru_cache
from typing import Any

from ...core.errors import BadOption
from ..player import Player
from .entrant import Entrant, digest, made_by, source_of

PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def is_class_path(text: str) -> bool:
    return PATH.fullmatch(text) is not None


class ClassPath(Entrant):
    """What a module has under a name: a class, a function that makes players, or a player."""

    def __init__(self, path: str, name: str | None = None) -> None:
        self.path = path
        self.name = name or path

    def make(self, seed: int | None) -> Player:
        return made_by(load(self.path), seed, self.name)

    def fingerprint(self) -> str:
        found = load(self.path)
        kind = found if callable(found) else type(found)
        return digest(self.path.encode(), source_of(kind))


@lru_cache(256)
def load(path: str) -> Any:
    """What the path names; BadOption says which part of it is not there."""
    module, _, name = path.partition(":")
    try:
        found: Any = importlib.import_module(module)
    except Exception as problem:  # a module of somebody's own may raise anything
        raise BadOption(
            "{path}: the module {module} cannot be imported ({problem})",
            path=path,
            module=module,
            problem=f"{type(problem).__name__}: {problem}",
        ) from problem
    for part in name.split("."):
        if not hasattr(found, part):
            raise BadOption(
                "{path}: {module} has no {name}; it has: {known}",
                path=path,
                module=module,
                name=name,
                known=", ".join(each for each in vars(found) if not each.startswith("_")) or "–",
            )
        found = getattr(found, part)
    return found

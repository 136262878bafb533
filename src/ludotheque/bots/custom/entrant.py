"""An entrant: somebody who plays in a tournament, by name, with a player made for each seat."""

from __future__ import annotations

import hashlib
import inspect
import pickle
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from ...core.errors import BadOption
from ..player import Player

LONGEST_NAME = 60


class Entrant(ABC):
    """Makes the players of its name. It is sent to worker processes if it is portable."""

    name: str

    @property
    def is_portable(self) -> bool:
        """Whether another process can have it."""
        return True

    @abstractmethod
    def make(self, seed: int | None) -> Player:
        """A player for one seat of one match; with the same seed it should decide the same."""

    @abstractmethod
    def fingerprint(self) -> str:
        """A text that changes when its decisions may change, as far as that can be seen."""

    def check(self) -> None:
        """BadOption if it cannot play."""
        self.make(0)


class Instance(Entrant):
    """One object that plays in all its seats and matches."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = name_of(player, type(player).__name__)

    @cached_property
    def _pickled(self) -> bytes | None:
        return pickled(self.player)

    @property
    def is_portable(self) -> bool:
        return self._pickled is not None

    def make(self, seed: int | None) -> Player:
        return self.player

    def fingerprint(self) -> str:
        """Of the object's data and of its class; one that cannot be pickled is always another."""
        data = self._pickled
        return uuid.uuid4().hex if data is None else digest(data, source_of(type(self.player)))


class Factory(Entrant):
    """A class, or a function that makes players: a new one for each seat of each match."""

    def __init__(self, factory: Callable[..., Player]) -> None:
        self.factory = factory
        self.name = name_of(factory, getattr(factory, "__name__", type(factory).__name__))

    @property
    def is_portable(self) -> bool:
        return pickled(self.factory) is not None

    def make(self, seed: int | None) -> Player:
        return made_by(self.factory, seed, self.name)

    def fingerprint(self) -> str:
        return digest(self.name.encode(), source_of(self.factory))


def made_by(factory: Any, seed: int | None, name: str) -> Player:
    """What a class makes, given the seed if it takes one; an object is taken as it is."""
    if not isinstance(factory, type) and has_choose(factory):
        player: Player = factory
        return player
    try:
        player = factory(seed=seed) if takes_seed(factory) else factory()
    except TypeError as problem:
        raise BadOption(
            "{player} cannot be made with no arguments, or with seed=… alone ({problem})",
            player=name,
            problem=str(problem),
        ) from problem
    if not has_choose(player):
        raise BadOption("{player} has no method choose(view)", player=name)
    return player


def has_choose(thing: object) -> bool:
    return callable(getattr(thing, "choose", None))


def takes_seed(factory: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):  # some classes of other languages have no signature
        return False
    return any(each.name == "seed" or each.kind is each.VAR_KEYWORD for each in parameters)


def name_of(thing: object, usual: str) -> str:
    """The object's own `name`, if it has one that can be shown."""
    name = getattr(thing, "name", None)
    is_name = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
    return str(name) if is_name else usual


def pickled(thing: object) -> bytes | None:
    """The object for another process; None if it cannot be sent, or not be understood there.

    Worker processes do not import the script or notebook that has started them, so nothing that is
    defined in `__main__` exists in them.
    """
    try:
        data = pickle.dumps(thing)
    except Exception:  # whatever an object of somebody's own raises
        return None
    return None if b"__main__" in data else data


def source_of(thing: object) -> bytes:
    """The file in which a class or function is defined; nothing if there is none."""
    try:
        return Path(inspect.getfile(thing)).read_bytes()  # type: ignore[arg-type]
    except (TypeError, OSError):
        return b""


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(hashlib.sha256(each).digest() for each in parts)).hexdigest()

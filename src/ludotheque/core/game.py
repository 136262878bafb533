"""A Game: its passport, and the pieces that its folder holds."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import driver
from .compiler import Binding, Mode
from .edition import read_edition
from .errors import BadOption
from .language import Language
from .options import LocalizedText, Option, complete

if TYPE_CHECKING:
    import random

    from .state import State
    from .view import View


@dataclass(frozen=True, eq=False)
class Game:
    """What a game says of itself; everything else is found in its folder, when it is needed."""

    id: str
    title: str
    year: int | None
    author: str
    publisher: str
    players: range
    minutes: int  # how long a match of people lasts, roughly
    age: int  # from which age on
    pitch: LocalizedText  # a sentence that makes one want to play
    unit: LocalizedText  # what a match's length is counted in, in the plural
    package: str  # where the pieces are: `__name__` of the game's package
    options: Mapping[str, Option] = field(default_factory=dict)
    secrets: bool = False  # whether seats know things that the others may not
    related: str | None = None  # a folder beside it whose EDITIONS compare it with another edition

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Games travel between processes by name: their pieces are modules."""
        return (_found, (self.package,))

    @property
    def origin(self) -> list[str]:
        """Author, publisher and year, as far as they are known."""
        return [part for part in (self.author, self.publisher, str(self.year or "")) if part]

    @property
    def players_text(self) -> str:
        """How many can play: 2–4, or just 2."""
        least, most = self.players[0], self.players[-1]
        return str(least) if least == most else f"{least}–{most}"

    def module(self, name: str) -> ModuleType:
        """A module of the game's folder, imported when first asked for."""
        return importlib.import_module(f"{self.package}.{name}")

    def optional_module(self, name: str) -> ModuleType | None:
        """A module that a game's folder may have or not."""
        return self.module(name) if find_spec(f"{self.package}.{name}") else None

    @cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @cached_property
    def rules(self) -> ModuleType:
        """`STATE`, `MOST_MOVES`, `set_up` and the verbs of `core.rule`."""
        return self.module("rules")

    @cached_property
    def notation(self) -> ModuleType:
        """Moves as text, both ways, and why a text is not a legal move."""
        return self.module("notation")

    @cached_property
    def positions(self) -> ModuleType:
        """Positions as plain data: snapshots, throws, what a seat remembers."""
        return self.module("positions")

    @cached_property
    def evaluation(self) -> ModuleType | None:
        """The game's own evaluation of positions, if it has one: `win_probability` and others."""
        return self.optional_module("evaluation")

    @cached_property
    def determinization(self) -> ModuleType | None:
        """Where information is hidden: `determinize`, which samples what a seat cannot know."""
        return self.optional_module("determinization")

    @property
    def edition(self) -> dict[str, Any]:
        """The printed components, as the game's own file has them."""
        return deepcopy(self._edition)

    @cached_property
    def _edition(self) -> dict[str, Any]:
        return self._unpacked(self.folder / "edition.toml")

    def _unpacked(self, edition: Mapping[str, Any] | str | os.PathLike[str]) -> dict[str, Any]:
        unpacked: dict[str, Any] = self.module("edition").unpack(read_edition(edition))
        return unpacked

    def language(self, code: str) -> Language:
        """The game's own words in a language of the house."""
        return Language.of(code, self.folder / "messages")

    def rulebook(self, code: str) -> str:
        """The game's rulebook, in Markdown."""
        return (self.folder / f"RULES.{code}.md").read_text("utf-8")

    def editions(self, code: str) -> str | None:
        """The game's editions compared, in Markdown, if it has had several."""
        if self.related is None:
            return None
        return (self.folder.parent / self.related / f"EDITIONS.{code}.md").read_text("utf-8")

    def binding(self, mode: Mode = "interpreted") -> Binding:
        """The rules in one of the compiler's modes; each is bound once."""
        if mode not in self._bindings:
            self._bindings[mode] = Binding(self.rules, mode, self.evaluation, self.determinization)
        return self._bindings[mode]

    @cached_property
    def _bindings(self) -> dict[Mode, Binding]:
        return {}

    def start(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        *,
        mode: Mode = "interpreted",
    ) -> State:
        """A new match's first state. BadOption says what is wrong, and what is allowed."""
        from .state import State

        if type(players) is not int or players not in self.players:
            raise BadOption(
                "{title} is for {least} to {most} players, not {players!r}",
                title=self.title,
                least=self.players[0],
                most=self.players[-1],
                players=players,
            )
        chosen = complete(self.options, options, players)
        box = None if edition is None else self._unpacked(edition)
        states = np.zeros(1, self.rules.STATE)
        self.rules.set_up(states[0], players, chosen, self._edition if box is None else box)
        return State(self, players, chosen, box, states, self.binding(mode))

    def resample(self, view: View, rng: random.Random) -> State:
        """A complete state consistent with all that the view's seat knows and remembers.

        It is sampled by the game's determinization, as every iteration of a search samples one.
        """
        from .state import State

        states, binding = self.states_in(view), self.binding()
        if self.determinization is not None:
            generator = np.array([rng.getrandbits(64)], np.uint64)
            with np.errstate(over="ignore"):  # SplitMix64 wraps around
                binding(driver.determinize_at)(states, view.seat, generator)
        options, edition = dict(view.options), deepcopy(view.edition)
        return State(self, view.players, options, edition, states, binding)

    def states_in(self, view: View) -> np.ndarray[Any, Any]:
        """An array of one state of the view's information set, always the same: to determinize."""
        return np.frombuffer(bytearray.fromhex(view.information_state), self.rules.STATE)


def _found(package: str) -> Game:
    game: Game = importlib.import_module(package).GAME
    return game

"""A Game: its metadata (the *passport*), and the modules of its folder, loaded on first use."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import contract, default_evaluation, driver
from .blame import blame
from .compiler import Binding, Mode
from .contracts import CONTRACTS
from .derived.edition import edition_text, printed_edition
from .edition import read_edition
from .errors import BadGame, BadOption
from .language import Language
from .loading import FolderModule, missing_file, required_of
from .options import LocalizedText, Option, complete
from .plain import plain_reader

if TYPE_CHECKING:
    import random

    from .research.actions import Actions
    from .research.batch import Batch
    from .research.observation import Layout
    from .state import State
    from .view import View


EDITION_FILE = "edition.toml"
REMEMBERED_MOVES = 4096  # texts of moves, in each game


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game's passport (its metadata) and its modules; `core.contract` describes its folder."""

    id: str
    title: str
    year: int | None = None
    author: str = ""
    publisher: str = ""
    players: range
    minutes: int  # rough duration of a match between people
    age: int  # minimum recommended age
    pitch: LocalizedText  # one sentence to advertise the game
    unit: LocalizedText  # unit of a match's length, in the plural
    package: str  # `__name__` of the game's package, which holds its modules
    options: Mapping[str, Option] = field(default_factory=dict)
    secrets: bool = False  # whether the game has hidden information
    related: str | None = None  # a folder beside it, whose EDITIONS.*.md compares editions

    rules = FolderModule[contract.Rules]()
    table = FolderModule[contract.Table]()
    notation = FolderModule[contract.Notation]()
    positions = FolderModule[contract.Positions]()
    schema = FolderModule[contract.Schema]()
    narration = FolderModule[contract.Narration]()
    terminal = FolderModule[contract.Terminal]()
    browser = FolderModule[contract.Browser]()
    lesson = FolderModule[contract.Lesson]()
    throws = FolderModule[contract.Throws]()
    evaluation = FolderModule[contract.Evaluation]()
    reactions = FolderModule[contract.Reactions]()
    determinization = FolderModule[contract.Determinization | None]()
    solver = FolderModule[contract.Solver | None]()
    solver_report = FolderModule[contract.SolverReport | None]()
    _edition_module = FolderModule[contract.Edition]("edition")

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game by name, because modules cannot be pickled."""
        return (_found, (self.package,))

    @property
    def origin(self) -> list[str]:
        """Author, publisher and year, as far as they are known."""
        return [part for part in (self.author, self.publisher, str(self.year or "")) if part]

    @property
    def players_text(self) -> str:
        """The number of players as text: `2–4`, or just `2`."""
        least, most = self.players[0], self.players[-1]
        return str(least) if least == most else f"{least}–{most}"

    @cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @property
    def edition(self) -> dict[str, Any]:
        """The printed components, from the game's own `edition.toml`."""
        return deepcopy(self._edition)

    @property
    def edition_text(self) -> str:
        """The same as TOML, with the comments of `edition.toml`: to change and play with."""
        file = self.folder / EDITION_FILE
        return file.read_text("utf-8") if file.exists() else edition_text(self)

    @cached_property
    def _edition(self) -> dict[str, Any]:
        file = self.folder / EDITION_FILE
        return self._unpacked(file if file.exists() else printed_edition(self))

    def _unpacked(self, edition: Mapping[str, Any] | str | os.PathLike[str]) -> dict[str, Any]:
        return self._edition_module.unpack(read_edition(edition))

    def language(self, code: str) -> Language:
        """The game's own texts in one of the program's languages."""
        found = self._languages.get(code)
        if found is None:
            found = self._languages[code] = Language.of(code, self._messages)
        return found

    @cached_property
    def _languages(self) -> dict[str, Language]:
        return {}

    @cached_property
    def move_text(self) -> Callable[[int], str]:
        """The text of a move's code; the last ones are remembered, since moves come again."""
        return lru_cache(REMEMBERED_MOVES)(self.notation.write_move)

    @cached_property
    def read_plain(self) -> Callable[[Any], Any]:
        """Reads a state's record as plain Python values."""
        return plain_reader(self.rules.STATE)

    @cached_property
    def actions(self) -> Actions:
        """The fixed vocabulary of actions: `len(actions)`, `actions[17]`, `actions.index(word)`."""
        from .research.actions import Actions

        return Actions(self.notation.VOCABULARY, self.move_text)

    @cached_property
    def observation_layout(self) -> Layout:
        """The names and shapes of observations, and where each array is in the flat tensor."""
        from .research.observation import Layout

        return Layout.of(self)

    @property
    def max_draw_size(self) -> int | None:
        """No draw has more outcomes, whatever the options and the edition; None: unknown."""
        return self.positions.MAX_DRAW_SIZE

    @property
    def max_length(self) -> int | None:
        """No match is longer, in the unit of `state.length`; None: there is no bound."""
        return self.positions.MAX_LENGTH

    @cached_property
    def _messages(self) -> Path:
        return self.folder / "messages"

    def rulebook(self, code: str) -> str:
        """The game's rulebook, in Markdown; BadGame if the folder has none in this language."""
        page = self.folder / f"RULES.{code}.md"
        if not page.exists():
            raise missing_file(self.package, page.name, "the rulebook, in Markdown")
        return page.read_text("utf-8")

    def editions(self, code: str) -> str | None:
        """A comparison of the game's editions, in Markdown; None if there is none."""
        if self.related is None:
            return None
        return (self.folder.parent / self.related / f"EDITIONS.{code}.md").read_text("utf-8")

    def binding(self, mode: Mode = "interpreted") -> Binding:
        """The rules in one of the compiler's modes; each is bound once."""
        if self.secrets and self.determinization is None:  # its views would contain the secrets
            required = required_of(CONTRACTS["determinization"])
            raise missing_file(self.package, "determinization.py", required)
        if mode not in self._bindings:
            self._bindings[mode] = Binding(
                self.rules, mode, self.evaluation, self.determinization or default_evaluation
            )
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
            raise self.wrong_players(players)
        chosen = complete(self.options, options, players)
        box = None if edition is None else self._unpacked(edition)
        state = State(
            self, players, chosen, box, bytearray(self.rules.STATE.itemsize), self.binding(mode)
        )
        self._set_up(state.record, players, chosen, self._edition if box is None else box)
        return state

    def wrong_players(self, players: object) -> BadOption:
        """The refusal of a number of players for whom the game is not made."""
        least, most = self.players[0], self.players[-1]
        said = {"title": self.title, "most": most, "players": players}
        if least == most:
            return BadOption("{title} is for {most} players, not {players!r}", **said)
        return BadOption(
            "{title} is for {least} to {most} players, not {players!r}", least=least, **said
        )

    def _set_up(
        self, record: Any, players: int, options: dict[str, Any], edition: dict[str, Any]
    ) -> None:
        """Lay out a match; BadGame names an option or component that is not declared."""
        try:
            self.rules.set_up(record, players, options, edition)
        except KeyError as unknown:
            raise BadGame(
                "{file}: {hook} is missing; required: {required}",
                file=str(self.folder / "rules.py"),
                hook=unknown,
                required="set_up asks for it; an option in __init__.py, or a component in table.py",
            ) from unknown
        except Exception as problem:
            blame(self, problem)
            raise

    def batch(
        self,
        players: int,
        n: int,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        *,
        first: int = 0,
        auto_reset: bool = True,
        explicit_chance: bool = False,
        mode: Mode = "compiled",
    ) -> Batch:
        """`n` matches that are stepped together: see `core.research.batch`.

        The seed and a match's number, from `first` on, determine its draws: a batch is the same
        whether it is one or split in several. With `explicit_chance` draws are given to `step`.
        Without `auto_reset` matches that are over stay so until `reset`.
        """
        from .research.batch import Batch

        opening = self.start(players, options, edition)
        return Batch(
            opening,
            n,
            seed,
            first=first,
            auto_reset=auto_reset,
            explicit_chance=explicit_chance,
            mode=mode,
        )

    def from_bytes(self, data: bytes, *, mode: Mode = "interpreted") -> State:
        """The state whose `to_bytes` these are. ValueError says what is wrong with them."""
        from .research.state_bytes import from_bytes

        return from_bytes(self, data, mode)

    def resample(self, view: View, rng: random.Random) -> State:
        """A complete state consistent with all that the view's seat knows and remembers.

        It is sampled by the game's determinization, as every iteration of a search samples one.
        """
        from .state import State

        data, binding = bytearray.fromhex(view.information_state), self.binding()
        options, edition = dict(view.options), deepcopy(view.edition)
        state = State(self, view.players, options, edition, data, binding)
        if self.determinization is not None:
            generator = np.array([rng.getrandbits(64)], np.uint64)
            with np.errstate(over="ignore"):  # SplitMix64 wraps around
                binding(driver.determinize_at)(state.states, view.seat, generator)
        return state

    def states_in(self, view: View) -> np.ndarray[Any, Any]:
        """The view's information state as an array of one state, ready to be determinized."""
        return np.frombuffer(bytearray.fromhex(view.information_state), self.rules.STATE)


def _found(package: str) -> Game:
    game: Game = importlib.import_module(package).GAME
    return game

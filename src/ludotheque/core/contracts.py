"""The modules of a game's folder: the Protocol of each, and what stands in for missing hooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import contract, default_evaluation, defaults
from .derived.browser import Browser
from .derived.edition import Edition
from .derived.lesson import Lesson
from .derived.narration import Narration
from .derived.notation import Notation
from .derived.positions import Positions
from .derived.schema import Schema
from .derived.terminal import Terminal
from .derived.throws import Throws

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Contract:
    """The hooks that a module of a game's folder must have, and the defaults of optional ones."""

    protocol: type
    defaults: Any = None  # has an attribute for each optional hook; a class is given the game
    is_required: bool = False  # whether a game's folder must have the module
    none_if_absent: bool = False  # whether a game without the module has None in its place
    files: Mapping[str, str] = field(default_factory=dict)  # required too: file name, purpose

    def defaults_for(self, game: Game) -> Any:
        """The defaults for one game: derived from what it declares."""
        return self.defaults(game) if isinstance(self.defaults, type) else self.defaults


CONTRACTS = {
    "rules": Contract(contract.Rules, is_required=True),
    "table": Contract(contract.Table, defaults.Table()),
    "notation": Contract(contract.Notation, Notation),
    "positions": Contract(contract.Positions, Positions),
    "edition": Contract(
        contract.Edition, Edition, files={"edition.toml": "the printed components"}
    ),
    "schema": Contract(contract.Schema, Schema),
    "narration": Contract(contract.Narration, Narration),
    "terminal": Contract(contract.Terminal, Terminal),
    "browser": Contract(contract.Browser, Browser),
    "lesson": Contract(contract.Lesson, Lesson),
    "throws": Contract(contract.Throws, Throws),
    "evaluation": Contract(contract.Evaluation, default_evaluation),
    "determinization": Contract(contract.Determinization, none_if_absent=True),
    "reactions": Contract(contract.Reactions, defaults.Reactions()),
    "solver": Contract(contract.Solver, none_if_absent=True),
    "solver_report": Contract(contract.SolverReport, none_if_absent=True),
}

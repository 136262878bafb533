"""The contract of a game's folder: a Protocol for each of its modules, checked at run time too.

`GAME`, the passport in the folder's `__init__.py`, is checked when the registry finds the game; a
module is checked when it is first loaded. What a hook lacks is said by file and name (`BadGame`).
Optional hooks, and whole optional modules, have defaults in `core.defaults`.

Everything is called by position, so a folder may name its parameters as it likes. `state` is the
game's own record in the hooks that rules are made of, and a `State` elsewhere.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np

from . import default_evaluation, defaults
from .errors import BadGame, shown
from .options import LocalizedText, Option
from .weights import Weights

if TYPE_CHECKING:
    from .draws import Draw
    from .errors import IllegalMove
    from .game import Game
    from .language import Language
    from .state import State
    from .view import View

Data = dict[str, Any]
Event = dict[str, Any]  # a line of a record: {"draw": [size, k]} or {"seat": …, "move": …}
Seat = int | None


# What every game needs


class Rules(Protocol):
    """`rules.py`: the state and all its transitions. All but `set_up` are marked `@rule`."""

    @property
    def __name__(self) -> str: ...

    @property
    def __file__(self) -> str | None: ...

    @property
    def STATE(self) -> np.dtype[Any]:
        """`core.rule.state_dtype` of the game's fields."""
        ...

    @property
    def MOST_MOVES(self) -> int:
        """How many moves can be legal at once."""
        ...

    def set_up(self, state: Any, players: int, options: Data, edition: Data, /) -> None:
        """Turn a record of zeros into the first state of a match."""

    def take_draw(self, state: Any, k: Any, /) -> None:
        """Apply outcome k of the pending draw."""

    def list_moves(self, state: Any, into: Any, /) -> Any:
        """Write the codes of the legal moves into an array and return their number."""

    def make_move(self, state: Any, move: Any, /) -> None:
        """Apply a legal move of the seat to move."""

    def points_of(self, state: Any, seat: Any, /) -> Any:
        """The seat's points, at any time."""

    def has_won(self, state: Any, seat: Any, /) -> Any:
        """Whether the seat is among the winners of a match that is over."""

    def length_of(self, state: Any, /) -> Any:
        """How long the match has lasted, in the unit that the passport names."""


class Notation(Protocol):
    """`notation.py`: moves as text, both ways."""

    def write_move(self, move: int, /) -> str:
        """The text of a move's code."""

    def read_move(self, text: object, /) -> int | None:
        """The code of a move's text; None for what is no move in any position."""

    def why_illegal(self, state: Any, text: object, /) -> IllegalMove:
        """The error that says why this text is not a legal move in this state."""

    def public_text(self, text: str, /) -> str:
        """Optional: the text of a move as the other seats may read it. Default: all of it."""


class Positions(Protocol):
    """`positions.py`: states as plain data, and back."""

    def snapshot(self, state: Any, seat: object, /) -> Data:
        """The whole state as JSON data; for a seat or "public", only what they may know."""

    def pending_draws(self, state: Any, /) -> list[Draw]:
        """The draws that belong to the pending throw, in order, starting with the pending one."""

    def roller(self, state: Any, /) -> Seat:
        """Optional: the seat whose turn the pending throw opens. Default: draws ask nobody."""

    def memory(self, state: Any, seat: int, /) -> Data:
        """Optional: what the seat has seen that the snapshot does not show. Default: nothing."""

    def reveals(self, before: Any, after: Any, /) -> bool:
        """Optional, for games with secrets: whether a move has shown one. Default: every move.

        Such a move cannot be taken back.
        """


class Edition(Protocol):
    """`edition.py`: the printed components, beside `edition.toml`."""

    def unpack(self, data: Mapping[str, Any], /) -> Data:
        """Check an edition through `core.edition.Components` and return it; BadEdition."""


# What a game needs to be shown


class Narration(Protocol):
    """`narration.py`: a match in sentences. Needed in the terminal and in the browser."""

    def ask(self, state: State, names: list[str], language: Language, /) -> str:
        """What is asked of the seat to move, or of who throws."""

    def tell(
        self, before: State, event: Event, after: State, names: list[str], language: Language, /
    ) -> str | None:
        """What a draw or a move has changed; None for what is not worth a sentence."""

    def brief(self, before: State, after: State, names: list[str], language: Language, /) -> str:
        """What a move would do, for a line of a list."""

    def legend(self, language: Language, /) -> str:
        """Optional: what the signs of the lists in the terminal mean. Default: empty."""

    def reveal(self, name: str, move: str, language: Language, /) -> str | None:
        """Optional: a secret move of a match that is over. Default: None, as `tell` has it."""


class Terminal(Protocol):
    """`terminal.py`: the table in the terminal."""

    def board(self, state: State, names: list[str], language: Language, seat: Seat, /) -> Any:
        """The table as a Rich renderable, with what that seat may see."""

    def tidied(self, text: str, /) -> str:
        """Optional: a typed move in the notation's spelling. Default: without outer spaces."""


class Browser(Protocol):
    """`browser.py`: the data of `table.html.jinja`, `table.css` and `table.js`."""

    def table(
        self, state: State, names: list[str], language: Language, viewer: int | str | None, /
    ) -> Data:
        """What the template is given as `t`; `viewer` is a seat, "public", or None for all."""

    def choices(self, state: State, names: list[str], language: Language, /) -> list[Data]:
        """The legal moves for the page's script: `move`, and `say`, what it would do."""

    def choice(self, state: State, move: str, names: list[str], language: Language, /) -> Data:
        """One of them."""

    def shown(self, before: State, events: list[Event], after: State, /) -> State:
        """Optional: the state that a step is drawn from. Default: the state after it.

        A game may show how something ended that is gone by then.
        """


class Lesson(Protocol):
    """`lesson.py`, optional: the guide of a first match, and drawings in the rulebook."""

    @property
    def EXAMPLES(self) -> Collection[str]:
        """The drawings, in the order of the rulebook's examples."""
        ...

    def guide(self, language: Language, /) -> list[Data]:
        """The steps of the guide: what each points at, and what it says."""

    def example(self, name: str, language: Language, /) -> Data:
        """What the template of examples is given for a drawing."""


class Throws(Protocol):
    """`throws.py`, optional: draws by the names that people at a table give them."""

    def what(self, draw: Draw, names: list[str], language: Language, /) -> str:
        """Which draw it is: red die, who begins."""

    def face(self, draw: Draw, text: str, language: Language, /) -> str:
        """A face's name; seats are known by their players' names."""

    def sort(self, draw: Draw, language: Language, /) -> str:
        """The heading of all draws that are counted together with it."""

    def owner(self, draw: Draw, turn: Seat, /) -> Seat:
        """Whose draw it is for statistics, `turn` being the seat in turn; None for nobody's."""

    def picture(self, draw: Draw, text: str, /) -> dict[str, str] | None:
        """A face as the page draws it: `symbol`, and the classes of its parts; None for text."""


# What a game may have beside


class Evaluation(Protocol):
    """`evaluation.py`, optional: heuristics and learned weights for the bots.

    Its functions are rules, compiled into the searches; `core.default_evaluation` has the defaults.
    """

    @property
    def ITERATIONS(self) -> Mapping[str, int]:
        """Of the search, by level; default: the level's own."""
        ...

    @property
    def ROLLOUT_DEPTH(self) -> Mapping[str, int]:
        """Decisions played on after the tree, by level; likewise."""
        ...

    @property
    def RANDOM_ROLLOUTS(self) -> Collection[str]:
        """The levels that play at random to the end; default: none."""
        ...

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """The names of what `read_features` writes; default: none."""
        ...

    @property
    def INITIAL_WEIGHTS(self) -> Mapping[str, float]:
        """Of features, before anything is learned."""
        ...

    @property
    def WEIGHTS(self) -> Weights:
        """What has been learned; default: nothing."""
        ...

    def win_probability(self, state: Any, seat: Any, /) -> Any:
        """The seat's estimated probability to win, 0 to 1. Default: by points."""

    def evaluate_regular(self, state: Any, seat: Any, /) -> Any:
        """The position as a regular player values it. Default: `win_probability`."""

    def evaluate_beginner(self, state: Any, seat: Any, /) -> Any:
        """The position as a beginner values it. Default: the lead in points."""

    def quick_evaluate(self, state: Any, seat: Any, /) -> Any:
        """A cheap value for rollouts. Default: `win_probability`."""

    def shortlist(self, state: Any, moves: Any, count: Any, /) -> Any:
        """Prune moves: keep some at the front of the array, return how many. Default: all."""

    def read_features(self, state: Any, seat: Any, into: Any, /) -> None:
        """Write the position's features for the seat into an array."""


class Determinization(Protocol):
    """`determinization.py`, for games with secrets: sampling from a seat's information set."""

    def determinize(self, state: Any, seat: Any, generator: Any, /) -> None:
        """A rule: sample anew (`core.rng`) what the seat cannot know, and change nothing else."""


class MoveValue(Protocol):
    """The value of one legal move."""

    @property
    def move(self) -> str: ...

    @property
    def chance(self) -> float: ...  # of winning the match


class Solver(Protocol):
    """`solver.py`, optional: optimal play. Where there is one, it plays for the master level."""

    def choose(self, view: View, /) -> str:
        """The best move of the seat to move."""

    def rank_moves(self, view: View, /) -> Sequence[MoveValue]:
        """All legal moves, the best first."""


class SolverReport(Protocol):
    """`solver_report.py`, beside a solver: what `ludotheque solve` prints."""

    def answer(self, text: str, game: Game, options: Data, edition: Any, language: str, /) -> Any:
        """A position and the value of every decision in it, as a Rich renderable."""

    def overview(self, game: Game, options: Data, edition: Any, language: str, /) -> Any:
        """What the solver knows in general, as a Rich renderable."""


class Reactions(Protocol):
    """`reactions.py`, optional: decisions taken by reacting in time, in a reaction window.

    The table asks nobody, since the question would give the opportunity away: after every throw the
    same buttons are open for the same few seconds, and presses answer the rules when they ask.
    """

    @property
    def OPTIONS(self) -> Mapping[str, Any]:
        """The values of options with which a match has reaction windows."""
        ...

    @property
    def BUTTONS(self) -> tuple[str, ...]:
        """What can be pressed."""
        ...

    @property
    def SILENT(self) -> str:
        """The move of who presses nothing."""
        ...

    def is_kept(self, state: State, /) -> bool:
        """Whether this match has reaction windows."""

    def remark(self, view: View, /) -> str | None:
        """The move of who notices everything; None where the decision is not one of noticing."""

    def cup_to_come(self, state: State, /) -> bool:
        """Whether the throw pauses here: what has fallen is shown before the rest is drawn."""

    def is_call(self, state: State, /) -> bool:
        """Whether the rules ask about what was missed earlier, not about what is new."""

    def answer(self, state: State, presses: set[str], /) -> str:
        """The move that the presses of the seat to move make."""

    def face(self, state: State, /) -> Data:
        """The snapshot while the window is open: without what is asked, and of whom."""

    def tell(
        self, before: State, events: list[Event], names: list[str], language: Language, /
    ) -> str | None:
        """What has happened, without the opportunities that nobody took."""

    def buttons(self, language: Language, /) -> list[dict[str, str]]:
        """The buttons, each with its `name` and `label`."""


@dataclass(frozen=True)
class Contract:
    """What a module of a folder has to offer, and what stands in for what it leaves out."""

    protocol: type
    defaults: object = None  # has an attribute for each optional hook
    is_required: bool = False  # whether a game's folder must have the module


CONTRACTS = {
    "rules": Contract(Rules, is_required=True),
    "notation": Contract(Notation, defaults.Notation(), is_required=True),
    "positions": Contract(Positions, defaults.Positions(), is_required=True),
    "edition": Contract(Edition, is_required=True),
    "narration": Contract(Narration, defaults.Narration()),
    "terminal": Contract(Terminal, defaults.Terminal()),
    "browser": Contract(Browser, defaults.Browser()),
    "lesson": Contract(Lesson, defaults.Lesson()),
    "throws": Contract(Throws, defaults.Throws()),
    "evaluation": Contract(Evaluation, default_evaluation),
    "determinization": Contract(Determinization),
    "reactions": Contract(Reactions, defaults.Reactions()),
    "solver": Contract(Solver),
    "solver_report": Contract(SolverReport),
}


# Checking


@dataclass(frozen=True)
class Hook:
    """One function or constant of a Protocol."""

    name: str
    kind: Any  # a constant's type; None for a function
    parameters: tuple[str, ...]
    purpose: str

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"


@cache
def hooks_of(protocol: type) -> tuple[Hook, ...]:
    """The hooks that a Protocol declares: methods are functions, properties constants."""
    hooks = []
    for name, member in vars(protocol).items():
        if name.startswith("_"):
            continue
        purpose = str(member.__doc__).split("\n")[0]
        if isinstance(member, property):
            kind = get_type_hints(member.fget)["return"]
            hooks.append(Hook(name, kind, (), purpose))
        elif inspect.isfunction(member):
            hooks.append(Hook(name, None, parameters_of(member)[1:], purpose))
    return tuple(hooks)


def parameters_of(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def load_module(package: str, name: str) -> Any:
    """A module of a game's folder, checked, its missing optional hooks filled with defaults.

    A game without the module gets the defaults alone; BadGame where there are none for all hooks.
    """
    contract, path = CONTRACTS[name], f"{package}.{name}"
    if find_spec(path) is None:
        if all(hasattr(contract.defaults, hook.name) for hook in hooks_of(contract.protocol)):
            return contract.defaults
        raise BadGame(
            "{file} is missing; required: {required}",
            file=str(folder_of(package) / f"{name}.py"),
            required=required_of(contract),
        )
    return with_defaults(importlib.import_module(path), contract)


def with_defaults(module: ModuleType, contract: Contract) -> ModuleType:
    """The module if it has all hooks, else a copy of its namespace with defaults for the others."""
    missing = check_module(module, contract)
    if not missing:
        return module
    filled = ModuleType(module.__name__, module.__doc__)
    vars(filled).update({hook: getattr(contract.defaults, hook) for hook in missing})
    vars(filled).update(vars(module))
    return filled


def has_module(package: str, name: str) -> bool:
    return find_spec(f"{package}.{name}") is not None


def required_of(contract: Contract) -> str:
    """The hooks without a default."""
    hooks = hooks_of(contract.protocol)
    needed = [hook for hook in hooks if not hasattr(contract.defaults, hook.name)]
    return ", ".join(hook.signature if hook.kind is None else hook.name for hook in needed)


def check_module(module: ModuleType, contract: Contract) -> list[str]:
    """The names of the optional hooks that a module leaves out; BadGame for what is wrong."""
    missing = []
    for hook in hooks_of(contract.protocol):
        if hasattr(module, hook.name):
            check_hook(module, hook)
        elif hasattr(contract.defaults, hook.name):
            missing.append(hook.name)
        else:
            raise BadGame(
                "{file}: {hook} is missing; required: {required}",
                file=file_of(module),
                hook=hook.name,
                required=described(hook),
            )
    return missing


def file_of(module: ModuleType) -> str:
    return module.__file__ or module.__name__


def described(hook: Hook) -> str:
    if hook.kind is None:
        return f"{hook.signature}: {hook.purpose}"
    return f"{hook.name}, {type_name(hook.kind)}: {hook.purpose}"


def check_hook(module: ModuleType, hook: Hook) -> None:
    found = getattr(module, hook.name)
    if hook.kind is not None:
        if not isinstance(found, classes_of(hook.kind)):
            raise BadGame(
                "{file}: {hook} = {value} has the wrong type; required: {required}",
                file=file_of(module),
                hook=hook.name,
                value=shown(found),
                required=described(hook),
            )
        return
    if not callable(found):
        raise BadGame(
            "{file}: {hook} = {value} is not callable; required: {required}",
            file=file_of(module),
            hook=hook.name,
            value=shown(found),
            required=described(hook),
        )
    try:
        inspect.signature(found).bind(*hook.parameters)
    except TypeError:
        raise BadGame(
            "{file}: {hook}({given}) has the wrong parameters; required: {required}",
            file=file_of(module),
            hook=hook.name,
            given=", ".join(parameters_of(found)),
            required=described(hook),
        ) from None
    except ValueError:
        return  # a callable that does not tell its parameters


def classes_of(kind: Any) -> tuple[type, ...]:
    """The classes of a declared type, for isinstance."""
    if isinstance(kind, type) and not get_args(kind):
        return (kind,)
    origin = get_origin(kind)
    if isinstance(origin, type) and origin.__module__ != "types":
        return (origin,)
    return tuple(each for part in get_args(kind) for each in classes_of(part))


def type_name(kind: Any) -> str:
    return " or ".join(each.__name__ for each in classes_of(kind))


def folder_of(package: str) -> Path:
    return Path(str(importlib.import_module(package).__file__)).parent


#: What a passport declares, by the types that no reader would accept anything else for.
PASSPORT: Mapping[str, tuple[type, ...]] = {
    "id": (str,),
    "title": (str,),
    "year": (int, type(None)),
    "author": (str,),
    "publisher": (str,),
    "players": (range,),
    "minutes": (int,),
    "age": (int,),
    "pitch": (LocalizedText,),
    "unit": (LocalizedText,),
    "package": (str,),
    "options": (Mapping,),
    "secrets": (bool,),
    "related": (str, type(None)),
}


def check_passport(game: Game, file: str) -> None:
    """BadGame unless the passport is filled in and the folder has the files that all games have."""
    for name, classes in PASSPORT.items():
        value = getattr(game, name)
        if not isinstance(value, classes):
            raise wrong_field(file, name, value, " or ".join(each.__name__ for each in classes))
    if not game.players or game.players[0] < 1:
        raise wrong_field(file, "players", game.players, "range of at least one number from 1 on")
    for name, option in game.options.items():
        if not isinstance(option, Option) or option.name != name:
            raise wrong_field(file, f"options[{name!r}]", option, f"Option of the name {name!r}")
    for name, contract in CONTRACTS.items():
        is_required = contract.is_required or (name == "determinization" and game.secrets)
        if is_required and not has_module(game.package, name):
            raise BadGame(
                "{file} is missing; required: {required}",
                file=str(folder_of(game.package) / f"{name}.py"),
                required=required_of(contract),
            )
    edition = folder_of(game.package) / "edition.toml"
    if not edition.is_file():
        raise BadGame(
            "{file} is missing; required: {required}",
            file=str(edition),
            required="the printed components",
        )


def wrong_field(file: str, name: str, value: object, required: str) -> BadGame:
    return BadGame(
        "{file}: {hook} = {value} has the wrong type; required: {required}",
        file=file,
        hook=f"GAME.{name}",
        value=shown(value),
        required=required,
    )

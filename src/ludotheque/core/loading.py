"""Loads the modules of a game's folder and checks them against `core.contract`.

The passport, `GAME` in the folder's `__init__.py`, is checked when the registry finds the game; a
module is checked when it is first loaded. BadGame names the file, the hook and what is required.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from .blame import raised_in, sentence
from .contracts import CONTRACTS, Contract
from .errors import BadGame, shown
from .options import LocalizedText, Option
from .rule import DETERMINIZATION_SLOTS, EVALUATION_SLOTS, RULE_SLOTS, is_rule

if TYPE_CHECKING:
    from .game import Game


M = TypeVar("M")

#: The names of hooks that are compiled into generic code, and so have to be rules.
SLOTS = {slot.name for slot in (*RULE_SLOTS, *EVALUATION_SLOTS, *DETERMINIZATION_SLOTS)}


class FolderModule(Generic[M]):
    """An attribute of Game: the module of its folder with that name, loaded on first access."""

    def __init__(self, name: str = "") -> None:
        self._module = name
        self._attribute = name

    def __set_name__(self, owner: type[Game], name: str) -> None:
        self._attribute = name
        self._module = self._module or name

    @overload
    def __get__(self, game: None, owner: type[Game]) -> Self: ...
    @overload
    def __get__(self, game: Game, owner: type[Game]) -> M: ...
    def __get__(self, game: Game | None, owner: type[Game]) -> Self | M:
        if game is None:
            return self
        module: M = load_module(game, self._module)
        vars(game)[self._attribute] = module  # from now on the instance attribute is found first
        return module


@dataclass(frozen=True)
class Hook:
    """One function or constant of a Protocol."""

    name: str
    kind: Any  # a constant's type; None for a function
    parameters: tuple[str, ...]
    purpose: str

    @property
    def is_rule(self) -> bool:
        """Whether the function fills a slot in compiled code."""
        return self.kind is None and self.name in SLOTS

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


def load_module(game: Game, name: str) -> Any:
    """A module of a game's folder, checked, its missing optional hooks filled with defaults.

    A game without the module gets the defaults alone, or None where the contract says so; BadGame
    where a hook has no default.
    """
    contract, package = CONTRACTS[name], game.package
    if not has_module(package, name):
        if contract.none_if_absent:
            return None
        if all(hasattr(contract.defaults, hook.name) for hook in hooks_of(contract.protocol)):
            return contract.defaults_for(game)
        raise missing_file(package, f"{name}.py", required_of(contract))
    check_files(package, contract)
    return with_defaults(imported(f"{package}.{name}", package), contract, game)


def imported(module: str, package: str) -> ModuleType:
    """A module of a game's folder; BadGame where its code cannot be run."""
    try:
        return importlib.import_module(module)
    except Exception as problem:  # whatever somebody's code raises
        raise cannot_run(module, package, problem) from problem


def cannot_run(module: str, package: str, problem: Exception) -> BadGame:
    """The sentence for code that raises something when it is imported: where, and what."""
    spec = find_spec(package)
    file = (spec.origin if spec else None) or module
    return raised_in(Path(file).parent, problem) or sentence(file, None, problem)


def with_defaults(module: ModuleType, contract: Contract, game: Game) -> ModuleType:
    """The module if it has all hooks, else a copy of its namespace with defaults for the others."""
    missing = check_module(module, contract)
    if not missing:
        return module
    filled = ModuleType(module.__name__, module.__doc__)
    defaults = contract.defaults_for(game)
    vars(filled).update({hook: getattr(defaults, hook) for hook in missing})
    vars(filled).update(vars(module))
    return filled


def has_module(package: str, name: str) -> bool:
    return find_spec(f"{package}.{name}") is not None


def check_files(package: str, contract: Contract) -> None:
    for file, purpose in contract.files.items():
        if not (folder_of(package) / file).is_file():
            raise missing_file(package, file, purpose)


def missing_file(package: str, file: str, required: str) -> BadGame:
    return BadGame(
        "{file} is missing; required: {required}",
        file=str(folder_of(package) / file),
        required=required,
    )


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
    if hook.is_rule and not is_rule(found):
        raise BadGame(
            "{file}: {hook} is not marked @rule; required: {required}",
            file=file_of(module),
            hook=hook.name,
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
        return  # a callable without an inspectable signature


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


#: The fields of a passport, each with the types that are accepted.
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
        check_option(option, file)
    for name, contract in CONTRACTS.items():
        if contract.is_required or (name == "determinization" and game.secrets):
            if not has_module(game.package, name):
                raise missing_file(game.package, f"{name}.py", required_of(contract))
            check_files(game.package, contract)


def check_option(option: Option, file: str) -> None:
    """BadGame unless an option's legacy value is allowed and each of its values has its label."""
    if option.has_legacy_value and option.legacy_value not in option.allowed:
        hook = f"options[{option.name!r}].legacy_value"
        raise wrong_field(file, hook, option.legacy_value, "one of the allowed values")
    if option.labels and len(option.labels) != len(option.allowed):
        hook = f"options[{option.name!r}].labels"
        raise wrong_field(file, hook, option.labels, "one label for each allowed value")


def wrong_field(file: str, name: str, value: object, required: str) -> BadGame:
    return BadGame(
        "{file}: {hook} = {value} has the wrong type; required: {required}",
        file=file,
        hook=f"GAME.{name}",
        value=shown(value),
        required=required,
    )

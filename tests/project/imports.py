"""Reads the imports of the project's sources, and reports those that break the layers."""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

DISTRIBUTION = "ludotheque"
LEVELS = (
    ("core",),
    ("games", "bots", "table"),
    ("arena", "adapters", "store", "review"),
    ("web",),
    ("checks",),
    ("cli",),
)
LEVEL_OF = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
USE_THE_FRONT_DOOR = {"web", "cli"}  # it leads everywhere: for the rooms that see everything
LOOK_GAMES_UP = {"arena", "adapters", "web", "checks", "cli"}
OPEN_TO_CORE = {"numpy", "numba", "platformdirs"} | sys.stdlib_module_names
#: Modules of core that draw in the terminal; they are imported when something is drawn.
DRAWING = {
    (DISTRIBUTION, "core", "terminal_drawing"),
    (DISTRIBUTION, "core", "derived", "terminal_board"),
    (DISTRIBUTION, "core", "picture"),
}
FREE = {
    (DISTRIBUTION,),
    (DISTRIBUTION, "__main__"),
}  # the front door, and the way to it: they may open any room

Name = tuple[str, ...]  # a dotted name, in its parts


@dataclass(frozen=True)
class Import:
    line: int
    target: Name


def sources_in(folder: Path) -> dict[Name, str]:
    """The text of every module of a package, by its dotted name."""
    return {
        name_of(path.relative_to(folder.parent)): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
    }


def name_of(path: Path) -> Name:
    """A package is known by its folder: its `__init__` is not a part of the name."""
    parts = path.with_suffix("").parts
    return (*parts[:-1], "") if parts[-1] == "__init__" else parts


def imports_of(module: Name, text: str, known: set[Name]) -> Iterator[Import]:
    """Everything a module imports, wherever in it: at the top, in functions, for typing only.

    `known` are the modules of the package: of `from here import name`, the target is the module
    `here.name` if there is one, else `here`.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, tuple(alias.name.split(".")))
        elif isinstance(node, ast.ImportFrom):
            base = (
                (*module[: -node.level], *split(node.module)) if node.level else split(node.module)
            )
            for alias in node.names:
                deeper = (*base, alias.name)
                yield Import(node.lineno, deeper if deeper in known else base)
        elif isinstance(node, ast.Call) and (named := named_module(node)):
            yield Import(node.lineno, split(named))


def split(name: str | None) -> Name:
    return tuple(name.split(".")) if name else ()


def named_module(call: ast.Call) -> str | None:
    """The module that `import_module("…")` or `__import__("…")` names, if it is plainly there."""
    function = call.func
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if called not in ("import_module", "__import__") or not call.args:
        return None
    first = call.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def wrong_doors(sources: Mapping[Name, str]) -> list[str]:
    """A sentence for each import that the layering forbids."""
    known = {without_end(module) for module in sources}
    complaints = []
    for module, text in sources.items():
        if without_end(module) not in FREE and module[1] not in LEVEL_OF:
            complaints.append(f"{'.'.join(without_end(module))}, line 1: stands in no room")
            continue
        for found in imports_of(module, text, known):
            reason = why_wrong(without_end(module), found.target)
            if reason:
                here, there = ".".join(without_end(module)), ".".join(found.target)
                complaints.append(f"{here}, line {found.line}: imports {there}: {reason}")
    return complaints


def without_end(module: Name) -> Name:
    return module[:-1] if module[-1] == "" else module


def why_wrong(module: Name, target: Name) -> str | None:
    if module in FREE:
        return None
    room = module[1]
    if target[0] != DISTRIBUTION:
        drawn = module in DRAWING and target[0] == "rich"
        closed = room == "core" and target[0] not in OPEN_TO_CORE and not drawn
        return "core is closed to it" if closed else None
    if len(target) == 1:
        return None if room in USE_THE_FRONT_DOOR else "the front door leads everywhere"
    if target[1] not in LEVEL_OF:
        return f"{target[1]} is not a room of the package"
    if target[1] == room:
        return why_wrong_on_the_shelf(module[2:], target[2:]) if room == "games" else None
    if LEVEL_OF[target[1]] >= LEVEL_OF[room]:
        return f"{target[1]} is not to the left of {room}"
    return why_wrong_look_up(room, target[2:]) if target[1] == "games" else None


def why_wrong_on_the_shelf(module: Name, target: Name) -> str | None:
    """Inside games: a game opens its own folder and what games share."""
    if target and target[0].startswith("_"):
        return None
    if not target:
        return "a game does not look games up" if module else None
    if module[:1] != target[:1]:
        return "no game imports another, and nothing that games share imports one"
    return None


def why_wrong_look_up(room: str, target: Name) -> str | None:
    """From outside: only some rooms look games up, and none opens the folder of one."""
    if room not in LOOK_GAMES_UP:
        return f"{room} is handed a game, and looks none up"
    if target and not target[0].startswith("_"):
        return "games are looked up by name, never imported one by one"
    return None

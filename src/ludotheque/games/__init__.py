"""The shelf. A game is a package in this folder, or an entry point of another package.

Nothing lists the games: whatever folder lies here is on the shelf. Names that begin with an
underscore are shared by games and are not games themselves.

`ludotheque.games` is this package and, called, the list of the games' names; both must live
under that name, so the module is made callable.
"""

import importlib
import pkgutil
import sys
from importlib.metadata import entry_points
from types import ModuleType

from ..core.errors import UnknownGame
from ..core.game import Game

ENTRY_POINTS = "ludotheque.games"


def own_names() -> list[str]:
    return [
        module.name
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and not module.name.startswith("_")
    ]


def names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted({*own_names(), *(point.name for point in entry_points(group=ENTRY_POINTS))})


def find(name: str) -> Game:
    """The game of that name; a game of the house goes before a guest of the same name."""
    if isinstance(name, str):
        if name in own_names():
            game: Game = importlib.import_module(f"{__name__}.{name}").GAME
            return game
        for point in entry_points(group=ENTRY_POINTS, name=name):
            found: Game = point.load()
            return found
    raise UnknownGame(name, names())


class Shelf(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = Shelf

"""The registry of games: packages in this folder, and entry points of other packages.

Nothing lists the games: every package here is one, except those whose names begin with an
underscore, which games share. LUDOTHEQUE_GAMES may name further folders, whose packages are games
as if they were here: a designer's own, before anybody installs them.

`ludotheque.games` is both this package and a function that returns the games' names. Both need the
same name, so the module is made callable.
"""

import os
import pkgutil
import sys
from importlib.metadata import entry_points
from types import ModuleType

from ..core.blame import raised_in
from ..core.errors import BadGame, UnknownGame
from ..core.game import Game
from ..core.loading import check_passport, imported

ENTRY_POINTS = "ludotheque.games"
FOLDERS = "LUDOTHEQUE_GAMES"  # the variable of the environment; paths as in PATH

__path__.extend(
    os.path.abspath(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder
)


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
    """The game of that name, its passport checked; built-in games take precedence."""
    if isinstance(name, str):
        if name in own_names():
            package = imported(f"{__name__}.{name}", f"{__name__}.{name}")
            return checked(getattr(package, "GAME", None), str(package.__file__))
        for point in entry_points(group=ENTRY_POINTS, name=name):
            module = imported(point.module, point.module)
            return checked(getattr(module, point.attr, None), str(module.__file__))
    raise UnknownGame(name, names())


_checked: set[Game] = set()


def checked(game: object, file: str) -> Game:
    """The game, once its passport is known to be right; BadGame names what is wrong in `file`."""
    if not isinstance(game, Game):
        raise BadGame(
            "{file}: {hook} is missing; required: {required}",
            file=file,
            hook="GAME",
            required="GAME = Game(…)",
        )
    if game not in _checked:
        check_passport(game, file)
        _checked.add(game)
    return game


def blamed(problem: Exception) -> BadGame | None:
    """The sentence for what a game's own code has raised; None if it was no game's."""
    found = (raised_in(game.folder, problem) for game in _checked)
    return next(filter(None, found), None)


class CallableModule(ModuleType):
    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = CallableModule

"""The games that can be played in the browser: those whose folders have the files for it.

They are looked for once: finding them goes through everything that is installed.
"""

from functools import cache
from pathlib import Path

from ..core.errors import BadGame, UnknownGame
from ..core.game import Game
from ..core.loading import is_complete
from ..games import find as find_any
from ..games import names as all_names

GAMES = Path(__file__).parents[1] / "games"


def is_playable(game: Game) -> bool:
    """Whether a game's folder has a table for the browser; one of another package may have none."""
    return is_complete(game.package, "browser")


def names() -> list[str]:
    """The games that can be played here.

    One that breaks its contract is left out: it must not take the home page down for the others.
    """
    return list(offered())


@cache
def offered() -> tuple[str, ...]:
    return tuple(name for name in all_names() if is_offered(name))


def is_offered(name: str) -> bool:
    try:
        return is_playable(find_any(name))
    except BadGame:  # `ludotheque games` says what is wrong
        return False


@cache
def find(name: str) -> Game:
    """The game of that name, if it can be played here. UnknownGame for any other."""
    try:
        game = find_any(name)
    except UnknownGame:
        raise UnknownGame(name, names()) from None
    if not is_playable(game):
        raise UnknownGame(name, names())
    return game


def folder_of(name: str) -> Path:
    """The folder of a game, or one that games share, whose name begins with an underscore."""
    shared = GAMES / name
    return shared if name.startswith("_") and shared.is_dir() else find(name).folder

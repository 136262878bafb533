"""The games that can be played in the browser: all that keep the contract of a game's folder.

They are looked for once: finding them goes through everything that is installed.
"""

from functools import cache
from pathlib import Path

from ..core.errors import BadGame, UnknownGame
from ..core.game import Game
from ..games import find as find_any
from ..games import names as all_names

GAMES = Path(__file__).parents[1] / "games"


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
        find_any(name)
    except BadGame:  # `ludotheque games` says what is wrong
        return False
    return True


@cache
def find(name: str) -> Game:
    """The game of that name, if it can be played here. UnknownGame for any other."""
    try:
        return find_any(name)
    except (UnknownGame, BadGame):
        raise UnknownGame(name, names()) from None


def folder_of(name: str) -> Path:
    """The folder of a game, or one that games share, whose name begins with an underscore."""
    shared = GAMES / name
    return shared if name.startswith("_") and shared.is_dir() else find(name).folder

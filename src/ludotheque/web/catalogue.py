"""The games that have a table in the browser: those whose folder holds one."""

from ..core.errors import UnknownGame
from ..core.game import Game
from ..games import find as find_any
from ..games import names as all_names


def has_table(game: Game) -> bool:
    return (game.folder / "browser.py").exists()


def names() -> list[str]:
    return [name for name in all_names() if has_table(find_any(name))]


def find(name: str) -> Game:
    """The game of that name, if it can be played here. UnknownGame for any other."""
    game = find_any(name)
    if not has_table(game):
        raise UnknownGame(name, names())
    return game

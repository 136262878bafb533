"""The games that have a table in the browser: those whose folder holds one."""

from pathlib import Path

from ..core.errors import UnknownGame
from ..core.game import Game
from ..games import find as find_any
from ..games import names as all_names

#: What a game's folder must hold for it to be played here; a guest may come without.
PIECES = ("browser.py", "box.svg", "table.css", "table.html.jinja", "table.js")

SHELF = Path(__file__).parents[1] / "games"


def has_table(game: Game) -> bool:
    return all((game.folder / piece).is_file() for piece in PIECES)


def names() -> list[str]:
    return [name for name in all_names() if has_table(find_any(name))]


def find(name: str) -> Game:
    """The game of that name, if it can be played here. UnknownGame for any other."""
    try:
        game = find_any(name)
    except UnknownGame:
        raise UnknownGame(name, names()) from None
    if not has_table(game):
        raise UnknownGame(name, names())
    return game


def folder_of(name: str) -> Path:
    """Where a game's files are; or those that games share, in a folder with an underscore."""
    shared = SHELF / name
    return shared if name.startswith("_") and shared.is_dir() else find(name).folder

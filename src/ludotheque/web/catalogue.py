"""The games that can be played in the browser: those whose folder has the files for it."""

from pathlib import Path

from ..core.errors import UnknownGame
from ..core.game import Game
from ..games import find as find_any
from ..games import names as all_names

#: What a game's folder needs to be played here. A game of another package may lack them.
REQUIRED_FILES = ("browser.py", "box.svg", "table.css", "table.html.jinja", "table.js")

GAMES = Path(__file__).parents[1] / "games"


def is_playable(game: Game) -> bool:
    return all((game.folder / name).is_file() for name in REQUIRED_FILES)


def names() -> list[str]:
    return [name for name in all_names() if is_playable(find_any(name))]


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

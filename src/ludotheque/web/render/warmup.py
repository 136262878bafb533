"""Templates are compiled and modules of games loaded on a worker's thread, before they are used.

Both take some tens of milliseconds, once, during which the event loop would serve nobody.
"""

from __future__ import annotations

from functools import cache

from ...core.game import Game
from ...core.language import LANGUAGES
from ..catalogue import GAMES
from .templates import TEMPLATES, environment

#: The modules of a game's folder that the server uses.
MODULES = (
    "rules",
    "notation",
    "positions",
    "narration",
    "browser",
    "lesson",
    "throws",
    "reactions",
    "solver",
)


@cache
def prepare_pages() -> None:
    """Compile the server's own templates."""
    for path in sorted(TEMPLATES.glob("*.jinja")):
        environment().get_template(path.name)


@cache
def prepare_game(game: Game) -> None:
    """Load what a game's pages need: its modules, its texts, its templates, its rules."""
    for module in MODULES:
        getattr(game, module)
    for code in LANGUAGES:
        game.language(code)
    for path in sorted(game.folder.glob("*.jinja")):
        environment().get_template(f"games/{game.id}/{path.name}")
    for path in sorted(GAMES.glob("_*/*.jinja")):  # what games share
        environment().get_template(f"games/{path.parent.name}/{path.name}")
    game.start(game.players[0])

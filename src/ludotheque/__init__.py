"""Ludotheque: dice board games, their rules complete and exact, for people and for programs.

import ludotheque

state = ludotheque.game("levelx").start(players=3)
while state.awaits != "end":
    if state.awaits == "draw":
        state.draw(random.randrange(state.draw_size))
    else:
        state.play(random.choice(state.moves()))
state.points, state.winners
"""

from typing import TYPE_CHECKING, Any

from .core.errors import (
    BadCommand,
    BadDraw,
    BadEdition,
    BadGame,
    BadOption,
    BadPlayer,
    BadRecord,
    IllegalMove,
    LudothequeError,
    UnknownGame,
)
from .core.version import __version__

if TYPE_CHECKING:
    from .arena.simulation import Simulation, simulate
    from .arena.tournament import arena
    from .core.game import Game
    from .core.research.batch import Batch
    from .core.state import State
    from .core.view import View

    def games() -> list[str]:
        """The names of all games, in alphabetical order."""
        ...

else:
    from . import arena, games

__all__ = [
    "BadCommand",
    "BadDraw",
    "BadEdition",
    "BadGame",
    "BadOption",
    "BadPlayer",
    "BadRecord",
    "Batch",
    "Game",
    "IllegalMove",
    "LudothequeError",
    "Simulation",
    "State",
    "UnknownGame",
    "View",
    "__version__",
    "arena",
    "batch",
    "game",
    "games",
    "simulate",
]

#: Names that are imported when first used, so that a first move does not wait for them.
_LATER = {
    "Batch": "core.research.batch",
    "Game": "core.game",
    "Simulation": "arena.simulation",
    "State": "core.state",
    "View": "core.view",
    "simulate": "arena.simulation",
}


def game(name: str) -> "Game":
    """The game of that name. UnknownGame (a KeyError) for any other."""
    from .games import find

    return find(name)


def batch(game: "str | Game", players: int, n: int, seed: int = 0, **settings: Any) -> "Batch":
    """`n` matches of a game that are stepped together in compiled code: see `Game.batch`."""
    from .core.game import Game
    from .games import find

    return (game if isinstance(game, Game) else find(game)).batch(players, n, seed, **settings)


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)

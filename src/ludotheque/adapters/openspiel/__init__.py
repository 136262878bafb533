"""OpenSpiel: every game as a Python game of pyspiel, with explicit chance nodes.

    import pyspiel
    from ludotheque.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("ludotheque_levelx", {"players": 3})
    state = game.new_initial_state()

Options of the game are parameters of the same names. `parameters` writes them down for you.
"""

from __future__ import annotations

from ...games import find, names
from ..extras import not_installed

try:
    import pyspiel

    from .game import SpielGame, class_of, game_type
    from .state import SpielState
except ImportError as missing:
    raise not_installed("OpenSpiel", "openspiel") from missing
from .parameters import parameters

__all__ = ["SpielGame", "SpielState", "parameters", "register"]


def register() -> list[str]:
    """Register every game with pyspiel, and return their names: `ludotheque_levelx`, …

    Only those that are not registered yet; so it may be called again.
    """
    registered = set(pyspiel.registered_names())
    types = {name: game_type(find(name)) for name in names()}
    for name, kind in types.items():
        if kind.short_name not in registered:
            pyspiel.register_game(kind, class_of(find(name)))
    return [kind.short_name for kind in types.values()]

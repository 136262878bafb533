"""Bots: generic players for any game. A bot is given the View of its seat, never the State.

The bots of this package have fixed names. An owner can add others by name (`bots.custom`).
"""

import unicodedata

from ..core.compiler import can_compile
from ..core.errors import BadOption
from ..core.game import Game
from . import greedy_player, warmup
from .custom import registry
from .greedy_player import GreedyPlayer
from .levels import LEVELS, Searcher, player_of, searches
from .player import Player
from .random_player import RandomPlayer

#: The names of all bots. `greedy` maximises the game's win probability right after its move;
#: `playouts` searches with the master's iterations, but random rollouts and no evaluation.
BOTS = ("random", "greedy", "playouts", *LEVELS)


def without_accents(name: str) -> str:
    """A name as it is typed on a keyboard without accents: `maitre` for `maître`."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_NAMES = {without_accents(name): name for name in BOTS}


def bot_if_any(name: object) -> str | None:
    """A bot's name with its accents, or the name of an owner's bot; None if there is none."""
    if not isinstance(name, str):
        return None
    found = _NAMES.get(without_accents(name))
    return name if found is None and registry.find(name) is not None else found


def bot_named(name: str) -> str:
    """A bot's name with its accents; BadOption, which lists all names, if there is no such bot."""
    found = bot_if_any(name)
    if found is None:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}", kind=name, bots=", ".join(all_bots())
        )
    return found


def all_bots() -> tuple[str, ...]:
    """The names of all bots, the owner's last."""
    return (*BOTS, *(name for name in registry.names() if bot_if_any(name) == name))


def make_bot(kind: str, seed: int | None = None, *, patient: bool = True) -> Player:
    """Create a bot of that kind. With the same seed, patient bots make the same decisions.

    An impatient bot does not wait for the compiler: see `SearchPlayer`.
    """
    kind = bot_named(kind)
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(seed)
    if kind == "playouts":
        return Searcher(LEVELS["maître"], seed, patient, random_rollouts=True)
    if kind in LEVELS:
        return player_of(LEVELS[kind], seed, patient=patient)
    entrant = registry.find(kind)
    assert entrant is not None  # `bot_named` has found it
    return entrant.make(seed)


def attention_of(kind: str) -> float:
    """The probability that a bot notices an opportunity to react, in games with `reactions`."""
    kind = bot_named(kind)
    if kind in LEVELS:
        return LEVELS[kind].attention
    return 0.5 if kind == "random" else 1.0


def prepare(kind: str, game: Game) -> None:
    """Compile what a bot needs for a game; some need nothing."""
    kind = bot_named(kind)
    if not can_compile() or kind == "random" or kind not in BOTS:
        return
    greedy_player.prepare(game)
    if kind == "playouts" or (kind in LEVELS and searches(LEVELS[kind], game)):
        warmup.prepare(game)

"""Players that know no game by name. Each is given its seat's View, never the state."""

import unicodedata

from ..core.compiler import can_compile
from ..core.errors import BadOption
from ..core.game import Game
from . import greedy_player, warmup
from .greedy_player import GreedyPlayer
from .levels import LEVELS, Searcher, player_of, searches
from .player import Player
from .random_player import RandomPlayer

#: Who can sit down. `greedy` takes the move after which all that the game's advice sees looks best,
#: and overlooks nothing; a regular sees less. `playouts` searches like the master, without advice.
BOTS = ("random", "greedy", "playouts", *LEVELS)


def plain(name: str) -> str:
    """A name as somebody types it who has no accents at hand: `maitre` for `maître`."""
    letters = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_NAMES = {plain(name): name for name in BOTS}


def bot_if_any(name: object) -> str | None:
    """The bot's name as the house writes it; None if there is no such bot."""
    return _NAMES.get(plain(name)) if isinstance(name, str) else None


def bot_named(name: str) -> str:
    """The same; BadOption, with the bots there are, if there is no such bot."""
    found = bot_if_any(name)
    if found is None:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}", kind=name, bots=", ".join(BOTS)
        )
    return found


def seated(kind: str, seed: int | None = None, *, patient: bool = True) -> Player:
    """A bot of that kind; the same seed, the same decisions, if it may wait for the compiler."""
    kind = bot_named(kind)
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(seed)
    if kind == "playouts":
        return Searcher(LEVELS["maître"], seed, patient, random_rollouts=True)
    return player_of(LEVELS[kind], seed, patient=patient)


def attention_of(kind: str) -> float:
    """How often a bot notices what has to be noticed: any move is as likely to `random`."""
    kind = bot_named(kind)
    if kind in LEVELS:
        return LEVELS[kind].attention
    return 0.5 if kind == "random" else 1.0


def prepare(kind: str, game: Game) -> None:
    """Compile what a bot needs to think about a game; at once where it needs nothing."""
    kind = bot_named(kind)
    if not can_compile() or kind == "random":
        return
    greedy_player.prepare(game)
    if kind == "playouts" or (kind in LEVELS and searches(LEVELS[kind], game)):
        warmup.prepare(game)

"""Players that know no game by name. Each is given its seat's View, never the state."""

from ..core.errors import BadOption
from .greedy_player import GreedyPlayer
from .levels import LEVELS, player_of
from .player import Player
from .random_player import RandomPlayer

#: Who can sit down, the weakest first; `greedy` is the regular by another name.
BOTS = ("random", "greedy", *LEVELS)


def seated(kind: str, seed: int | None = None, *, patient: bool = True) -> Player:
    """A bot of that kind; the same seed, the same decisions, if it may wait for the compiler."""
    if kind not in BOTS:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}", kind=kind, bots=", ".join(BOTS)
        )
    if kind == "random":
        return RandomPlayer(seed)
    if kind == "greedy":
        return GreedyPlayer(seed)
    return player_of(LEVELS[kind], seed, patient=patient)

"""Players that know no game by name. Each is given its seat's View, never the state."""

from collections.abc import Callable

from ..core.errors import BadOption
from .greedy_player import GreedyPlayer
from .player import Player
from .random_player import RandomPlayer

BOTS: dict[str, Callable[[int | None], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def seated(kind: str, seed: int | None = None) -> Player:
    """A bot of that kind; the same seed, the same decisions."""
    if kind not in BOTS:
        raise BadOption(
            "there is no bot {kind!r}; the bots are: {bots}", kind=kind, bots=", ".join(BOTS)
        )
    return BOTS[kind](seed)

"""The yardstick of a game's advice: the master's search, without any judgement of positions."""

from ..core.view import View
from .levels import LEVELS
from .search_player import SearchPlayer


class PlayoutsPlayer:
    """Looks as often as the master does, and plays at random to the end each time."""

    def __init__(self, seed: int | None = None, *, patient: bool = True) -> None:
        self._search = SearchPlayer(seed, to_the_end=True, patient=patient)

    def choose(self, view: View) -> str:
        self._search.iterations = LEVELS["maître"].iterations_in(view.game)
        return self._search.choose(view)

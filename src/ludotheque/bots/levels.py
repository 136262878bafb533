"""Levels with names that a family understands, from the one a child beats to the best there is.

They err as people do, by not seeing far: a beginner counts the points on the table, a regular
judges the position after the own move, an expert has a look at what may come next, a master at
much more of it. Nobody moves at random.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.options import Words
from ..core.view import View
from .greedy_player import GreedyPlayer
from .player import Player
from .search_player import SearchPlayer
from .short_sighted_player import ShortSightedPlayer


@dataclass(frozen=True)
class Level:
    name: str
    title: Words
    sentence: Words
    iterations: int = 0  # of a search; 0 for those who do not search
    sight: int = 0  # decisions played on after the tree before a position is judged


LEVELS = {
    level.name: level
    for level in (
        Level(
            "débutant",
            Words(fr="Débutant", en="Beginner"),
            Words(fr="Compte les points sur la table.", en="Counts the points on the table."),
        ),
        Level(
            "habitué",
            Words(fr="Habitué", en="Regular"),
            Words(fr="Juge la position après son coup.", en="Judges the position after the move."),
        ),
        Level(
            "expert",
            Words(fr="Expert", en="Expert"),
            Words(fr="Regarde ce qui peut suivre.", en="Looks at what may come next."),
            iterations=200,
        ),
        Level(
            "maître",
            Words(fr="Maître", en="Master"),
            Words(fr="Regarde loin, et se trompe peu.", en="Looks far ahead, and rarely errs."),
            iterations=2500,
            sight=2,
        ),
    )
}


class MasterPlayer:
    """The best there is: the game's own solver where it has one, else the longest search."""

    def __init__(self, search: SearchPlayer) -> None:
        self._search = search

    def choose(self, view: View) -> str:
        solver = view.game.piece_if_any("solver")
        if solver is None or len(view.moves) == 1:
            return self._search.choose(view)
        solved: str = solver.choose(view)
        return solved


def player_of(level: Level, seed: int | None = None, *, patient: bool = True) -> Player:
    if level.name == "débutant":
        return ShortSightedPlayer(seed)
    if level.name == "habitué":
        return GreedyPlayer(seed)
    search = SearchPlayer(seed, iterations=level.iterations, sight=level.sight, patient=patient)
    return MasterPlayer(search) if level.name == "maître" else search

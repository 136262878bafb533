"""Levels with names that a family understands, from the one a child beats to the best there is.

They err as people do, by not seeing far: a beginner counts the points on the table, a regular
judges the position after the own move, an expert has a look at what may come next, a master at
much more of it. Where a game asks for attention, they notice more or less often. Nobody moves at
random. `python -m tools.calibrate` measures what a step is worth; docs/LEVELS.md has the figures.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.game import Game
from ..core.options import LocalizedText
from ..core.view import View
from .attentive_player import AttentivePlayer
from .beginner_player import BeginnerPlayer
from .player import Player
from .regular_player import RegularPlayer
from .search_player import SearchPlayer


@dataclass(frozen=True)
class Level:
    name: str
    title: LocalizedText
    sentence: LocalizedText
    attention: float  # how often it notices what has to be noticed
    iterations: int = 0  # of a search; 0 for those who do not search
    rollout_depth: int = 0  # decisions played on after the tree before a position is judged

    def iterations_in(self, game: Game) -> int:
        """A game's advice may say how long a level thinks in it, if it is not as long as usual."""
        return game.evaluation.ITERATIONS.get(self.name, self.iterations)

    def rollout_depth_in(self, game: Game) -> int:
        """The same of how far it looks."""
        return game.evaluation.ROLLOUT_DEPTH.get(self.name, self.rollout_depth)

    def uses_random_rollouts_in(self, game: Game) -> bool:
        """Whether a level does not know who stands well: it imagines any moves to the end."""
        return self.name in game.evaluation.RANDOM_ROLLOUTS


LEVELS = {
    level.name: level
    for level in (
        Level(
            "débutant",
            LocalizedText(fr="Débutant", en="Beginner"),
            LocalizedText(
                fr="Compte les points sur la table.", en="Counts the points on the table."
            ),
            attention=0.25,
        ),
        Level(
            "habitué",
            LocalizedText(fr="Habitué", en="Regular"),
            LocalizedText(
                fr="Juge la position après son coup.", en="Judges the position after the move."
            ),
            attention=0.49,
        ),
        Level(
            "expert",
            LocalizedText(fr="Expert", en="Expert"),
            LocalizedText(fr="Regarde ce qui peut suivre.", en="Looks at what may come next."),
            attention=0.73,
            iterations=200,
        ),
        Level(
            "maître",
            LocalizedText(fr="Maître", en="Master"),
            LocalizedText(
                fr="Regarde loin, et se trompe peu.", en="Looks far ahead, and rarely errs."
            ),
            attention=0.97,
            iterations=2500,
            rollout_depth=2,
        ),
    )
}


class Searcher:
    """A level that searches for as long, and as far, as it does in the game it is asked about.

    By random playouts `to_the_end`, it looks as often, and is the yardstick of a game's advice.
    """

    def __init__(
        self, level: Level, seed: int | None, patient: bool, *, random_rollouts: bool = False
    ) -> None:
        self._level = level
        self._to_the_end = random_rollouts
        self._search = SearchPlayer(seed, patient=patient)

    def choose(self, view: View) -> str:
        search, level, game = self._search, self._level, view.game
        search.iterations = level.iterations_in(game)
        search.rollout_depth = level.rollout_depth_in(game)
        search.random_rollouts = self._to_the_end or level.uses_random_rollouts_in(game)
        return search.choose(view)


class MasterPlayer(Searcher):
    """The best there is: the game's own solver where it has one, else the longest search."""

    def choose(self, view: View) -> str:
        solver = view.game.solver
        if solver is None or len(view.moves) == 1:
            return super().choose(view)
        return solver.choose(view)


def searches(level: Level, game: Game) -> bool:
    """Whether a level looks for its moves in a tree: a master need not where all is solved."""
    is_solved = game.solver is not None
    return level.iterations > 0 and not (level.name == "maître" and is_solved)


def player_of(level: Level, seed: int | None = None, *, patient: bool = True) -> Player:
    return AttentivePlayer(thinker_of(level, seed, patient), level.attention, seed)


def thinker_of(level: Level, seed: int | None, patient: bool) -> Player:
    """How the level decides where there is something to think about."""
    if level.name == "débutant":
        return BeginnerPlayer(seed)
    if level.name == "habitué":
        return RegularPlayer(seed)
    searcher = MasterPlayer if level.name == "maître" else Searcher
    return searcher(level, seed, patient)

"""The four levels of play, from one that a child beats to the strongest bot there is.

Weaker levels look less far ahead; none makes random moves. A beginner counts the points after its
move, a regular evaluates that position, an expert searches a little, a master much more. In games
with `reactions`, a level notices an opportunity with a given probability.
`python -m tools.calibrate` measures how far the levels are apart; docs/LEVELS.md has the results.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core.game import Game
from ..core.options import LocalizedText
from ..core.view import View
from .attentive_player import AttentivePlayer
from .beginner_player import BeginnerPlayer
from .player import Decision, Player
from .regular_player import RegularPlayer
from .search_player import SearchPlayer


@dataclass(frozen=True)
class Level:
    name: str
    title: LocalizedText
    sentence: LocalizedText
    attention: float  # probability of noticing an opportunity to react
    iterations: int = 0  # of the search; 0 for a level without search
    rollout_depth: int = 0  # decisions of a rollout before the position is evaluated

    def iterations_in(self, game: Game) -> int:
        """The level's budget in this game, which its evaluation may override (`ITERATIONS`)."""
        return game.evaluation.ITERATIONS.get(self.name, self.iterations)

    def rollout_depth_in(self, game: Game) -> int:
        """The level's depth in this game, which its evaluation may override (`ROLLOUT_DEPTH`)."""
        return game.evaluation.ROLLOUT_DEPTH.get(self.name, self.rollout_depth)

    def uses_random_rollouts_in(self, game: Game) -> bool:
        """Whether the level plays random rollouts to the end instead of using the evaluation."""
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
    """The player of a level that searches, with the level's iterations and depth for each game.

    With `random_rollouts` it is the baseline that shows what an evaluation contributes: a search
    with the same number of iterations, but without the evaluation.
    """

    def __init__(
        self, level: Level, seed: int | None, patient: bool, *, random_rollouts: bool = False
    ) -> None:
        self._level = level
        self._random_rollouts = random_rollouts
        self._search = SearchPlayer(seed, patient=patient)

    def choose(self, view: View) -> str:
        return self.choose_with_chances(view).move

    def choose_with_chances(self, view: View) -> Decision:
        search, level, game = self._search, self._level, view.game
        search.iterations = level.iterations_in(game)
        search.rollout_depth = level.rollout_depth_in(game)
        search.random_rollouts = self._random_rollouts or level.uses_random_rollouts_in(game)
        return search.choose_with_chances(view)


class MasterPlayer(Searcher):
    """The strongest level: the game's exact solver if it has one, else the longest search."""

    def choose_with_chances(self, view: View) -> Decision:
        solver = view.game.solver
        if solver is None or len(view.moves) == 1:
            return super().choose_with_chances(view)
        return Decision(solver.choose(view))


def searches(level: Level, game: Game) -> bool:
    """Whether a level searches in this game; a master does not if the game has a solver."""
    is_solved = game.solver is not None
    return level.iterations > 0 and not (level.name == "maître" and is_solved)


def player_of(level: Level, seed: int | None = None, *, patient: bool = True) -> Player:
    return AttentivePlayer(decider_of(level, seed, patient), level.attention, seed)


def decider_of(level: Level, seed: int | None, patient: bool) -> Player:
    """The level's player, for decisions that are not a matter of attention."""
    if level.name == "débutant":
        return BeginnerPlayer(seed)
    if level.name == "habitué":
        return RegularPlayer(seed)
    searcher = MasterPlayer if level.name == "maître" else Searcher
    return searcher(level, seed, patient)

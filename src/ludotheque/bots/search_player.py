"""A player that decides by Monte Carlo tree search (`bots.mcts`)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.view import View
from . import mcts
from .budget import affordable
from .player import Decision
from .warmup import is_ready

MOST_CANDIDATES = 24  # maximum number of moves searched: those with the highest priors
MOST_PRIOR_SAMPLES = 8  # determinizations over which priors are averaged
HASTY_ITERATIONS = 24  # iterations of an interpreted search, used until compilation is done
NODES_AN_ITERATION = 6  # array space: an iteration adds one decision node and some chance nodes

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class RankedMove:
    """A move with the value that the search has found for it."""

    move: str
    chance: float  # the estimated probability to win; a shared victory counts in part
    visits: int  # the iterations spent on it


class SearchPlayer:
    """Searches with a fixed number of iterations; the same seed gives the same decisions.

    If it is not `patient`, it searches interpreted, with few iterations, until the compiled search
    is ready.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        iterations: int = 1000,
        rollout_depth: int = 2,
        random_rollouts: bool = False,
        mode: Mode = "compiled",
        patient: bool = True,
    ) -> None:
        self._random = random.Random(seed)
        self.iterations = iterations
        self.rollout_depth = rollout_depth  # decisions of a rollout before the evaluation
        self.random_rollouts = random_rollouts  # uniformly random moves to the end
        self.mode: Mode = mode
        self.patient = patient

    def choose(self, view: View) -> str:
        return self.choose_with_chances(view).move

    def choose_with_chances(self, view: View) -> Decision:
        if len(view.moves) == 1:
            return Decision(view.moves[0])
        ranked = self.rank_moves(view)
        return Decision(ranked[0].move, {each.move: each.chance for each in ranked})

    def rank_moves(self, view: View) -> list[RankedMove]:
        """The candidate moves with their estimated chances, the best first."""
        if self.patient or is_ready(view.game):
            return self._search(
                view,
                self.mode,
                affordable(self.iterations),
                self.rollout_depth,
                self.random_rollouts,
            )
        iterations = min(self.iterations, HASTY_ITERATIONS)
        return self._search(view, "interpreted", iterations, rollout_depth=0, random_rollouts=False)

    def _search(
        self, view: View, mode: Mode, iterations: int, rollout_depth: int, random_rollouts: bool
    ) -> list[RankedMove]:
        game, notation = view.game, view.game.notation
        candidates, priors = self._candidates(view, iterations, mode)
        root = game.states_in(view)
        nodes = np.zeros(len(candidates) + 1 + NODES_AN_ITERATION * iterations, mcts.NODE)
        ranking = np.zeros(len(candidates), np.int64)
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            game.binding(mode)(mcts.search)(
                root,
                view.players,
                iterations,
                rollout_depth,
                random_rollouts,
                not game.secrets,
                np.uint64(self._random.getrandbits(64)),
                nodes,
                np.zeros(2, root.dtype),
                np.zeros(game.rules.MOST_MOVES, np.int64),
                candidates,
                priors,
                ranking,
            )
        return [
            RankedMove(
                notation.write_move(int(node.key)),
                float(mcts.mean_value(node, 0.0 if random_rollouts else mcts.PRIOR_VISITS)),
                int(node.visits),
            )
            for node in nodes[1 + ranking]
        ]

    def _candidates(self, view: View, iterations: int, mode: Mode) -> tuple[Array, Array]:
        """The codes of the moves to search, those with the highest priors, and their priors."""
        game = view.game
        codes = np.zeros(game.rules.MOST_MOVES, np.int64)
        priors = np.zeros(len(codes))
        states = game.states_in(view)
        if game.secrets:
            count = min(iterations, MOST_PRIOR_SAMPLES, 1 + iterations // HASTY_ITERATIONS)
            states = sample_states(view, count, self._random.getrandbits(64), mode)
        evaluate_priors = game.binding(mode)(mcts.evaluate_priors)
        count = evaluate_priors(states, view.players, codes, priors, np.zeros(1, states.dtype))
        best = np.argsort(-priors[:count], kind="stable")[:MOST_CANDIDATES]
        return codes[best], priors[best]


def sample_states(view: View, count: int, seed: int, mode: Mode) -> Array:
    """Sample `count` states from the view's information set."""
    states = np.repeat(view.game.states_in(view), count)
    with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
        view.game.binding(mode)(mcts.sample_states)(states, view.seat, np.uint64(seed))
    return states

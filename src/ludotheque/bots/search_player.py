"""A player who searches: many imagined continuations, the likely ones looked at more closely."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.view import View
from . import mcts
from .warmup import is_ready

MOST_CANDIDATES = 24  # moves that a search compares; those liked best at a glance
MOST_DETERMINIZATIONS = 24  # states that stand for what the seat cannot see
PRIOR_DETERMINIZATIONS = 8  # of these, for a first impression of all moves
HASTY_ITERATIONS = 24  # while the compiler is at work
NODES_AN_ITERATION = 6  # room for nodes of chance beside those of decisions

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one move."""

    move: str
    chance: float  # of winning, as far as it was looked into; a shared victory counts in part
    visits: int  # how often it was looked into


class SearchPlayer:
    """Tree search in a budget of iterations; the same seed, the same decisions.

    An impatient one does not wait for the compiler: until that is done it thinks less.
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
        if len(view.moves) == 1:
            return view.moves[0]
        thoughts = self.ponder(view)
        return thoughts[0].move

    def ponder(self, view: View) -> list[Thought]:
        """What becomes of the moves, the best first."""
        if self.patient or is_ready(view.game):
            return self._search(
                view, self.mode, self.iterations, self.rollout_depth, self.random_rollouts
            )
        iterations = min(self.iterations, HASTY_ITERATIONS)
        return self._search(view, "interpreted", iterations, rollout_depth=0, random_rollouts=False)

    def _search(
        self, view: View, mode: Mode, iterations: int, rollout_depth: int, random_rollouts: bool
    ) -> list[Thought]:
        game, notation = view.game, view.game.notation
        roots = self._determinized(view, iterations)
        candidates, priors = self._candidates(view, roots, mode)
        nodes = np.zeros(len(candidates) + 1 + NODES_AN_ITERATION * iterations, mcts.NODE)
        ranking = np.zeros(len(candidates), np.int64)
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            game.binding(mode)(mcts.search)(
                roots,
                view.players,
                iterations,
                rollout_depth,
                random_rollouts,
                not game.secrets,
                np.uint64(self._random.getrandbits(64)),
                nodes,
                np.zeros(2, roots.dtype),
                np.zeros(game.rules.MOST_MOVES, np.int64),
                candidates,
                priors,
                ranking,
            )
        return [
            Thought(
                notation.write_move(int(node.key)),
                float(mcts.mean_value(node, 0.0 if random_rollouts else mcts.PRIOR_VISITS)),
                int(node.visits),
            )
            for node in nodes[1 + ranking]
        ]

    def _determinized(self, view: View, iterations: int) -> Array:
        """States that agree with all that the seat knows; where nothing is secret, the one."""
        game = view.game
        wanted = min(iterations, MOST_DETERMINIZATIONS) if game.secrets else 1
        if hasattr(game.evaluation, "determinize"):  # then the search imagines more by itself
            wanted = min(wanted, PRIOR_DETERMINIZATIONS, 1 + iterations // HASTY_ITERATIONS)
        states = [view.game.resample(view, self._random).states for _ in range(wanted)]
        return np.concatenate(states)

    def _candidates(self, view: View, roots: Array, mode: Mode) -> tuple[Array, Array]:
        """The codes of the moves worth searching, those liked best at a glance first."""
        codes = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        priors = np.zeros(len(codes))
        evaluate_priors = view.game.binding(mode)(mcts.evaluate_priors)
        count = evaluate_priors(
            roots[:PRIOR_DETERMINIZATIONS], view.players, codes, priors, np.zeros(1, roots.dtype)
        )
        best = np.argsort(-priors[:count], kind="stable")[:MOST_CANDIDATES]
        return codes[best], priors[best]

"""A player who searches: many imagined continuations, the likely ones looked at more closely."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.compiler import Mode
from ..core.view import View
from . import tree
from .workshop import is_ready

MOST_CANDIDATES = 24  # moves that a search compares; those liked best at a glance
MOST_IMAGINED = 24  # states that stand for what the seat cannot see
MOST_GLANCED = 8  # of these, for a first impression of all moves
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
        sight: int = 2,
        to_the_end: bool = False,
        mode: Mode = "compiled",
        patient: bool = True,
    ) -> None:
        self._random = random.Random(seed)
        self.iterations = iterations
        self.sight = sight  # decisions after the tree that are played before a position is judged
        self.to_the_end = to_the_end  # play at random to the end instead of judging
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
            return self._search(view, self.mode, self.iterations, self.sight, self.to_the_end)
        iterations = min(self.iterations, HASTY_ITERATIONS)
        return self._search(view, "interpreted", iterations, sight=0, to_the_end=False)

    def _search(
        self, view: View, mode: Mode, iterations: int, sight: int, to_the_end: bool
    ) -> list[Thought]:
        game, notation = view.game, view.game.notation
        roots = self._imagined(view, iterations)
        candidates, likings = self._candidates(view, roots, mode)
        nodes = np.zeros(len(candidates) + 1 + NODES_AN_ITERATION * iterations, tree.NODE)
        ranking = np.zeros(len(candidates), np.int64)
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            game.binding(mode)(tree.search)(
                roots,
                view.players,
                iterations,
                sight,
                to_the_end,
                not game.secrets,
                np.uint64(self._random.getrandbits(64)),
                nodes,
                np.zeros(2, roots.dtype),
                np.zeros(game.rules.MOST_MOVES, np.int64),
                candidates,
                likings,
                ranking,
            )
        return [
            Thought(
                notation.write_move(int(node.key)),
                float(tree.value_of(node, 0.0 if to_the_end else tree.TRUST)),
                int(node.visits),
            )
            for node in nodes[1 + ranking]
        ]

    def _imagined(self, view: View, iterations: int) -> Array:
        """States that agree with all that the seat knows; where nothing is secret, the one."""
        game = view.game
        wanted = min(iterations, MOST_IMAGINED) if game.secrets else 1
        if hasattr(game.advice, "reimagine"):  # then the search imagines more by itself
            wanted = min(wanted, MOST_GLANCED, 1 + iterations // HASTY_ITERATIONS)
        states = [view.game.resample(view, self._random).states for _ in range(wanted)]
        return np.concatenate(states)

    def _candidates(self, view: View, roots: Array, mode: Mode) -> tuple[Array, Array]:
        """The codes of the moves worth searching, those liked best at a glance first."""
        codes = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        likings = np.zeros(len(codes))
        glance = view.game.binding(mode)(tree.glance)
        count = glance(roots[:MOST_GLANCED], view.players, codes, likings, np.zeros(1, roots.dtype))
        best = np.argsort(-likings[:count], kind="stable")[:MOST_CANDIDATES]
        return codes[best], likings[best]

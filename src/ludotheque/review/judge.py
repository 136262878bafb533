"""Judges moves after the match: how much win probability each one lost.

A move is judged from its seat's View, as a bot decides: two positions that the mover could not tell
apart get the same judgement. Where the game has an exact solver, the solver judges. Elsewhere a few
rollouts (the screening) choose the best alternative among the moves with the best evaluations, and
new rollouts measure how much better it is. They must be new: the winner of a noisy comparison looks
too good in the samples that made it the winner (selection bias, the "winner's curse").
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from ..bots import mcts
from ..bots.search_player import sample_states
from ..core.compiler import Mode
from ..core.contract import Solver
from ..core.view import View
from .estimates import EXACT_ZERO, Array, Estimate, estimate_clustered_mean, estimate_mean
from .rollouts import Rollouts

RIVALS = 4  # alternatives that are compared with the move that was made
SCREENING_STATES, MEASURING_STATES = 8, 24  # determinizations, in games with secrets
SCREENING_SHARE = 3  # for each candidate, screening uses a third of the number of rollouts

#: How many standard errors make a difference significant. Two would do for a single move, but a
#: match has so many that some good move would be called a mistake every time.
SIGNIFICANT_ERRORS = 3.0
SOLVER_TOLERANCE = 0.01  # error of a solver, in win probability
COSTLY = 0.05  # a mistake is costly if it loses at least this win probability

PLAYED = 0  # the index of the move that was made, among the candidates

Verdict = Literal["forced", "good", "undecided", "inexact", "costly"]
VERDICTS: tuple[Verdict, ...] = ("forced", "good", "undecided", "inexact", "costly")


@dataclass(frozen=True)
class Judgement:
    """How much win probability a move lost, compared with the best alternative that was found."""

    seat: int
    move: str
    choices: int  # how many legal moves there were
    best: str  # the move itself, if nothing better was found
    lost: Estimate  # win probability; negative if the alternative turned out to be worse
    verdict: Verdict


class Judge:
    """Judges the moves of one match; the same view, move and number give the same judgement."""

    def __init__(self, rollouts: Rollouts, count: int, seed: int, mode: Mode) -> None:
        self._rollouts = rollouts
        self._count = count
        self._seed = seed
        self._mode: Mode = mode

    def judge(self, view: View, move: str, number: int) -> Judgement:
        """Judge a move; `number` separates its random numbers from those of other moves."""
        if len(view.moves) == 1:
            return Judgement(view.seat, move, 1, move, EXACT_ZERO, "forced")
        if (solver := view.game.solver) is not None:
            best, lost = judge_by_solver(solver, view, move)
        else:
            best, lost = self._judge_by_rollouts(view, move, number)
        return Judgement(view.seat, move, len(view.moves), best, lost, verdict_on(lost))

    def _judge_by_rollouts(self, view: View, move: str, number: int) -> tuple[str, Estimate]:
        """The best move that was found, and how much better it is."""
        hidden = view.game.secrets
        rng = Random(f"{self._seed} {number}")
        count = SCREENING_STATES + MEASURING_STATES if hidden else 1
        states = sample_states(view, count, rng.getrandbits(64), self._mode)
        screening, measuring = (
            (states[:SCREENING_STATES], states[SCREENING_STATES:]) if hidden else (states, states)
        )
        played = view.game.notation.read_move(move)
        assert played is not None
        candidates = [played, *self._rivals(view, screening, played)]
        few = max(self._count // SCREENING_SHARE, len(screening))
        first = number << 32
        trials = [self._won(view, screening, code, few, first) for code in candidates]
        best = select_best(trials)
        if best == PLAYED:
            return move, EXACT_ZERO
        rival, first = candidates[best], first + few
        many = max(self._count, len(measuring))
        gained = self._won(view, measuring, rival, many, first)
        gained = gained - self._won(view, measuring, played, many, first)
        lost = estimate_clustered_mean(gained, len(measuring)) if hidden else estimate_mean(gained)
        return view.game.notation.write_move(rival), lost

    def _won(self, view: View, roots: Array, code: int, count: int, first: int) -> Array:
        """The mover's share of the victory in each of `count` rollouts that begin with the move."""
        shares = self._rollouts.win_shares(roots, count, first=first, move=code)
        won: Array = shares[:, view.seat]
        return won

    def _rivals(self, view: View, roots: Array, played: int) -> list[int]:
        """The other moves with the best evaluations, as move codes."""
        codes = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        priors = np.zeros(len(codes))
        evaluate_priors = view.game.binding(self._mode)(mcts.evaluate_priors)
        count = evaluate_priors(roots, view.players, codes, priors, np.zeros(1, roots.dtype))
        by_prior = codes[np.argsort(-priors[:count], kind="stable")]
        return [int(code) for code in by_prior if code != played][:RIVALS]


def select_best(trials: list[Array]) -> int:
    """The index of the trial with the best mean; PLAYED if its lead is within one standard error.

    All trials were run on common random numbers, so their differences are paired.
    """
    best = max(range(len(trials)), key=lambda place: float(trials[place].mean()))
    lead = estimate_mean(trials[best] - trials[PLAYED])
    return best if lead.value > lead.error else PLAYED


def judge_by_solver(solver: Solver, view: View, move: str) -> tuple[str, Estimate]:
    """The best move by the game's exact solver, and how much better it is."""
    ranked = solver.rank_moves(view)
    values = {each.move: each.chance for each in ranked}
    best = ranked[0].move
    lost = float(values[best] - values[move])
    return (move, EXACT_ZERO) if lost <= SOLVER_TOLERANCE else (best, Estimate(lost, 0.0))


def verdict_on(lost: Estimate) -> Verdict:
    if lost.value <= 0:
        return "good"
    if lost.value <= SIGNIFICANT_ERRORS * lost.error:
        return "undecided"
    return "costly" if lost.value >= COSTLY else "inexact"

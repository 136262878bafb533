"""A move judged after the match, by what its player could know when it was made.

The judge is given the seat's View, as a bot is: two positions that the mover could not tell apart
get the same judgement. Where the game has a solver, that is the judge. Elsewhere a few playouts
look for a rival among the moves that are liked at a glance, and others, which know nothing of that
choice, measure by how much the rival is better: the winner of a noisy contest would look too good
in the contest's own numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from ..bots import mcts
from ..core.compiler import Mode
from ..core.view import View
from .rollouts import Array, Estimate, Playouts, estimate, estimate_in_groups

RIVALS = 4  # moves that are held against the one that was made
SCREENED, MEASURED = 8, 24  # states that stand for what the seat could not see
SHARE_OF_SCREENING = 3  # in the contest among rivals each has a third of the playouts

#: A difference counts from so many standard errors on. Two would do for one move; a match has so
#: many that somebody would be wronged every time.
SURE = 3.0
SLIGHT = 0.01  # chances by which a solver may be off: no mistake
COSTLY = 0.05  # chances given away from which on a move was a costly one

PLAYED = 0  # the place among the candidates of the move that was made

EXACTLY_NOTHING = Estimate(0.0, 0.0)

Verdict = Literal["forced", "good", "undecided", "inexact", "costly"]
VERDICTS: tuple[Verdict, ...] = ("forced", "good", "undecided", "inexact", "costly")


@dataclass(frozen=True)
class Judgement:
    """What a move has given away, compared with the best that was found beside it."""

    seat: int
    move: str
    choices: int  # how many legal moves there were
    best: str  # the move itself, where nothing better was found
    lost: Estimate  # of the mover's chances; below 0 where the rival turned out to be worse
    verdict: Verdict


class Judge:
    """Judges the moves of one match; the same view, move and number, the same judgement."""

    def __init__(self, playouts: Playouts, count: int, seed: int, mode: Mode) -> None:
        self._playouts = playouts
        self._count = count
        self._seed = seed
        self._mode: Mode = mode

    def judge(self, view: View, move: str, number: int) -> Judgement:
        """`number` sets the playouts of this move apart from those of all others."""
        if len(view.moves) == 1:
            return Judgement(view.seat, move, 1, move, EXACTLY_NOTHING, "forced")
        if view.game.optional_module("solver") is not None:
            best, lost = solved(view, move)
        else:
            best, lost = self._measured(view, move, number)
        return Judgement(view.seat, move, len(view.moves), best, lost, verdict_on(lost))

    def _measured(self, view: View, move: str, number: int) -> tuple[str, Estimate]:
        chance = Random(f"{self._seed} {number}")
        hidden = view.game.secrets
        imagined = states_like(view, chance, SCREENED + MEASURED if hidden else 1)
        screened, measured = (
            (imagined[:SCREENED], imagined[SCREENED:]) if hidden else [imagined] * 2
        )
        played = view.game.notation.read_move(move)
        candidates = [played, *self._rivals(view, screened, played)]
        few = max(self._count // SHARE_OF_SCREENING, len(screened))
        first = number << 32
        trials = [self._won(view, screened, code, few, first) for code in candidates]
        best = rival_in(trials)
        if best == PLAYED:
            return move, EXACTLY_NOTHING
        rival, first = candidates[best], first + few
        many = max(self._count, len(measured))
        gained = self._won(view, measured, rival, many, first)
        gained = gained - self._won(view, measured, played, many, first)
        lost = estimate_in_groups(gained, len(measured)) if hidden else estimate(gained)
        return view.game.notation.write_move(rival), lost

    def _won(self, view: View, roots: Array, code: int, count: int, first: int) -> Array:
        """The mover's share of the victory in each playout that begins with a move."""
        shares = self._playouts.shares(roots, count, first=first, move=code)
        won: Array = shares[:, view.seat]
        return won

    def _rivals(self, view: View, roots: Array, played: int) -> list[int]:
        """The moves beside the one made that look best at a glance."""
        codes = np.zeros(view.game.rules.MOST_MOVES, np.int64)
        priors = np.zeros(len(codes))
        evaluate_priors = view.game.binding(self._mode)(mcts.evaluate_priors)
        count = evaluate_priors(roots, view.players, codes, priors, np.zeros(1, roots.dtype))
        liked = codes[np.argsort(-priors[:count], kind="stable")]
        return [int(code) for code in liked if code != played][:RIVALS]


def rival_in(trials: list[Array]) -> int:
    """The place of the best of the trials, unless chance alone may have put it before the first."""
    best = max(range(len(trials)), key=lambda place: float(trials[place].mean()))
    ahead = estimate(trials[best] - trials[PLAYED])
    return best if ahead.value > ahead.error else PLAYED


def states_like(view: View, chance: Random, count: int) -> Array:
    """States that agree with all that the seat knows."""
    return np.concatenate([view.game.resample(view, chance).states for _ in range(count)])


def solved(view: View, move: str) -> tuple[str, Estimate]:
    """The best move, and what the one made has given away, as the game's solver has it."""
    thoughts = view.game.module("solver").rank_moves(view)
    chances = {thought.move: thought.chance for thought in thoughts}
    best = thoughts[0].move
    lost = float(chances[best] - chances[move])
    return (move, EXACTLY_NOTHING) if lost <= SLIGHT else (best, Estimate(lost, 0.0))


def verdict_on(lost: Estimate) -> Verdict:
    if lost.value <= 0:
        return "good"
    if lost.value <= SURE * lost.error:
        return "undecided"
    return "costly" if lost.value >= COSTLY else "inexact"

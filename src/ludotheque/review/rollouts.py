"""A position played on, many times, by players who decide at a glance.

Where a game's advice has learned what a chance to win is, they stop after a few rounds, and the
advice judges: whoever wins in the end is decided by so many throws that a few hundred playouts to
the end would drown what one throw or move has done. Elsewhere they play to the end.

The draws of a playout depend on its number and on how many draws the match has seen, and on nothing
else. So the playouts of neighbouring positions meet the same dice, and what differs between them is
what happened in between.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots.rollout import NONE, apply_move, evaluate_seats, legal_moves, sample_draw, value_after
from ..core.compiler import Mode
from ..core.game import Game
from ..core.rng import STEP, randbelow, seed_generator
from ..core.rule import DRAW, END, determinize, rule
from ..core.state import State

#: How many moves a player of a playout compares; where there are more, a handful picked by chance.
GLANCES, HANDFUL = 16, 6

#: Rounds of everybody's decisions after which a learned advice has the last word: with fewer its
#: judgement differed from what came of playing to the end. Draws and decisions after which any
#: playout is judged as it stands.
ROUNDS = 3
MOST_STEPS = 20_000

#: Playouts as unlike all others as can be, which a mean over few of them has to reckon with.
DOUBT = 2.0

PILOTS = 8  # playouts that tell how much work others will be

THOUGHTS = np.uint64(0x5DEECE66D1CE4E5B)  # sets the players' glances apart from the dice

NORMAL_95 = 1.959964  # standard errors on each side of a 95 % interval

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Estimate:
    """A number as far as it is known."""

    value: float
    error: float  # its standard error; 0 where it is known exactly

    @property
    def margin(self) -> float:
        """Half of the 95 % interval."""
        return NORMAL_95 * self.error

    @property
    def low(self) -> float:
        return self.value - self.margin

    @property
    def high(self) -> float:
        return self.value + self.margin


def estimate(samples: Array) -> Estimate:
    """The mean of what playouts came to.

    Where all of them agree the next one might not: an interval is never without width.
    """
    count = len(samples)
    mean = float(samples.mean())
    spread = float(((samples - mean) ** 2).sum()) + DOUBT
    return Estimate(mean, math.sqrt(spread) / count)


def estimate_in_groups(samples: Array, groups: int) -> Estimate:
    """The same where sample i belongs to group i mod `groups`, and a group's samples are alike."""
    whole = len(samples) // groups * groups
    means = samples[:whole].reshape(-1, groups).mean(axis=0)
    spread = float(((means - means.mean()) ** 2).sum()) / max(groups - 1, 1)
    doubt = DOUBT / whole**2
    return Estimate(float(means.mean()), math.sqrt(spread / groups + doubt))


class Playouts:
    """A game's playouts, compiled or not; the same seed, the same outcomes."""

    def __init__(self, game: Game, players: int, seed: int, mode: Mode = "compiled") -> None:
        self.game = game
        self.players = players
        self.to_the_end = not hasattr(game.evaluation, "read_features")
        self.rollout_depth = MOST_STEPS if self.to_the_end else ROUNDS * players  # decisions
        self._seed = np.uint64(seed)
        self._run = game.binding(mode)(play_out_often)
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        self._states = np.zeros(2, game.rules.STATE)

    def shares(
        self, roots: Array, count: int, *, first: int = 0, drawn: int = 0, move: int | None = None
    ) -> Array:
        """What part of the victory each seat has, or may hope for, at the end of each playout.

        Playout i starts from root i mod their number, with `move` if there is one: made by its
        player, who imagines anew what cannot be seen. `first` is the number of the first playout,
        `drawn` how many draws the match has seen.
        """
        shares = np.zeros((count, self.players))
        self._fill(shares, roots, np.array([] if move is None else [move], np.int64), first, drawn)
        return shares

    def work(self, state: State) -> float:
        """How many glances a playout takes from here, on average over a few."""
        shares = np.zeros((PILOTS, self.players))
        return self._fill(shares, state.states, np.zeros(0, np.int64), 0, 0) / PILOTS

    def _fill(self, shares: Array, roots: Array, opening: Array, first: int, drawn: int) -> int:
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            return int(
                self._run(
                    roots,
                    opening,
                    self.rollout_depth,
                    self._seed,
                    first,
                    drawn,
                    self._states,
                    self._moves,
                    shares,
                )
            )


@rule
def play_out_often(
    roots: Any,
    opening: Any,
    rollout_depth: Any,
    seed: Any,
    first: Any,
    drawn: Any,
    states: Any,
    moves: Any,
    shares: Any,
) -> Any:
    """Fill `shares`, a row for each playout; how many glances that took.

    `opening` holds the move to begin with, or none; `sight` is how many decisions follow. `states`
    (two) and `moves` are workspace.
    """
    dice, thoughts = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    scratch = states[1:2]
    glances = 0
    for playout in range(shares.shape[0]):
        seed_generator(dice, seed, first + playout)
        seed_generator(thoughts, seed ^ THOUGHTS, first + playout)
        dice[0] = dice[0] + STEP * np.uint64(drawn)
        states[0] = roots[playout % roots.shape[0]]
        state = states[0]
        for place in range(opening.shape[0]):
            determinize(state, state.seat, thoughts)
            apply_move(state, opening[place])
        glances += play_on(state, moves, rollout_depth, dice, thoughts, scratch)
        evaluate_seats(state, shares.shape[1], shares[playout], NONE)
    return glances


@rule(inline=False)
def play_on(
    state: Any, moves: Any, rollout_depth: Any, dice: Any, thoughts: Any, scratch: Any
) -> Any:
    """So many decisions, each taken at a glance: how many glances there were."""
    steps, decisions, glances = 0, 0, 0
    while state.awaits != END and decisions < rollout_depth and steps < MOST_STEPS:
        if state.awaits == DRAW:
            sample_draw(state, dice)
        else:
            count = legal_moves(state, moves)
            glances += looks_at(count)
            apply_move(state, liked_best(state, moves, count, thoughts, scratch))
            decisions += 1
        steps += 1
    return glances


@rule
def looks_at(count: Any) -> Any:
    """At how many of so many moves a player looks."""
    return count if count <= GLANCES else HANDFUL


@rule(inline=False)
def liked_best(state: Any, moves: Any, count: Any, thoughts: Any, scratch: Any) -> Any:
    """The move that looks best among a few, picked by chance where there are more."""
    if count == 1:
        return moves[0]
    best, best_liking = moves[0], -1.0
    for look in range(looks_at(count)):
        if count > GLANCES:
            picked = look + randbelow(thoughts, count - look)
            moves[look], moves[picked] = moves[picked], moves[look]
        liked = value_after(state, moves[look], scratch)
        if liked > best_liking:
            best, best_liking = moves[look], liked
    return best

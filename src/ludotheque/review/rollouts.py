"""Monte Carlo rollouts: a position played on many times by fast players, to estimate who wins.

In a rollout every player makes the move with the best evaluation. If the evaluation is
learned, a rollout is truncated after a few rounds and evaluated (Tesauro and Galperin, "On-line
Policy Improvement using Monte-Carlo Search", 1996): the many later throws add so much variance
that a few hundred full rollouts could not measure the effect of a single throw. Otherwise rollouts
go to the end of the match.

Neighbouring positions are compared on *common random numbers*: the draws of a rollout depend
only on its number and on the number of draws before it. So the rollouts of two positions see the
same dice, and their difference has a small variance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bots.rollout import NONE, apply_move, evaluate_seats, legal_moves, sample_draw, value_after
from ..bots.warmup import first_decision, prepare_priors
from ..core.compiler import Mode
from ..core.game import Game
from ..core.rng import STEP, randbelow, seed_generator
from ..core.rule import DRAW, END, determinize, rule
from ..core.state import State
from .estimates import Array

#: A rollout's player compares up to MOST_COMPARED moves; of more, it compares SAMPLED random ones.
MOST_COMPARED, SAMPLED = 16, 6

#: Rounds (one decision per player) after which a rollout is truncated if the evaluation is learned.
#: With fewer, win probabilities differed from those of full rollouts.
ROUNDS = 3
MOST_STEPS = 20_000  # draws and decisions after which any rollout is truncated

PILOT_ROLLOUTS = 8  # rollouts from which the cost of others is estimated

POLICY_STREAM = np.uint64(0x5DEECE66D1CE4E5B)  # separates the players' random numbers from the dice


def prepare(game: Game) -> None:
    """Compile what reviews of a game need, or load it from the cache."""
    state = first_decision(game)
    Rollouts(game, state.players, seed=0).cost(state)
    prepare_priors(game)


class Rollouts:
    """A game's rollouts, compiled or interpreted; the same seed gives the same outcomes."""

    def __init__(self, game: Game, players: int, seed: int, mode: Mode = "compiled") -> None:
        self.game = game
        self.players = players
        self.to_the_end = not game.evaluation.FEATURES
        self.depth = MOST_STEPS if self.to_the_end else ROUNDS * players  # in decisions
        self._seed = np.uint64(seed)
        self._run = game.binding(mode)(run_rollouts)
        self._moves = np.zeros(game.rules.MOST_MOVES, np.int64)
        self._states = np.zeros(2, game.rules.STATE)

    def win_shares(
        self, roots: Array, count: int, *, first: int = 0, draws: int = 0, move: int | None = None
    ) -> Array:
        """Each seat's share of the victory in each rollout, by evaluation if it is truncated.

        Rollout i starts from `roots[i % len(roots)]`. With `move`, it begins with that move, after
        the hidden information is determinized for the mover. `first` is the number of the first
        rollout, `draws` the number of draws in the match so far.
        """
        shares = np.zeros((count, self.players))
        opening = np.array([] if move is None else [move], np.int64)
        self._fill(shares, roots, opening, first, draws)
        return shares

    def cost(self, state: State) -> float:
        """The mean number of evaluations of a rollout from a state, measured on a few."""
        shares = np.zeros((PILOT_ROLLOUTS, self.players))
        return self._fill(shares, state.states, np.zeros(0, np.int64), 0, 0) / PILOT_ROLLOUTS

    def _fill(self, shares: Array, roots: Array, opening: Array, first: int, draws: int) -> int:
        with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
            return int(
                self._run(
                    roots,
                    opening,
                    self.depth,
                    self._seed,
                    first,
                    draws,
                    self._states,
                    self._moves,
                    shares,
                )
            )


@rule
def run_rollouts(
    roots: Any,
    opening: Any,
    depth: Any,
    seed: Any,
    first: Any,
    draws: Any,
    states: Any,
    moves: Any,
    shares: Any,
) -> Any:
    """Fill `shares`, one row for each rollout; returns the number of evaluations.

    `opening` holds the first move, or is empty; `depth` is the number of decisions after it.
    `states` (two) and `moves` are workspace.
    """
    dice, policy = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    scratch = states[1:2]
    evaluations = 0
    for rollout in range(shares.shape[0]):
        seed_generator(dice, seed, first + rollout)
        seed_generator(policy, seed ^ POLICY_STREAM, first + rollout)
        dice[0] = dice[0] + STEP * np.uint64(draws)
        states[0] = roots[rollout % roots.shape[0]]
        state = states[0]
        for place in range(opening.shape[0]):
            determinize(state, np.int64(state.seat), policy)
            apply_move(state, opening[place])
        evaluations += run_rollout(state, moves, depth, dice, policy, scratch)
        evaluate_seats(state, shares.shape[1], shares[rollout], NONE)
    return evaluations


@rule(inline=False)
def run_rollout(state: Any, moves: Any, depth: Any, dice: Any, policy: Any, scratch: Any) -> Any:
    """Play on for `depth` decisions at most; returns the number of evaluations."""
    steps, decisions, evaluations = 0, 0, 0
    while state.awaits != END and decisions < depth and steps < MOST_STEPS:
        if state.awaits == DRAW:
            sample_draw(state, dice)
        else:
            count = legal_moves(state, moves)
            evaluations += compared(count)
            apply_move(state, greedy_move(state, moves, count, policy, scratch))
            decisions += 1
        steps += 1
    return evaluations


@rule
def compared(count: Any) -> Any:
    """The number of legal moves, out of `count`, that are compared."""
    return count if count <= MOST_COMPARED else SAMPLED


@rule(inline=False)
def greedy_move(state: Any, moves: Any, count: Any, policy: Any, scratch: Any) -> Any:
    """The move with the best evaluation; of many moves, the best of a random sample."""
    if count == 1:
        return moves[0]
    best, best_value = moves[0], -1.0
    for place in range(compared(count)):
        if count > MOST_COMPARED:
            picked = place + randbelow(policy, count - place)
            moves[place], moves[picked] = moves[picked], moves[place]
        value = value_after(state, moves[place], scratch)
        if value > best_value:
            best, best_value = moves[place], value
    return best

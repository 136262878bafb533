"""Expected number of duels from each space of the Expert track to the last, playing alone.

A stochastic shortest path problem, solved by value iteration. Against an opponent it takes longer,
but the comparison between spaces holds: 97 is farther from the goal than 88, because exactly 3
points are hard to make, and zones throw a pawn back or help it on.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from ..track import FIRST_POT, GOAL
from .hand_indexing import Array, master_distribution
from .outcomes import outcomes
from .solo_duel import solve_solo
from .transitions import Zones, expert_points

TOLERANCE = 0.01  # duels: an estimate for payoffs needs no more
INITIAL_GUESS = 10.0  # duels


@cache
def expected_duels(master: tuple[int, ...], zones: Zones) -> Array:
    """By space: the expected number of solo duels to the last space under optimal play."""
    ends, master_probabilities = outcomes().solo_only(), master_distribution(master)
    spaces = np.array(
        [expert_points((points, 0), FIRST_POT, zones, ends)[0] for points in range(GOAL)]
    )
    ways = spaces[:, ends.solo].transpose(1, 2, 0)  # by hand, then by space
    missed = ends.outs[0][ends.solo][..., None]
    duels = np.append(np.full(GOAL, INITIAL_GUESS), 0.0)
    change = np.inf
    while change > TOLERANCE:
        solution = solve_solo(-(duels[ways] + missed), master_probabilities)
        better = 1.0 - solution.value(master_probabilities)
        change = np.abs(better - duels[:GOAL]).max()
        duels[:GOAL] = better
    return duels

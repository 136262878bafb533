"""How far it is to a hundred in Expert: the duels that it takes, if one always plays alone.

Against somebody it takes longer, but the comparison holds: 97 is farther away than 88, because
exactly 3 points are hard to make, and zones throw back or help.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .hand_indexing import Array, odds_of_master
from .outcomes import outcomes
from .solo_duel import solve_alone
from .track import FIRST_POT, GOAL
from .transitions import Zones, expert_points

EXACT = 0.01  # duels; no more than a guide
FIRST_GUESS = 10.0  # duels


@cache
def tempo(master: tuple[int, ...], zones: Zones) -> Array:
    """How many duels alone lead from each space to the last one, on average, played best."""
    ends, master_odds = outcomes().of_one_alone(), odds_of_master(master)
    spaces = np.array(
        [expert_points((points, 0), FIRST_POT, zones, ends)[0] for points in range(GOAL)]
    )
    ways = spaces[:, ends.alone].transpose(1, 2, 0)  # by hand, then by space
    missed = ends.outs[0][ends.alone][..., None]
    duels = np.append(np.full(GOAL, FIRST_GUESS), 0.0)
    change = np.inf
    while change > EXACT:
        solution = solve_alone(-(duels[ways] + missed), master_odds)
        better = 1.0 - solution.value(master_odds)
        change = np.abs(better - duels[:GOAL]).max()
        duels[:GOAL] = better
    return duels

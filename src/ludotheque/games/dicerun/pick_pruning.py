"""Pruning of picks for the roll-off (DR-7): keeps the dice whose faces serve the seat least."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .._race.cards import OBJECTIVES, count_objectives
from .._race.evaluation import unseen_by
from .._race.moves import first_of, second_of
from .._race.road import COLOURS, VALUES
from .sprint_pruning import insert_ranked, points_for

BEST_PICKS = 12


@rule(inline=False)
def prune_picks(state: Any, goals: Any, moves: Any, count: Any) -> Any:
    """Keep the picks with the largest expected gain, best first; returns how many."""
    gains, most = np.zeros(OBJECTIVES), min(count, BEST_PICKS)
    find_gains(goals, unseen_by(state, state.seat), gains)
    best, places = np.full(most, -np.inf), np.full(most, -1)
    for place in range(count):
        gain = gains[first_of(moves[place])] + gains[second_of(moves[place])]
        if gain > best[most - 1]:
            insert_ranked(best, places, gain, place)
    kept = np.zeros(most, np.int64)
    for rank in range(most):
        kept[rank] = moves[places[rank]]
    for rank in range(most):
        moves[rank] = kept[rank]
    return most


@rule
def find_gains(goals: Any, unseen: Any, gains: Any) -> None:
    """What rolling a die of each look gains on average: its colour stays, its value is any."""
    for colour in range(COLOURS):
        average = 0.0
        for value in range(VALUES):
            look = VALUES * colour + value
            gains[look] = -(mean_points(look, goals) - mean_points(look, unseen))
            average -= gains[look] / VALUES
        for value in range(VALUES):
            gains[VALUES * colour + value] += average


@rule
def mean_points(look: Any, objectives: Any) -> Any:
    """DR-22 What a die of this look brings to one of these objectives on average."""
    points = 0.0
    for objective in range(OBJECTIVES):
        if (objectives >> objective) & 1 == 1:
            points += points_for(look, objective)
    return points / max(count_objectives(objectives), 1)

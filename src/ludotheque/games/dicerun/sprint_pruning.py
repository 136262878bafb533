"""Move pruning for search: keeps a few of the thousands of ways to sprint (DR-14)."""

from typing import Any

import numpy as np

from ...core.rule import rule
from .._race.cards import OBJECTIVES, count_objectives
from .._race.evaluation import unseen_by
from .._race.moves import SPRINT, action_of, first_of, second_of, third_of
from .._race.road import VALUES
from .rules import BONUS

BEST = 8  # sprints for each objective


@rule(inline=False)
def prune_sprints(state: Any, goals: Any, moves: Any, count: Any) -> Any:
    """Keep only the best sprints for each own objective; returns how many moves are left.

    They bring it the most points, less what they bring on average to an objective that others may
    have.
    """
    surpluses, kept = np.zeros(OBJECTIVES), np.zeros(count, np.bool_)
    for goal in range(OBJECTIVES):
        if (goals >> goal) & 1 == 1:
            find_surpluses(goal, unseen_by(state, state.seat), surpluses)
            keep_best(moves, count, surpluses, kept)
    left = 0
    for place in range(count):
        if kept[place] or action_of(moves[place]) != SPRINT:
            moves[left] = moves[place]
            left += 1
    return left


@rule
def points_for(look: Any, objective: Any) -> Any:
    """DR-22 What a die of this look brings to an objective."""
    is_colour = look // VALUES == objective // VALUES
    is_value = look % VALUES == objective % VALUES
    if is_colour and is_value:
        return 2 + BONUS
    return 1 if is_colour or is_value else 0


@rule
def find_surpluses(goal: Any, unseen: Any, surpluses: Any) -> None:
    """What each die brings to an objective beyond what it brings to an unseen one on average."""
    others = max(count_objectives(unseen), 1)
    for look in range(OBJECTIVES):
        theirs = 0
        for objective in range(OBJECTIVES):
            if (unseen >> objective) & 1 == 1:
                theirs += points_for(look, objective)
        surpluses[look] = points_for(look, goal) - theirs / others


@rule
def keep_best(moves: Any, count: Any, surpluses: Any, kept: Any) -> None:
    """Mark the BEST sprints with the largest surplus; of equal ones the first."""
    best, places = np.full(BEST, -np.inf), np.full(BEST, -1)
    for place in range(count):
        move = moves[place]
        if action_of(move) == SPRINT:
            surplus = (
                surpluses[first_of(move)] + surpluses[second_of(move)] + surpluses[third_of(move)]
            )
            if surplus > best[BEST - 1]:
                insert_ranked(best, places, surplus, place)
    for place in places:
        if place >= 0:
            kept[place] = True


@rule
def insert_ranked(best: Any, places: Any, surplus: Any, place: Any) -> None:
    """Insert a move's place into the sorted list of the best; the last of them drops out."""
    rank = best.shape[0] - 1
    while rank > 0 and best[rank - 1] < surplus:
        best[rank] = best[rank - 1]
        places[rank] = places[rank - 1]
        rank -= 1
    best[rank] = surplus
    places[rank] = place

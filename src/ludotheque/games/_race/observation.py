"""Observations of a race: sets of dice as booleans, and −1 for what a seat cannot know."""

from typing import Any

import numpy as np

from .cards import MOST_SEATS, NOTHING, OBJECTIVES
from .road import DICE

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]

SETS_OF_DICE = ("line", "values", "to_throw", "thrown")


def observe_race(state: Any, seat: int, fields: Arrays) -> Arrays:
    """The fields of a race as the seat knows them.

    Hands, objectives and cards laid face down of the other seats are −1, and counted apart. What
    the seat has not seen is together in `unseen_cards` and `unseen_goals`.
    """
    others = np.arange(MOST_SEATS) != seat
    hands, buried = fields["hands"], fields["buried"]
    goals = members(fields["goals"], OBJECTIVES).astype(np.int8)
    unseen_cards = fields.pop("deck") + hands[others].sum(axis=0) + buried[others].sum(axis=0)
    unseen_goals = members(fields.pop("undealt"), OBJECTIVES)[0] | (goals[others] > 0).any(axis=0)
    if state.rerolled != seat and state.face_down != NOTHING:
        unseen_cards[state.face_down] += 1
        fields["face_down"][:] = NOTHING
    counts = {
        "hand_sizes": hands.sum(axis=1),
        "buried_sizes": buried.sum(axis=1),
        "goal_counts": goals.sum(axis=1, dtype=np.int32),
    }
    hands[others] = buried[others] = goals[others] = NOTHING
    return {
        **fields,
        **{name: members(fields[name], DICE) for name in SETS_OF_DICE},
        **counts,
        "goals": goals,
        "unseen_cards": unseen_cards,
        "unseen_goals": unseen_goals,
    }


def hide_others(numbers: Array, seat: int, shown: Any = False) -> Array:
    """One number for each seat, −1 for those of other seats that are not shown."""
    own = np.arange(MOST_SEATS) == seat
    return np.where(own | shown, numbers, NOTHING)


def members(sets: Array, size: int) -> Array:
    """Bit sets as booleans, one for each possible member."""
    is_member: Array = (sets[..., None] >> np.arange(size)) & 1 == 1
    return is_member

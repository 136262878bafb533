"""Observations of a race: sets of dice as booleans, and −1 for what a seat cannot know."""

from typing import Any

import numpy as np

from .cards import MOST_SEATS, NOTHING, OBJECTIVES
from .road import DICE

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]

SETS_OF_DICE = ("line", "values", "to_throw", "thrown")


def observe_race(seats: Array, fields: Arrays) -> Arrays:
    """The fields of many states of a race as these seats know them.

    Hands, objectives and cards laid face down of the other seats are −1, and counted apart. What
    the seat has not seen is together in `unseen_cards` and `unseen_goals`.
    """
    others = (np.arange(MOST_SEATS) != seats[:, None])[..., None]
    hands, buried, face_down = fields["hands"], fields["buried"], fields["face_down"]
    goals = members(fields["goals"], OBJECTIVES).astype(np.int8)
    undealt = members(fields["undealt"], OBJECTIVES)[:, 0]
    unseen_cards = fields["deck"] + np.where(others, hands + buried, 0).sum(axis=1)
    lies_unseen = (fields["rerolled"] != seats[:, None]) & (face_down != NOTHING)
    rows = np.flatnonzero(lies_unseen)
    unseen_cards[rows, face_down[rows, 0]] += 1
    return {
        **{name: field for name, field in fields.items() if name not in ("deck", "undealt")},
        **{name: members(fields[name], DICE) for name in SETS_OF_DICE},
        "hands": np.where(others, NOTHING, hands),
        "buried": np.where(others, NOTHING, buried),
        "goals": np.where(others, np.int8(NOTHING), goals),
        "face_down": np.where(lies_unseen, NOTHING, face_down),
        "hand_sizes": hands.sum(axis=2),
        "buried_sizes": buried.sum(axis=2),
        "goal_counts": goals.sum(axis=2, dtype=np.int32),
        "unseen_cards": unseen_cards,
        "unseen_goals": undealt | ((goals > 0) & others).any(axis=1),
    }


def hide_others(numbers: Array, seats: Array, shown: Any = False) -> Array:
    """One number for each seat of each state, −1 for those of other seats that are not shown."""
    own = np.arange(MOST_SEATS) == seats[:, None]
    return np.where(own | shown, numbers, NOTHING)


def members(sets: Array, size: int) -> Array:
    """Bit sets as booleans, one for each possible member."""
    is_member: Array = (sets[..., None] >> np.arange(size)) & 1 == 1
    return is_member

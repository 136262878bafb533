"""Who is ahead: the points of an objective, group by group."""

from operator import add
from typing import Any

from ...core.rule import rule
from .road import COLOURS, VALUES, count_dice, dice_of_colour

COLOURED = tuple(int(dice_of_colour(colour)) for colour in range(COLOURS))  # dice, as bit sets


@rule
def points_in(state: Any, dice: Any, objective: Any, bonus: Any) -> Any:
    """A point for each die of the colour, one for each of the value, `bonus` more for both."""
    coloured = dice & dice_of_colour(objective // VALUES)
    valued = dice & state.values[objective % VALUES]
    return count_dice(coloured) + count_dice(valued) + bonus * count_dice(coloured & valued)


@rule
def lead_over(state: Any, objective: Any, other: Any, bonus: Any) -> Any:
    """By how much an objective is ahead of another in the first group where their points differ.

    Negative if it is behind, 0 if they are equal in all groups. Gap cards do not count.
    """
    for place in range(state.places):
        dice = state.line[place]
        if dice != 0:
            lead = points_in(state, dice, objective, bonus) - points_in(state, dice, other, bonus)
            if lead != 0:
                return lead
    return 0


def points_by_group(record: Any, objective: int, bonus: int) -> list[int]:
    """The points of an objective in each group, from the lead: `points_in` on plain data."""
    coloured = COLOURED[objective // VALUES]
    valued = record.values[objective % VALUES]
    groups = [dice for dice in record.line[: record.places] if dice]
    points = [(dice & coloured).bit_count() + (dice & valued).bit_count() for dice in groups]
    if bonus and (both := coloured & valued):
        extra = [bonus * (dice & both).bit_count() for dice in groups]
        return list(map(add, points, extra))
    return points

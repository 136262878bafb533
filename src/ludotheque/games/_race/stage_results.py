"""Results of a stage that has just been scored: the ranking, and the points that decided it."""

from typing import Any

from .ranking import points_by_group

Data = dict[str, Any]
MOST_SHOWN = 5  # groups whose points are shown


def ranked(record: Any, objectives: dict[int, int], bonus: int, first: int) -> list[Data]:
    """The seats ranked by their objectives' points, group by group; clockwise where tied.

    Each has its points in as many groups as separate it from all others, how many seats are ahead
    of it on points alone, and whether another seat has the same points in all groups.
    """
    points = {seat: points_by_group(record, goal, bonus) for seat, goal in objectives.items()}
    order = sorted(
        points,
        key=lambda seat: ([-each for each in points[seat]], (seat - first) % len(points)),
    )
    return [
        {
            "seat": seat,
            "points": points[seat][: groups_to_separate(points, seat)],
            "ahead": sum(points[other] > points[seat] for other in points),
            "tied": sum(points[other] == points[seat] for other in points) > 1,
        }
        for seat in order
    ]


def groups_to_separate(points: dict[int, list[int]], seat: int) -> int:
    """How many groups separate a seat from all others; at most MOST_SHOWN."""
    own = points[seat]
    for groups in range(1, min(len(own), MOST_SHOWN) + 1):
        if all(other == seat or points[other][:groups] != own[:groups] for other in points):
            return groups
    return min(len(own), MOST_SHOWN)


def last_objectives(record: Any, seats: list[int]) -> dict[int, int]:
    """The objective that each of these seats has revealed last."""
    return {seat: int(record.spent[seat][record.spent_count[seat] - 1]) for seat in seats}

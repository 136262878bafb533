"""A stage that has just been scored: who was where, and what parted them."""

from typing import Any

from ...core.language import Language
from .layout import worth_by_group

Data = dict[str, Any]
MOST_SHOWN = 5  # groups whose points are shown


def ranked(record: Any, objectives: dict[int, int], bonus: int, first: int) -> list[Data]:
    """The seats by what their objectives are worth, group by group; clockwise where tied.

    Each with its points in as many groups as it takes to part it from all the others, and with how
    many are ahead of it on points alone.
    """
    worth = {seat: worth_by_group(record, goal, bonus) for seat, goal in objectives.items()}
    order = sorted(
        worth, key=lambda seat: ([-points for points in worth[seat]], (seat - first) % len(worth))
    )
    return [
        {
            "seat": seat,
            "points": worth[seat][: decided(worth, seat)],
            "ahead": sum(worth[other] > worth[seat] for other in worth),
        }
        for seat in order
    ]


def decided(worth: dict[int, list[int]], seat: int) -> int:
    """How many groups part a seat from all the others, as far as they are shown."""
    own = worth[seat]
    for groups in range(1, min(len(own), MOST_SHOWN) + 1):
        if all(other == seat or worth[other][:groups] != own[:groups] for other in worth):
            return groups
    return min(len(own), MOST_SHOWN)


def ceremony(title: str, rows: list[Data], language: Language) -> Data:
    """The panel: rows are in order, each with seat, name, goal, points and what it has won."""
    groups = max(len(row["points"]) for row in rows)
    heads = [language("lead"), *(str(number) for number in range(2, groups + 1))]
    return {"title": title, "heads": heads, "rows": rows}

"""Points laid out in the chips of the box."""

from typing import Any

#: The chips' colours, in the order of the edition.
COLOURS = ("green", "red", "yellow", "blue", "black")


def chips_of(
    points: list[int], seat: int, edition: dict[str, Any]
) -> tuple[list[tuple[str, int]], int]:
    """A seat's chips as (colour, value), largest first, and the points left without chips.

    Chips are limited: red takes them before blue, and large totals may need more than there are.
    """
    kinds = zip(edition["values"], COLOURS, edition["chips"], strict=True)
    bank = {(value, colour): count for value, colour, count in kinds}
    shown: list[tuple[str, int]] = []
    owed = 0
    for owed in points[: seat + 1]:
        shown = []
        for value, colour in sorted(bank, reverse=True):
            taken = min(owed // value, bank[value, colour])
            bank[value, colour] -= taken
            owed -= taken * value
            shown += [(colour, value)] * taken
    return shown, owed

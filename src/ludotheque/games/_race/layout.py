"""The road of a state as it is drawn: which die stands where, and what it shows.

Everybody sees the dice, so nothing here is secret.
"""

from typing import Any

from .geometry import GAP, HEIGHT, LARGEST, WIDTH, Scene, scene_of
from .ranking import points_in
from .road import DICE, DICE_OF_COLOUR, VALUES
from .snapshots import dice_in

Data = dict[str, Any]


def faces_of(record: Any) -> list[int]:
    """What each of the thirty dice shows, 0 before the first throw."""
    faces = [0] * DICE
    for value, dice in enumerate(record.values.tolist(), 1):
        for die in dice_in(dice):
            faces[die] = value
    return faces


def line_of(record: Any) -> list[list[int]]:
    """The dice of each group by colour, then value; [] is a gap card."""
    faces = faces_of(record)
    return [
        sorted(dice_in(int(dice)), key=lambda die: (die // DICE_OF_COLOUR, faces[die], die))
        for dice in record.line[: record.places]
    ]


def groups_in(record: Any) -> list[list[int]]:
    """The groups alone, from the lead."""
    return [dice for dice in line_of(record) if dice]


def scene_at(record: Any, largest: int = LARGEST) -> Scene:
    return scene_of(tuple(len(dice) or GAP for dice in line_of(record)), largest)


def scenery(record: Any, largest: int = LARGEST) -> Data:
    """The road with its dice, as the template and the script draw it."""
    scene = scene_at(record, largest)
    places: list[list[float]] = [[(WIDTH - LARGEST) / 2, (HEIGHT - LARGEST) / 2]] * DICE
    for dice, slots in zip(groups_in(record), scene.slots, strict=True):
        for die, (x, y) in zip(dice, slots, strict=True):
            places[die] = [x, y]
    return {**scene.as_data(), "dice": places, "faces": faces_of(record)}


def in_the_air(record: Any) -> list[int]:
    """The dice of a throw under way: what they show is not known yet."""
    dice = int(record.to_throw)
    for fallen in record.thrown.tolist():
        dice |= fallen
    return dice_in(dice) if record.to_throw else []


def worth_by_group(record: Any, objective: int, bonus: int) -> list[int]:
    """What an objective is worth in each group, from the lead."""
    return [
        int(points_in(record, int(dice), objective, bonus))
        for dice in record.line[: record.places]
        if dice
    ]


def look_of(die: int, face: int) -> int:
    """The number of what a die looks like, as notation and objectives count."""
    return VALUES * (die // DICE_OF_COLOUR) + face - 1

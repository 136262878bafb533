"""Layout of a state's road: the position and the face of every die, as data for the page.

All players see the dice, so nothing here is secret.
"""

from typing import Any

from .geometry import GAP, HEIGHT, LARGEST, WIDTH, Scene, scene_of
from .ranking import points_in
from .road import DICE, DICE_OF_COLOUR, VALUES
from .snapshots import dice_in, dice_in_throw

Data = dict[str, Any]


def faces_of(record: Any) -> list[int]:
    """The face of each of the thirty dice, 0 before the first throw."""
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


def road_layout(record: Any, largest: int = LARGEST) -> Data:
    """The layout of the road with its dice, for the template and the script."""
    scene = scene_at(record, largest)
    places: list[list[float]] = [[(WIDTH - LARGEST) / 2, (HEIGHT - LARGEST) / 2]] * DICE
    for dice, slots in zip(groups_in(record), scene.slots, strict=True):
        for die, (x, y) in zip(dice, slots, strict=True):
            places[die] = [x, y]
    return {**scene.as_data(), "dice": places, "faces": faces_of(record)}


def dice_in_flight(record: Any) -> list[int]:
    """The dice of a throw under way, whose faces are not known yet."""
    return dice_in(dice_in_throw(record))


def points_by_group(record: Any, objective: int, bonus: int) -> list[int]:
    """The points of an objective in each group, from the lead."""
    return [
        int(points_in(record, int(dice), objective, bonus))
        for dice in record.line[: record.places]
        if dice
    ]


def look_of(die: int, face: int) -> int:
    """The index of a die's colour and value, in the order of the notation and of objectives."""
    return VALUES * (die // DICE_OF_COLOUR) + face - 1

"""Geometry of the drawn road: groups of dice wrapped into lanes, like words into lines.

One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. The lead stands at
the right end of the first lane, by the flag. The direction alternates: the second lane runs back
from left to right, and so on. Dice are as large as the space allows.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Any

Data = dict[str, Any]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width, height

WIDTH, HEIGHT = 374, 250
LEFT, RIGHT = 19, 344  # between them stand the groups
TURN_LEFT, TURN_RIGHT = 9, 357  # where a winding road turns
CORNER = 12
BADGE = 12  # above a tile: the group's number
LANE_GAP = 6
LARGEST, SMALLEST = 40, 9  # dice
GOOD = 27  # a die of this size is large enough; below it, another lane is added
MOST_ROWS = 6  # of dice in a group
MOST_LANES = 7
GAP = 0  # among the sizes of groups, a gap card


@dataclass(frozen=True)
class Scene:
    """Positions and sizes of everything on a road."""

    size: float  # of a die
    tiles: tuple[Box, ...]  # the groups, from the lead
    slots: tuple[tuple[Point, ...], ...]  # the dice of each: their upper left corners
    gaps: tuple[Box, ...]  # the gap cards, from the lead
    joints: tuple[Point, ...]  # directly behind each group but the last
    road: str  # the path of its middle, from the flag to the tail
    flag: Point

    def as_data(self) -> Data:
        """Everything except the dice, as JSON data for the page."""
        return {
            "size": self.size,
            "tiles": [list(tile) for tile in self.tiles],
            "gaps": [list(gap) for gap in self.gaps],
            "joints": [list(joint) for joint in self.joints],
            "road": self.road,
            "flag": list(self.flag),
        }


@dataclass(frozen=True)
class Measures:
    """The measures of groups for a size of dice and a maximum number of rows."""

    size: int
    rows: int

    @property
    def pitch(self) -> float:
        """From one die to the next."""
        return self.size * 1.08

    @property
    def padding(self) -> float:
        return max(2.0, self.size * 0.11)

    @property
    def joint(self) -> float:
        """From one group to the next."""
        return max(7.0, self.size * 0.4)

    def shape(self, dice: int) -> tuple[int, int]:
        """Columns and rows of a group."""
        columns = ceil(dice / self.rows)
        return columns, ceil(dice / columns)

    def width(self, dice: int) -> float:
        if dice == GAP:
            return max(9.0, self.size * 0.5)
        return self.pitch * (self.shape(dice)[0] - 1) + self.size + 2 * self.padding

    def height(self, dice: int) -> float:
        if dice == GAP:
            return max(16.0, self.size * 1.1)
        return self.pitch * (self.shape(dice)[1] - 1) + self.size + 2 * self.padding

    def length(self, lane: list[int]) -> float:
        return sum(map(self.width, lane)) + self.joint * (len(lane) - 1)

    def depth(self, lane: list[int]) -> float:
        return max(map(self.height, lane)) + BADGE


@lru_cache(4096)
def scene_of(sizes: tuple[int, ...], largest: int = LARGEST) -> Scene:
    """The road of groups that have so many dice, from the lead; GAP is a gap card."""
    if not sizes:
        middle = HEIGHT / 2
        return Scene(LARGEST, (), (), (), (), winding([middle]), flag_at(middle))
    measures, lanes = arrangement(sizes, largest)
    return laid_out(measures, lanes)


def arrangement(sizes: tuple[int, ...], largest: int) -> tuple[Measures, list[list[int]]]:
    """Choose the layout: the fewest lanes in which dice are large enough, else the largest dice."""
    best: dict[int, tuple[Measures, list[list[int]]]] = {}
    for size in range(largest, SMALLEST - 1, -1):
        for rows in range(1, MOST_ROWS + 1):
            measures = Measures(size, rows)
            lanes = in_lanes(measures, sizes)
            if lanes and len(lanes) not in best:
                best[len(lanes)] = measures, lanes
        if best and (size <= GOOD or min(best) == 1):
            break
    enough = min(GOOD, largest)
    good = [count for count, (measures, _) in best.items() if measures.size >= enough]
    return best[min(good) if good else max(best, key=lambda count: best[count][0].size)]


def in_lanes(measures: Measures, sizes: tuple[int, ...]) -> list[list[int]] | None:
    """The groups wrapped into as few lanes as possible, evenly filled; None if they do not fit."""
    lanes = filled(measures, sizes, RIGHT - LEFT)
    if lanes is None or len(lanes) > MOST_LANES:
        return None
    depth = sum(map(measures.depth, lanes)) + LANE_GAP * (len(lanes) - 1)
    if depth > HEIGHT:
        return None
    room = ceil(measures.length(list(sizes)) / len(lanes))
    for length in range(room, RIGHT - LEFT, 6):
        even = filled(measures, sizes, length)
        if even is not None and len(even) == len(lanes):
            return even
    return lanes


def filled(measures: Measures, sizes: tuple[int, ...], length: float) -> list[list[int]] | None:
    """Greedy wrapping: lane after lane, none longer than `length`; None if a group is too wide."""
    lanes: list[list[int]] = [[]]
    widths = {dice: measures.width(dice) for dice in set(sizes)}
    if max(widths.values()) > length:
        return None
    taken = 0.0
    for dice in sizes:
        if lanes[-1] and taken + widths[dice] > length:
            lanes.append([])
            taken = 0.0
        lanes[-1].append(dice)
        taken += widths[dice] + measures.joint
    return lanes


def laid_out(measures: Measures, lanes: list[list[int]]) -> Scene:
    tiles: list[Box] = []
    slots: list[tuple[Point, ...]] = []
    gaps: list[Box] = []
    boxes: list[tuple[int, int, Box]] = []  # lane, dice, box
    depths = [measures.depth(lane) for lane in lanes]
    top = (HEIGHT - sum(depths) - LANE_GAP * (len(lanes) - 1)) / 2
    middles = []
    for number, (lane, depth) in enumerate(zip(lanes, depths, strict=True)):
        middle = top + BADGE + (depth - BADGE) / 2
        middles.append(middle)
        top += depth + LANE_GAP
        boxes += [(number, dice, box) for dice, box in in_lane(measures, lane, number, middle)]
    for _, dice, box in boxes:
        if dice == GAP:
            gaps.append(box)
        else:
            tiles.append(box)
            slots.append(places_in(measures, dice, box))
    return Scene(
        size=measures.size,
        tiles=tuple(tiles),
        slots=tuple(slots),
        gaps=tuple(gaps),
        joints=joints_of(boxes),
        road=winding(middles),
        flag=flag_at(middles[0]),
    )


def in_lane(
    measures: Measures, lane: list[int], number: int, middle: float
) -> list[tuple[int, Box]]:
    """A lane's groups and gap cards; the first lane begins at the right, the next at the left."""
    length = measures.length(lane)
    x = (LEFT + RIGHT - length) / 2
    standing = lane if number % 2 else lane[::-1]
    found: list[tuple[int, Box]] = []
    for dice in standing:
        width, height = measures.width(dice), measures.height(dice)
        found.append((dice, rounded(x, middle - height / 2, width, height)))
        x += width + measures.joint
    return found if number % 2 else found[::-1]


def places_in(measures: Measures, dice: int, box: Box) -> tuple[Point, ...]:
    """The upper left corners of a group's dice, row by row."""
    columns, _ = measures.shape(dice)
    return tuple(
        (
            round(box[0] + measures.padding + measures.pitch * (place % columns), 1),
            round(box[1] + measures.padding + measures.pitch * (place // columns), 1),
        )
        for place in range(dice)
    )


def joints_of(boxes: list[tuple[int, int, Box]]) -> tuple[Point, ...]:
    """The middle between each group and what follows it; at the turn, at the end of a lane."""
    found = []
    for (lane, dice, box), (next_lane, _, after) in pairwise(boxes):
        if dice == GAP:
            continue
        y = box[1] + box[3] / 2
        if lane == next_lane:
            first, second = sorted((box, after))
            x = (first[0] + first[2] + second[0]) / 2
        else:
            x = TURN_RIGHT if lane % 2 else TURN_LEFT
            y = (y + after[1] + after[3] / 2) / 2
        found.append((round(x, 1), round(y, 1)))
    return tuple(found)


def rounded(*numbers: float) -> Any:
    return tuple(round(number, 1) for number in numbers)


def flag_at(middle: float) -> Point:
    return (TURN_RIGHT, round(middle, 1))


def winding(middles: list[float]) -> str:
    """The SVG path of the road's middle: along each lane, and round the turns between them."""
    path = [f"M{TURN_RIGHT} {middles[0]:.1f}"]
    for lane, (middle, after) in enumerate(pairwise(middles)):
        turn, inwards = (TURN_RIGHT, -CORNER) if lane % 2 else (TURN_LEFT, CORNER)
        path.append(
            f"H{turn + inwards}Q{turn} {middle:.1f} {turn} {middle + CORNER:.1f}"
            f"V{after - CORNER:.1f}Q{turn} {after:.1f} {turn + inwards} {after:.1f}"
        )
    path.append(f"H{WIDTH if len(middles) % 2 == 0 else 0}")
    return "".join(path)

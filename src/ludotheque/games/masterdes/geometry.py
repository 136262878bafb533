"""Geometry of the drawn table of MasterDés.

One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. Two half-trays face
each other across a rim. Dice lie in the column of their face, so that equal ones meet at the rim,
and a die that is kept stays where it is, whatever falls beside it.
"""

from dataclasses import dataclass

from .duel import DICE, FACES
from .track import EXPERT

WIDTH = 377
MARGIN = 8
COLUMN = 49  # from one face to the next
MASTERS = MARGIN + FACES * COLUMN  # where the column of the MasterDés begins
LEDGER = 28  # the line outside each tray: its player and score
RIM = 56

SQUARE = 64  # a die is drawn in a square of so many units around its middle
DIE = 44
CROWDED = 38  # a die of three in one column
MASTER = 54
HELD = 0.42  # the size of a die in the hand, as a scale
DROP = 46  # from one die to the next in a column

#: Pairs of one face on the rim: how large their dice are, and where around the column's middle.
ON_THE_RIM: dict[int, tuple[float, tuple[float, ...]]] = {
    1: (25, (0,)),
    2: (22, (-11.5, 11.5)),
    3: (16, (-16.5, 0, 16.5)),
}
OUT_MASTER = 25


@dataclass(frozen=True)
class Place:
    """The middle of a thing, and its size as a scale of what is drawn."""

    x: float
    y: float
    scale: float

    @property
    def transform(self) -> str:
        return f"translate({self.x:g} {self.y:g}) scale({round(self.scale, 4):g})"


@dataclass(frozen=True)
class Layout:
    """The two trays: `near` is the seat of whoever looks, at the bottom."""

    near: int
    tray: float  # the height of one

    @classmethod
    def of(cls, near: int, level: int) -> "Layout":
        return cls(near, 100 if level == EXPERT else 126)

    @property
    def height(self) -> float:
        return 2 * (LEDGER + self.tray) + RIM

    @property
    def rim(self) -> float:
        """The rim's upper edge."""
        return LEDGER + self.tray

    def away(self, seat: int) -> int:
        """The direction away from the rim, as a sign: down for the near seat."""
        return 1 if seat == self.near else -1

    def tray_top(self, seat: int) -> float:
        return self.rim + RIM if seat == self.near else LEDGER

    def ledger(self, seat: int) -> float:
        """The middle of what is written at a tray's outer edge."""
        return self.height - LEDGER / 2 if seat == self.near else LEDGER / 2

    def middle(self, seat: int) -> float:
        return self.tray_top(seat) + self.tray / 2

    def die(self, seat: int, face: int, rank: int, count: int) -> Place:
        """A die in the column of its face, one of so many there; rank 0 is nearest to the rim."""
        size, step = DIE, float(DROP)
        if count == DICE:
            size, step = CROWDED, (self.tray - CROWDED - 6) / (DICE - 1)
        aside = (rank - (count - 1) / 2) * step
        return Place(
            column(face), round(self.middle(seat) + self.away(seat) * aside, 1), size / SQUARE
        )

    def master(self, seat: int) -> Place:
        return Place(master_column(), self.middle(seat), MASTER / SQUARE)

    def pair(self, seat: int, face: int, rank: int, count: int) -> Place:
        """A die that went out, on its own side of the rim, against the one that it equals."""
        size, asides = ON_THE_RIM[count]
        beside = self.rim + RIM / 2 + self.away(seat) * size / 2
        return Place(column(face) + asides[rank], beside, size / SQUARE)

    def lost_master(self, seat: int) -> Place:
        beside = self.rim + RIM / 2 + self.away(seat) * OUT_MASTER / 2
        return Place(MASTERS + 17, beside, OUT_MASTER / SQUARE)

    def edge(self, seat: int) -> float:
        """A tray's outer edge, where the hand is."""
        return self.tray_top(seat) + (self.tray - 14 if seat == self.near else 14)

    def hand(self, seat: int, held: int, *, opening: bool) -> Place:
        """A die not thrown yet: ready in the middle, or in the hand at the outer edge."""
        if opening:
            return Place(column(held + 3) - COLUMN / 2, self.middle(seat), DIE / SQUARE)
        return Place(column(held + 3) - COLUMN / 2, self.edge(seat), HELD)

    def held_master(self, seat: int, *, opening: bool) -> Place:
        if opening:
            return self.master(seat)
        return Place(master_column(), self.edge(seat), HELD)


def column(face: int) -> float:
    """The middle of a face's column."""
    return MARGIN + COLUMN * (face - 0.5)


def master_column() -> float:
    return (MASTERS + WIDTH - MARGIN) / 2

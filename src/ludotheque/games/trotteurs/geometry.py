"""Geometry of the drawn table of Les Trotteurs.

One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. A band is a lane of
a racecourse: DEPART on the left, the ten holes, BUT on the right. The dice and the cup are on top,
then one board large, then the others small.
"""

from dataclasses import dataclass
from functools import cached_property

from .board import BANDS, BUT, SORTIE

WIDTH = 374
MARGIN = 4
GAP = 5
STAGE = 82  # the height of the dice and the cup

#: For a number of other boards: how high their lanes are, and those of the large one.
LANES = {1: (24.0, 34.0), 2: (16.0, 30.0), 3: (15.0, 32.0), 4: (15.0, 32.0), 5: (10.0, 28.0)}
IN_TWO_COLUMNS = 3  # other boards or more

DIE = 50
DIE_PITCH = 57
DIE_TOP = 16


@dataclass(frozen=True)
class Board:
    """A board whose upper left corner is at (x, y)."""

    x: float
    y: float
    width: float
    lane: float  # the height of a band
    is_large: bool
    is_bare: bool = False  # nothing is written on it

    @property
    def head(self) -> float:
        """Above the lanes: whose board it is; on a large one the names of the places too."""
        if self.is_bare:
            return self.foot
        return 34 if self.is_large else 15

    @property
    def foot(self) -> float:
        """Below the lanes: the figures."""
        return 17 if self.is_large else 2.5

    @property
    def height(self) -> float:
        return self.head + BANDS * self.lane + self.foot

    @property
    def plate(self) -> float:
        """Left of the lanes: the colours' emblems."""
        return 45 if self.is_large else 15

    @property
    def stall(self) -> float:
        """The width of DEPART."""
        return 36 if self.is_large else 21

    @property
    def paddock(self) -> float:
        """The width of BUT."""
        return 42 if self.is_large else 24

    @property
    def pitch(self) -> float:
        """From one hole to the next."""
        return (self.width - self.plate - self.stall - self.paddock - MARGIN) / SORTIE

    @property
    def unit(self) -> float:
        """How large a hole with its sign may be."""
        return min(self.pitch, self.lane)

    @cached_property
    def columns(self) -> list[float]:
        """The middles of DEPART, of the holes 1 to 10 and of BUT, on the whole drawing."""
        first = self.x + self.plate + self.stall
        holes = [first + self.pitch * (hole + 0.5) for hole in range(SORTIE)]
        last = first + self.pitch * SORTIE
        return [first - self.stall / 2, *holes, last + self.paddock / 2]

    @cached_property
    def rows(self) -> list[float]:
        """The middles of the bands, on the whole drawing."""
        return [self.y + self.head + self.lane * (band + 0.5) for band in range(BANDS)]

    def spot(self, band: int, place: int) -> tuple[float, float]:
        """Where a trotter stands; nobody stands on SORTIE, so its number is that of BUT."""
        return self.columns[SORTIE + 1 if place == BUT else place], self.rows[band]

    @property
    def trotter_scale(self) -> float:
        """How large a trotter is; as it is drawn, it is 28 units high."""
        share = 0.96 if self.is_large else 0.88
        return round(min(self.lane * share, self.pitch * 1.1) / 28, 3)

    @property
    def halo(self) -> float:
        """The size of a sign behind a trotter, in the units of the trotter's drawing."""
        return 15.5 if self.is_large else 17.5


@dataclass(frozen=True)
class Layout:
    """The boards of all seats, one of them large."""

    seats: int
    large: int

    @cached_property
    def boards(self) -> list[Board]:
        """By seat."""
        first = self._large
        found = {self.large: first}
        top = first.y + first.height + GAP
        for place in range(self.seats - 1):
            found[(self.large + 1 + place) % self.seats] = self._small(place, top)
        return [found[seat] for seat in range(self.seats)]

    @property
    def height(self) -> float:
        return max(board.y + board.height for board in self.boards) + MARGIN

    @property
    def _others(self) -> int:
        return self.seats - 1

    @property
    def _large(self) -> Board:
        lane = LANES[self._others][1]
        return Board(MARGIN, STAGE + GAP, WIDTH - 2 * MARGIN, lane, is_large=True)

    def _small(self, place: int, top: float) -> Board:
        """The other boards from the next seat on; an odd last one of two columns in the middle."""
        lane, columns = LANES[self._others][0], 2 if self._others >= IN_TWO_COLUMNS else 1
        width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
        line, column = divmod(place, columns)
        is_alone = columns == 2 and place == self._others - 1 and column == 0
        x = (WIDTH - width) / 2 if is_alone else MARGIN + column * (width + GAP)
        board = Board(x, top, width, lane, is_large=False)
        return Board(x, top + line * (board.height + GAP), width, lane, is_large=False)


def die_at(die: int) -> tuple[float, float]:
    """The upper left corner of a die of the throw."""
    return MARGIN + 8 + DIE_PITCH * die, DIE_TOP

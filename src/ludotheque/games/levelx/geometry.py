"""Geometry of the drawn board of Level X.

One unit is one pixel of a phone 390 pixels wide; the drawing scales from there. Row 10 is on top,
and all X spaces stand in one column, as on the printed board.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from .groups import DICE, LOWEST_SUM, ROWS

Data = dict[str, Any]

TOP = 42  # above the first row: the bonus tiles, the seats' marks
PITCH = 46  # from one row to the next
FOOT = 34  # below the last row: the points
PLATE = 42  # left of the first column: the rows' numbers
SPACE = 44  # from one space to the next
STACK = 53  # right of the X: the chips left
WINNINGS = 100  # right of them: what the seats have won
MARGIN = 6

MOST_LAYERS = 12  # of a stack of chips, as far as it is drawn
LAYER = 2.4
TILE = 34
TILE_GAP = 6

DIE = 58
DIE_TOP = 18
DIE_PITCH = 84
TRAY_WIDTH, TRAY_HEIGHT = 377, 110

#: Where pawns that share a space stand around its middle, and how large they are there.
SHARES: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (1.0, ((0, 0),)),
    2: (0.72, ((-9.5, 0), (9.5, 0))),
    3: (0.66, ((-9.5, -8.5), (9.5, -8.5), (0, 9))),
    4: (0.66, ((-9.5, -9), (9.5, -9), (-9.5, 9), (9.5, 9))),
}
WAITING = 0.4  # the size of a pawn that is not on the board


def die_in_tray(die: int) -> float:
    """The left edge of a die."""
    return (TRAY_WIDTH - DIE_PITCH * (DICE - 1) - DIE) / 2 + DIE_PITCH * die


def middle_of_row(row: int) -> float:
    return TOP + PITCH * (ROWS - 1 - row + 0.5)


@dataclass(frozen=True)
class Board:
    """A board whose rows (5 first) have these lengths, the X space included."""

    lengths: tuple[int, ...]

    @property
    def stacks(self) -> float:
        """Where the stacks of chips begin."""
        return PLATE + SPACE * max(self.lengths)

    @property
    def width(self) -> float:
        return self.stacks + STACK + WINNINGS + MARGIN

    @property
    def height(self) -> float:
        return TOP + ROWS * PITCH + FOOT

    def space(self, row: int, space: int) -> tuple[float, float]:
        """The middle of a space, counted from 1."""
        x_column = self.stacks - SPACE / 2
        return x_column - SPACE * (self.lengths[row] - space), middle_of_row(row)

    def winnings(self, seat: int, seats: int) -> float:
        """The middle of a seat's column."""
        return self.stacks + STACK + WINNINGS / seats * (seat + 0.5)

    def tile(self, place: int, tiles: int) -> tuple[float, float]:
        """The left edge of a bonus tile, and its width."""
        step = min(TILE + TILE_GAP, (self.stacks + STACK - PLATE) / tiles)
        return PLATE + place * step, step - TILE_GAP

    def pawns(self, pawns: list[list[int]], row: int) -> list[Data]:
        """Every seat's pawn of a row; those off the board wait, unseen, at its left edge."""
        standing = Counter(spaces[row] for spaces in pawns)
        placed: Counter[int] = Counter()
        found = []
        for seat, spaces in enumerate(pawns):
            x, y, scale = PLATE / 2, middle_of_row(row), WAITING
            if space := spaces[row]:
                scale, places = SHARES[standing[space]]
                aside, randbelow = places[placed[space]]
                placed[space] += 1
                x, y = self.space(row, space)
                x, y = x + aside, y + randbelow
            found.append(
                {
                    "seat": seat,
                    "row": LOWEST_SUM + row,
                    "x": x,
                    "y": y,
                    "scale": scale,
                    "on_board": space > 0,
                }
            )
        return found


def layers_of(chips: int, row: int) -> list[float]:
    """The heights at which the chips of a row's stack are drawn, the lowest first."""
    drawn = min(chips, MOST_LAYERS)
    bottom = middle_of_row(row) + LAYER * MOST_LAYERS / 2 - 3
    return [round(bottom - LAYER * layer, 1) for layer in range(drawn)]

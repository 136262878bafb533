"""What a small game declares in its `table.py`: what lies on the table, and what can be played.

A game that is more than small writes each module of its folder by hand. A small one declares its
fields and moves with these classes, and `core.derived` makes everything else of them: snapshots,
sentences, the tables of terminal and browser, and what programs that learn are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .options import LocalizedText


@dataclass(frozen=True)
class Move:
    """One move: its code in the rules, and what people read for it.

    `said` tells the log what somebody did, such as "{name} holds."; without it, the label does.
    `rule` is the number of the rule that a player is shown who makes the move when it is not legal.
    `at` is the cell of a `Grid` on which a player taps for it: the field's name and the cell.
    """

    code: int
    label: LocalizedText
    said: LocalizedText | None = None
    rule: str | None = None
    at: tuple[str, int] | None = None


@dataclass(frozen=True)
class Field:
    """One field of the state, as people see it. The subclasses say how."""

    label: LocalizedText
    kind: ClassVar[str] = "number"
    is_per_seat: ClassVar[bool] = False  # whether its first index is a seat
    is_told: ClassVar[bool] = True  # whether sentences tell how it has changed

    def extras(self) -> dict[str, Any]:
        """What else a table needs to draw it."""
        return {}


class Number(Field):
    """A whole number, such as the points at stake."""


class Numbers(Field):
    """A list of whole numbers, or several lists."""

    kind = "numbers"
    is_told = False


class PerSeat(Field):
    """A whole number of each seat, or a list of each."""

    kind = "per_seat"
    is_per_seat = True


class Dice(Field):
    """The faces of one die or several that are thrown together; 0 for a die in the air.

    While a draw is awaited, the dice that are 0 are what is drawn, one after another.
    """

    kind = "dice"
    is_told = False


@dataclass(frozen=True)
class Track(Field):
    """Where each seat's pawn stands on a track; 0 is before the first space.

    `spaces` is the number of the last one, or the name of the field that has it.
    """

    spaces: int | str
    kind = "track"
    is_per_seat = True

    def extras(self) -> dict[str, Any]:
        return {"spaces": self.spaces}


@dataclass(frozen=True)
class Grid(Field):
    """The cells of a board, row by row: 0 is empty, 1 is a piece of the first seat, and so on."""

    columns: int
    kind = "grid"
    is_told = False

    def extras(self) -> dict[str, Any]:
        return {"columns": self.columns}


class Turn(Field):
    """The seat in turn. Tables show it anyway; sentences need it to say who throws."""

    kind = "turn"
    is_told = False


class Lot(Field):
    """A seat that is drawn by lot, such as the first one; −1 until then."""

    kind = "lot"
    is_told = False


@dataclass(frozen=True)
class Whole:
    """A whole number of an edition: as it is printed, and between which bounds it may be changed.

    The upper bounds give the sizes of the state's arrays.
    """

    printed: int
    low: int
    high: int


@dataclass(frozen=True)
class Wholes:
    """A list of whole numbers of an edition; of as many as are printed, unless bounds are given."""

    printed: tuple[int, ...]
    low: int
    high: int
    least: int | None = None
    most: int | None = None


Component = Whole | Wholes

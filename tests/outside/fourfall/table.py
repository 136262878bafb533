"""What lies on the table of Fourfall."""

from ludotheque.core.declared import Dice, Grid, Move, PerSeat, Turn
from ludotheque.core.options import LocalizedText

from .rules import CELLS, COLUMNS

FIELDS = {
    "turn": Turn(LocalizedText(fr="Au tour de", en="In turn")),
    "die": Dice(LocalizedText(fr="Le dé", en="The die")),
    "board": Grid(LocalizedText(fr="Le plateau", en="The board"), columns=COLUMNS),
    "longest": PerSeat(LocalizedText(fr="Plus longue ligne", en="Longest row")),
}


def named(cell: int) -> str:
    """A cell as players call it: the column's letter, and the row from the bottom."""
    return f"{'abcdef'[cell % COLUMNS]}{(CELLS - 1 - cell) // COLUMNS + 1}"


MOVES = {
    named(cell): Move(
        cell,
        LocalizedText(fr=f"Case {named(cell)}", en=f"Cell {named(cell)}"),
        rule="FF-2",
        at=("board", cell),
    )
    for cell in range(CELLS)
}

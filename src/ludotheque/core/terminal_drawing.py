"""Drawing code shared by all tables in the terminal: dice, and the marks of seats.

A seat's mark has its own shape as well as its own colour, for people who do not see colours.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from rich.text import Text

#: Colour and shape of the seats, in seat order.
SEATS = (
    ("bright_red", "●"),
    ("dodger_blue1", "■"),
    ("green3", "▲"),
    ("gold1", "◆"),
    ("medium_orchid", "★"),
    ("grey82", "✚"),
)
PAPER = "black on rgb(251,246,234)"
BRASS = "rgb(196,154,58)"
VERMILION = "rgb(217,72,43)"

#: Where a face has its pips: three lines of three places.
PIPS = {
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}


def seat_style(seat: int) -> str:
    return f"bold {SEATS[seat][0]}"


def seat_mark(seat: int) -> Text:
    """The shape of a seat, in its colour."""
    return Text(SEATS[seat][1], style=seat_style(seat))


def die(face: int) -> Text:
    """A die, five lines high, seen from above."""
    lines = ["╭───────╮", *(f"│ {' '.join(line)} │" for line in PIPS[face]), "╰───────╯"]
    return Text("\n".join(lines), style=PAPER)


def single_lines(lines: Iterable[Text]) -> Iterator[Text]:
    """Lines that are never wrapped: what is too wide ends in an ellipsis."""
    for line in lines:
        line.rstrip()
        line.no_wrap, line.overflow = True, "ellipsis"
        yield line


def without_accents(text: str) -> str:
    """A text in lower case, its accents removed."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def in_columns(table: list[Any], gap: int, right: range = range(0)) -> list[Text]:
    """Rows of cells aligned in columns, `gap` apart; the columns in `right` are right-aligned."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*table, strict=True)]
    lines = []
    for cells in table:
        line = Text()
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            space = " " * (width - cell.cell_len)
            line.append(" " * gap if place else "")
            line.append_text(Text(space) + cell if place in right else cell + Text(space))
        lines.append(line)
    return lines


def side_by_side(left: list[Text], right: list[Text], gap: int) -> list[Text]:
    """Two blocks of lines beside each other, `gap` columns apart."""
    width = widest(left) + gap
    lines = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        lines.append(one + Text(" " * (width - one.cell_len)) + other)
    return lines


def widest(lines: list[Text]) -> int:
    return max(line.cell_len for line in lines)


def dice_lines(faces: list[int]) -> list[Text]:
    """Dice side by side."""
    return in_columns(list(zip(*(die(face).split() for face in faces), strict=True)), gap=1)


def seat_cell(seat: int, name: str, playing: int | None) -> Text:
    """A seat's mark and name, with an arrow for whose turn it is."""
    arrow = ("▸ " if seat == playing else "  ", VERMILION)
    return Text.assemble(arrow, seat_mark(seat), " ", (name, seat_style(seat)))

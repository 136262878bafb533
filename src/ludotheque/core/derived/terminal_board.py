"""The derived table as Rich renderables: each kind of field has its own drawing."""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from ..declared import Dice, Field, Grid, Number, Numbers, PerSeat, Track
from ..language import Language, readable
from ..state import State
from ..terminal_drawing import (
    BRASS,
    PIPS,
    VERMILION,
    dice_lines,
    in_columns,
    seat_cell,
    seat_mark,
    single_lines,
)
from .browser import POINTS
from .declaration import declaration_of

SPACE_WIDTH = 3  # columns of a space of a track with one pawn on it


class Board:
    """What lies on the table, and below it what every seat has."""

    def __init__(self, state: State, names: list[str], language: Language) -> None:
        self.state, self.names, self.language = state, names, language
        self.fields = declaration_of(state.game).fields
        self.values = declaration_of(state.game).values(state.record)
        self.playing = state.seat if state.seat is not None else state.roller

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines: list[Text] = []
        for name, field in self.fields.items():
            drawn = self.drawn(field, self.values[name], options.max_width)
            if drawn:
                lines += [*drawn, Text()]
        yield from single_lines([*lines, *self.seats()])

    def drawn(self, field: Field, value: Any, width: int) -> list[Text]:
        label = Text(field.label[self.language.code], style="dim")
        match field:
            case Dice():
                return [label, *dice_drawn(value)]
            case Track():
                return [label, *self.track(field, value, width)]
            case Grid():
                return [label, *grid(field, value)]
            case Number():
                return [Text.assemble(label, "  ", (str(readable(value)), f"bold {BRASS}"))]
            case Numbers():
                return [Text.assemble(label, "  ", (listed(value), BRASS))]
        return []

    def track(self, field: Track, pawns: list[int], width: int) -> list[Text]:
        """The spaces in order, in as many lines as they need; before them, who has not begun."""
        spaces = field.spaces if isinstance(field.spaces, int) else self.state.record[field.spaces]
        start = Text(f"{self.language('start')} ", style="dim")
        cells = [start.append_text(marks(pawns, 0)) if 0 in pawns else start.append("–")]
        for space in range(1, int(spaces) + 1):
            here = marks(pawns, space)
            empty = ("★", VERMILION) if space == int(spaces) else ("·", "dim")
            cells.append(Text.assemble(("[", "dim"), here or empty, ("]", "dim")))
        return wrapped(cells, width)

    def seats(self) -> list[Text]:
        """A line for each seat: its points, and its numbers."""
        columns = {
            name: field
            for name, field in self.fields.items()
            if isinstance(field, PerSeat) and name not in POINTS
        }
        heads = [
            self.language("points"),
            *(each.label[self.language.code] for each in columns.values()),
        ]
        table: list[list[Text]] = [[Text(), *(Text(head, style="dim") for head in heads)]]
        for seat, name in enumerate(self.names):
            points = Text(str(readable(self.state.points[seat])), style=f"bold {BRASS}")
            own = (Text(listed(self.values[column][seat])) for column in columns)
            table.append([seat_cell(seat, name, self.playing), points, *own])
        return in_columns(table, 2, right=range(1, len(heads) + 1))


def dice_drawn(value: int | list[int]) -> list[Text]:
    """Dice side by side, as pictures where they have pips; those in the air are left out."""
    faces = [face for face in (value if isinstance(value, list) else [value]) if face]
    if not faces:
        return [Text("–", style="dim")]
    if all(face in PIPS for face in faces):
        return dice_lines(faces)
    return [Text("  ".join(map(str, faces)), style="bold")]


def grid(field: Grid, cells: list[int]) -> list[Text]:
    """The rows of a board; the pieces of a seat are its marks."""
    rows = []
    for first in range(0, len(cells), field.columns):
        row = cells[first : first + field.columns]
        parts = [seat_mark(each - 1) if each else Text("·", style="dim") for each in row]
        rows.append(Text("  ") + Text("  ").join(parts))
    return rows


def marks(pawns: list[int], space: int) -> Text:
    return Text().join(seat_mark(seat) for seat, at in enumerate(pawns) if at == space)


def wrapped(cells: list[Text], width: int) -> list[Text]:
    """Cells one after another, in lines of at most `width` columns."""
    lines = [Text()]
    for cell in cells:
        if lines[-1].cell_len + cell.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(cell)
    return lines


def listed(value: Any) -> str:
    """A number, or numbers in a row; lists of lists with a bar between them."""
    if not isinstance(value, list):
        return str(readable(value))
    return (" | " if value and isinstance(value[0], list) else " ").join(map(listed, value)) or "–"

"""The table of Level X in the terminal."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from .._terminal import BRASS, VERMILION, dice_row, seat_mark, seat_style
from .groups import HIGHEST_SUM, LOWEST_SUM, ROWS
from .notation import PASS

Snapshot = dict[str, Any]


def board(state: State, names: list[str], language: Language) -> RenderableType:
    """Everything on the table: the rows, what everybody has, and the dice if they lie there."""
    seen = state.snapshot()
    spaces = state.record.spaces.tolist()
    parts: list[RenderableType] = [
        rows(seen, spaces, language),
        Text(),
        holdings(state, names, language),
    ]
    if seen["dice"]:
        parts += [Text(), dice_row(seen["dice"])]
    return Group(*parts)


def rows(seen: Snapshot, spaces: list[int], language: Language) -> Table:
    """The board, row 10 on top; all X spaces in one column, as on the printed one."""
    table = Table(box=None, pad_edge=True, padding=(0, 1), show_header=True, header_style="dim")
    table.add_column(language("row"), justify="right", style="bold")
    for space in range(1, max(spaces)):
        table.add_column(str(max(spaces) - space), justify="center")
    table.add_column("X", justify="center", header_style=f"bold {VERMILION}")
    table.add_column(language("chips"), no_wrap=True)
    for row in reversed(range(ROWS)):
        table.add_row(*row_cells(seen, row, spaces[row], max(spaces), language))
    return table


def row_cells(
    seen: Snapshot, row: int, length: int, longest: int, language: Language
) -> list[RenderableType]:
    chips = seen["chips"][row]
    closed = chips == 0
    cells: list[RenderableType] = [Text(str(LOWEST_SUM + row), style="dim" if closed else "bold")]
    for column in range(1, longest + 1):
        space = column - (longest - length)
        cells.append(Text() if space < 1 else space_cell(seen, row, space, length, closed))
    if closed:
        cells.append(Text(language("closed"), style="dim italic"))
    else:
        cells.append(Text.assemble(("◉" * chips, BRASS), (f" {chips}", "dim")))
    return cells


def space_cell(seen: Snapshot, row: int, space: int, length: int, closed: bool) -> Text:
    """A space with the pawns that stand on it."""
    cell = Text("[", style="dim")
    here = [seat for seat, pawns in enumerate(seen["pawns"]) if pawns[row] == space]
    for seat in here:
        cell.append_text(seat_mark(seat))
    if not here:
        empty = "×" if closed else ("X" if space == length else "·")
        cell.append(empty, style=VERMILION if empty == "X" else "dim")
    return cell.append("]", style="dim")


def holdings(state: State, names: list[str], language: Language) -> Table:
    """What every seat has won."""
    seen = state.snapshot()
    table = Table(box=None, pad_edge=True, padding=(0, 1), header_style="dim")
    table.add_column("")
    table.add_column(language("points"), justify="right", style=f"bold {BRASS}")
    for row in range(LOWEST_SUM, HIGHEST_SUM + 1):
        table.add_column(f"×{row}", justify="right")
    table.add_column(language("bonus tiles"), style=BRASS)
    playing = state.seat if state.awaits == "move" else state.roller
    for seat, name in enumerate(names):
        label = Text.assemble(
            ("▸ " if seat == playing else "  ", VERMILION),
            seat_mark(seat),
            " ",
            (name, seat_style(seat)),
        )
        won = [
            Text(str(count) if count else "·", style="" if count else "dim")
            for count in seen["won"][seat]
        ]
        bonus = " ".join(map(str, seen["bonus"][seat])) or "·"
        table.add_row(label, str(seen["scores"][seat]), *won, bonus)
    left = " ".join(map(str, seen["tiles"])) or language("none")
    table.caption = language("bonus tiles left: {tiles}", tiles=left)
    table.caption_justify = "left"
    return table


def tidied(text: str) -> str:
    """What somebody typed, as the notation writes it: 6,5 5 is 5 5 6, p and 0 are passing."""
    words = text.replace(",", " ").replace("+", " ").split()
    if [word.lower() for word in words] in (["p"], ["pass"], ["passe"], ["passer"]):
        return PASS
    if words and all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        return " ".join(map(str, sorted(map(int, words))))
    return " ".join(words)

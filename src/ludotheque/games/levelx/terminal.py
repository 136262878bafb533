"""The table of Level X in the terminal."""

import re
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from .._terminal import BRASS, VERMILION, die, seat_mark, seat_style
from .groups import HIGHEST_SUM, LOWEST_SUM, ROWS
from .notation import PASS

Snapshot = dict[str, Any]
GAP = 3  # columns between the rows and what lies beside them


def board(state: State, names: list[str], language: Language) -> RenderableType:
    """Everything on the table: the rows, the tiles and dice beside them, what everybody has."""
    seen = state.snapshot()
    spaces = state.record.spaces.tolist()
    return Group(
        Rows(seen, spaces, language), Text(), holdings(seen, names, to_act(state), language)
    )


def to_act(state: State) -> int | None:
    return state.seat if state.awaits == "move" else state.roller


class Rows:
    """The rows with tiles and dice beside them; below, where the screen is too narrow."""

    def __init__(self, seen: Snapshot, spaces: list[int], language: Language) -> None:
        self.beside = beside(seen, language)
        self.drawn = rows(seen, spaces, language, show_every_chip=True)
        self.brief = rows(seen, spaces, language, show_every_chip=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - width_of(dice_in([6] * 4), console, options) - GAP
        fitting = [
            each for each in (self.drawn, self.brief) if width_of(each, console, options) <= room
        ]
        if not fitting:
            yield Group(self.brief, self.beside)
            return
        table = Table.grid(padding=(0, GAP, 0, 0))
        table.add_row(fitting[0], self.beside)
        yield table


def width_of(drawn: RenderableType, console: Console, options: ConsoleOptions) -> int:
    """How wide it would like to be."""
    wide = options.update(max_width=1000)
    return Measurement.get(console, wide, drawn).maximum


def rows(seen: Snapshot, spaces: list[int], language: Language, *, show_every_chip: bool) -> Table:
    """The board, row 10 on top; all X spaces in one column, as on the printed one."""
    longest = max(spaces)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(language("row"), justify="right", no_wrap=True)
    for _ in range(1, longest):
        table.add_column("", justify="center", no_wrap=True)
    table.add_column("X", justify="center", header_style=f"bold {VERMILION}", no_wrap=True)
    table.add_column(language("chips"), no_wrap=True)
    for row in reversed(range(ROWS)):
        left = seen["chips"][row]
        cells = [Text(str(LOWEST_SUM + row), style="bold" if left else "dim")]
        for column in range(1, longest + 1):
            space = column - (longest - spaces[row])
            cells.append(Text() if space < 1 else space_cell(seen, row, space, spaces[row]))
        table.add_row(*cells, chips_cell(left, language, show_every_chip))
    return table


def space_cell(seen: Snapshot, row: int, space: int, length: int) -> Text:
    """A space with the pawns that stand on it."""
    cell = Text("[", style="dim")
    here = [seat for seat, pawns in enumerate(seen["pawns"]) if pawns[row] == space]
    for seat in here:
        cell.append_text(seat_mark(seat))
    if not here:
        closed = not seen["chips"][row]
        empty = "×" if closed else ("X" if space == length else "·")
        cell.append(empty, style=VERMILION if empty == "X" else "dim")
    return cell.append("]", style="dim")


def chips_cell(left: int, language: Language, show_every_chip: bool) -> Text:
    if not left:
        return Text(language("closed"), style="dim italic")
    chips = "◉" * left if show_every_chip else "◉"
    return Text.assemble((chips, BRASS), (f" {left}", "dim"))


def beside(seen: Snapshot, language: Language) -> Group:
    """The bonus tiles left, the last round, and the dice if they lie there."""
    tiles = " ".join(map(str, seen["tiles"])) or language("none")
    parts: list[RenderableType] = [
        Text.assemble((language("bonus tiles left: "), "dim"), (tiles, BRASS)),
        Text(language("last round") if seen["last_round"] else "", style=f"bold {VERMILION}"),
    ]
    if seen["dice"]:
        parts.append(dice_in(seen["dice"]))
    return Group(*parts)


def dice_in(faces: list[int]) -> Table:
    """Dice side by side."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row(*map(die, faces))
    return table


def holdings(seen: Snapshot, names: list[str], playing: int | None, language: Language) -> Table:
    """What every seat has won; an arrow points at whose turn it is."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis")
    table.add_column(language("points"), justify="right", style=f"bold {BRASS}", no_wrap=True)
    for row in range(LOWEST_SUM, HIGHEST_SUM + 1):
        table.add_column(f"×{row}", justify="right", no_wrap=True)
    table.add_column(language("bonus tiles"), style=BRASS, no_wrap=True)
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
    return table


def tidied(text: str) -> str:
    """What somebody typed, as the notation writes it: `6,5 5` and `6 2+3 5` are `5 5 6`."""
    words = re.sub(r"\s*\+\s*", "+", text.replace(",", " ")).split()
    if [word.lower() for word in words] in (["p"], ["pass"], ["passe"], ["passer"]):
        return PASS
    if words and all(re.fullmatch(r"\d{1,2}(\+\d){0,3}", word, re.ASCII) for word in words):
        return " ".join(map(str, sorted(sum(map(int, word.split("+"))) for word in words)))
    return " ".join(words)

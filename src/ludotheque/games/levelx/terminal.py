"""The table of Level X for the terminal, as Rich renderables."""

import re
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from ...core.language import Language
from ...core.state import State
from ...core.terminal_drawing import (
    BRASS,
    VERMILION,
    dice_lines,
    in_columns,
    seat_cell,
    seat_mark,
    side_by_side,
    single_lines,
    widest,
)
from .groups import HIGHEST_SUM, LOWEST_SUM, ROWS
from .notation import PASS

Snapshot = dict[str, Any]
GAP = 3  # columns between the rows and what lies beside them
NARROW = 60  # columns; below, everything moves closer together
SHORTEST_NAME = 12  # columns that a seat keeps where names must be cut


def board(
    state: State, names: list[str], language: Language, seat: int | None = None
) -> RenderableType:
    """Everything on the table, as wide as there is room for."""
    return Board(state, names, language)


class Board:
    """The rows, tiles and dice beside them (or below), and what everybody has."""

    def __init__(self, state: State, names: list[str], language: Language) -> None:
        self.seen = state.snapshot()
        self.spaces = state.record.spaces.tolist()
        self.to_act = state.seat if state.awaits == "move" else state.roller
        self.names = names
        self.language = language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        lines = self._upper(width)
        lines += [Text(), *holdings(self.seen, self.names, self.to_act, self.language, width)]
        yield from single_lines(lines)

    def _upper(self, width: int) -> list[Text]:
        """The rows and what lies beside them; every chip is drawn where there is room."""
        dice_width = widest(dice_lines([6] * 4))
        side = beside(self.seen, self.language, draw_dice=dice_width <= width)
        for every_chip in (True, False):
            drawn = rows(self.seen, self.spaces, self.language, every_chip)
            if widest(drawn) + GAP + dice_width <= width:
                return side_by_side(drawn, side, GAP)
        return [*drawn, *side]


def rows(seen: Snapshot, spaces: list[int], language: Language, every_chip: bool) -> list[Text]:
    """The board, row 10 on top; all X spaces in one column, as on the printed one."""
    longest = max(spaces)
    header = [Text(language("row"), style="dim"), *[Text()] * (longest - 1)]
    header += [Text(" X", style=f"bold {VERMILION}"), Text(language("chips"), style="dim")]
    table = [header]
    for row in reversed(range(ROWS)):
        left = seen["chips"][row]
        cells = [Text(str(LOWEST_SUM + row), style="bold" if left else "dim")]
        for column in range(1, longest + 1):
            space = column - (longest - spaces[row])
            cells.append(Text() if space < 1 else space_cell(seen, row, space, spaces[row]))
        table.append([*cells, chips_cell(left, language, every_chip)])
    return in_columns(table, gap=1, right=range(1))


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


def chips_cell(left: int, language: Language, every_chip: bool) -> Text:
    if not left:
        return Text(language("closed"), style="dim italic")
    chips = "◉" * left if every_chip else "◉"
    return Text.assemble((chips, BRASS), (f" {left}", "dim"))


def beside(seen: Snapshot, language: Language, *, draw_dice: bool) -> list[Text]:
    """The bonus tiles left, the last round, and the dice if they lie there."""
    tiles = " ".join(map(str, seen["tiles"])) or language("none")
    lines = [
        Text.assemble((language("bonus tiles left: "), "dim"), (tiles, BRASS)),
        Text(language("last round") if seen["last_round"] else "", style=f"bold {VERMILION}"),
    ]
    if not seen["dice"]:
        return lines
    if draw_dice:
        return lines + dice_lines(seen["dice"])
    return [*lines, Text("-".join(map(str, seen["dice"])), style="bold")]


def holdings(
    seen: Snapshot, names: list[str], playing: int | None, language: Language, width: int
) -> list[Text]:
    """What every seat has won; an arrow points at whose turn it is."""
    values = range(LOWEST_SUM, HIGHEST_SUM + 1)
    headings = [language("points"), *(f"×{row}" for row in values), language("bonus tiles")]
    table = [[Text(), *(Text(heading, style="dim") for heading in headings)]]
    for seat, name in enumerate(names):
        won = (
            Text(str(count) if count else "·", style="" if count else "dim")
            for count in seen["won"][seat]
        )
        bonus = " ".join(map(str, seen["bonus"][seat])) or "·"
        points = Text(str(seen["scores"][seat]), style=f"bold {BRASS}")
        table.append([seat_cell(seat, name, playing), points, *won, Text(bonus, style=BRASS)])
    gap = 1 if width < NARROW else 2
    too_wide = widest(in_columns(table, gap)) - width
    if too_wide > 0:
        room = max(SHORTEST_NAME, max(line[0].cell_len for line in table) - too_wide)
        for line in table:
            line[0].truncate(room, overflow="ellipsis")
    return in_columns(table, gap, right=range(1, len(headings)))


def normalize_move(text: str) -> str:
    """What somebody typed, as the notation writes it: `6,5 5` and `6 2+3 5` are `5 5 6`."""
    words = re.sub(r"\s*\+\s*", "+", text.replace(",", " ")).split()
    if [word.lower() for word in words] in (["p"], ["pass"], ["passe"], ["passer"]):
        return PASS
    if words and all(re.fullmatch(r"\d{1,2}(\+\d){0,3}", word, re.ASCII) for word in words):
        return " ".join(map(str, sorted(sum(map(int, word.split("+"))) for word in words)))
    return " ".join(words)

"""The table as text or as SVG: what the terminal shows, for notebooks and environments."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .state import State

WIDTH = 100  # columns
ENGLISH = "en"
#: Rich names fonts of another server in its pictures; we ask nobody for anything.
FONT_FACE = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)


def board(state: State, names: list[str] | None = None, seat: int | None = None) -> Any:
    """What a seat sees of the table, for Rich; without a seat, what everybody sees."""
    named = names or [f"seat {number}" for number in range(state.players)]
    return state.game.terminal.board(state, named, state.game.language(ENGLISH), seat)


def board_text(state: State, names: list[str] | None = None, seat: int | None = None) -> str:
    """The board as plain text."""
    from rich.console import Console

    console = Console(width=WIDTH, color_system=None, force_terminal=False, highlight=False)
    with console.capture() as captured:
        console.print(board(state, names, seat))
    return captured.get()


def board_svg(state: State, names: list[str] | None = None, seat: int | None = None) -> str:
    """The board as a picture in SVG, with the colours of the terminal."""
    from rich.console import Console

    console = Console(
        width=WIDTH,
        color_system="truecolor",
        file=StringIO(),
        force_terminal=True,
        highlight=False,
        record=True,
    )
    console.print(board(state, names, seat))
    return FONT_FACE.sub("", console.export_svg(title=state.game.title))


def print_board(state: State, names: list[str] | None = None, seat: int | None = None) -> None:
    """Print the board in colours, as the terminal shows it."""
    from rich.console import Console

    Console().print(board(state, names, seat))

"""The table as text: what the terminal shows, without its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.state import State

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100  # columns
ENGLISH = "en"


def board(state: State, names: list[str], seat: int | None) -> Any:
    """What a seat sees of the table, for Rich; without a seat, what everybody sees."""
    return state.game.terminal.board(state, names, state.game.language(ENGLISH), seat)


def board_text(state: State, names: list[str], seat: int | None) -> str:
    """The board as plain text."""
    from rich.console import Console

    console = Console(width=WIDTH, color_system=None, force_terminal=False, highlight=False)
    with console.capture() as captured:
        console.print(board(state, names, seat))
    return captured.get()


def print_board(
    state: State, names: list[str], seat: int | None, console: Console | None = None
) -> None:
    """Print the board in colours, as the terminal shows it."""
    from rich.console import Console

    (console or Console()).print(board(state, names, seat))

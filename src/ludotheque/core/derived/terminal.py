"""The table in the terminal, derived from the fields that a game declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import defaults
from ..language import Language
from .narration import Narration

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State


class Terminal(defaults.Terminal):
    def __init__(self, game: Game) -> None:
        self._game = game

    def board(self, state: State, names: list[str], language: Language, seat: int | None) -> Any:
        from .terminal_board import Board  # Rich is imported where something is drawn

        return Board(state, names, language)

    def normalize_move(self, text: str) -> str:
        """A typed move in the notation's spelling, whatever the case of its letters."""
        typed = " ".join(text.split())
        notation = self._game.notation
        return typed.lower() if notation.read_move(typed) is None else typed

    def move_name(self, move: str, language: Language) -> str:
        label = Narration(self._game).move_label(move, language)
        return move if label == move else f"{move} · {label}"

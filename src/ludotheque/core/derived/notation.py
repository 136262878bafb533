"""Moves as text, derived: the texts of `MOVES`, or codes as numbers where none are declared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import defaults
from ..errors import BadGame, IllegalMove, shown
from ..research.actions import CHARACTERS
from ..rule import DRAW, END
from .declaration import declaration_of

if TYPE_CHECKING:
    from ..game import Game

RULE_NUMBER = re.compile(r"\*\*([A-Z]{2}-\d+)\*\*")
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")  # what str() of a code can be
MOST_LISTED = 12  # moves that an error lists


class Notation(defaults.Notation):
    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def VOCABULARY(self) -> Sequence[str]:  # noqa: N802  a constant
        return tuple(declaration_of(self._game).moves) or CHARACTERS

    def write_move(self, move: int) -> str:
        declaration = declaration_of(self._game)
        known = declaration.move_of_code.get(move)
        if known is None and declaration.moves:
            raise BadGame(
                "{file}: {hook} is missing; required: {required}",
                file=str(self._game.folder / "table.py"),
                hook=f"MOVES: {move}",
                required="list_moves writes this code; a Move for each of its codes",
            )
        return str(move) if known is None else known[0]

    def read_move(self, text: object) -> int | None:
        if not isinstance(text, str):
            return None
        moves = declaration_of(self._game).moves
        if moves:
            return moves[text].code if text in moves else None
        return int(text) if NUMBER.fullmatch(text) else None

    def why_illegal(self, state: Any, text: object) -> IllegalMove:
        moves = declaration_of(self._game).moves
        known = moves.get(text) if isinstance(text, str) else None
        rule = (known.rule if known else None) or self._first_rule
        if state.awaits == DRAW:
            return IllegalMove("not_awaited", rule, "no move is awaited: a throw comes first")
        if state.awaits == END:
            return IllegalMove("over", rule, "the match is over")
        legal = self._legal(state)
        if moves and known is None:
            return IllegalMove(
                "unreadable",
                rule,
                "{text!r} is no move; legal now: {legal}",
                text=text,
                legal=legal,
            )
        return IllegalMove(
            "not_legal", rule, "{text!r} is not legal now; legal: {legal}", text=text, legal=legal
        )

    def _legal(self, state: Any) -> str:
        import numpy as np

        codes = np.zeros(self._game.rules.MOST_MOVES, np.int64)
        count = int(self._game.rules.list_moves(state, codes))
        texts = [self.write_move(int(code)) for code in codes[: min(count, MOST_LISTED)]]
        return ", ".join(map(shown, texts)) + (", …" if count > MOST_LISTED else "")

    @cached_property
    def _first_rule(self) -> str:
        """The first number of the rulebook: what a player reads who knows no better place."""
        page = self._game.folder / "RULES.en.md"
        found = RULE_NUMBER.search(page.read_text("utf-8")) if page.exists() else None
        return found[1] if found else self._game.id

"""The names of draws, derived from the labels of the fields that they fill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import defaults
from ..declared import Dice, Lot
from ..language import Language
from .declaration import declaration_of
from .positions import DIE

if TYPE_CHECKING:
    from ..draws import Draw
    from ..game import Game

Seat = int | None
PIPS = {str(face) for face in range(1, 7)}  # faces of which there are pictures


class Throws(defaults.Throws):
    def __init__(self, game: Game) -> None:
        self._game = game

    def draw_name(self, draw: Draw, names: list[str], language: Language) -> str:
        """The field's label, numbered as the draw is."""
        if draw.what == DIE:
            return language("die")
        for field in declaration_of(self._game).of_kind(Dice, Lot).values():
            if draw.what.startswith(field.label.en):
                return field.label[language.code] + draw.what.removeprefix(field.label.en)
        return draw.what

    def face_name(self, draw: Draw, text: str, language: Language) -> str:
        return text

    def owner(self, draw: Draw, turn: Seat) -> Seat:
        return None if draw.of_seats else turn

    def face_picture(self, draw: Draw, text: str) -> dict[str, str] | None:
        is_plain = draw.kind == DIE and len(draw.faces) <= len(PIPS) and text in PIPS
        return {"symbol": f"die-{text}"} if is_plain else None

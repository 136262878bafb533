"""Snapshots and pending draws, derived from the fields that a game declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import defaults
from ..declared import Dice, Lot
from ..draws import Draw, seat_draw
from ..errors import BadGame
from .declaration import Declaration, declaration_of

if TYPE_CHECKING:
    from ..game import Game

DIE = "die"


class Positions(defaults.Positions):
    def __init__(self, game: Game) -> None:
        self._game = game

    def snapshot(self, state: Any, seat: object = None) -> dict[str, Any]:
        """All declared fields: nothing of an open game is secret."""
        if self._game.secrets:
            raise BadGame(
                "{file} is missing; required: {required}",
                file=f"snapshot(state, seat) in {self._game.folder / 'positions.py'}",
                required="what each seat may know, since GAME.secrets is True",
            )
        return declaration_of(self._game).values(state)

    def pending_draws(self, state: Any) -> list[Draw]:
        """A lot that is still to be drawn; else the dice in the air; else a die without a name."""
        declaration, size = declaration_of(self._game), int(state.draw_size)
        values = declaration.values(state)
        for name, field in declaration.of_kind(Lot).items():
            if values[name] < 0:
                return [seat_draw("seat", field.label.en, size)]
        faces = tuple(str(face) for face in range(1, size + 1))
        in_air = dice_in_air(declaration, state)
        if not in_air:
            return [Draw(DIE, DIE, faces)]
        return [
            Draw(DIE, draw_text(declaration.fields[name].label.en, place + 1, values[name]), faces)
            for name, place in in_air
        ]


def dice_in_air(declaration: Declaration, state: Any) -> list[tuple[str, int]]:
    """The dice that are being thrown, by field and place: those that are 0, of the first field."""
    values = declaration.values(state)
    if any(values[name] < 0 for name in declaration.of_kind(Lot)):
        return []
    for name in declaration.of_kind(Dice):
        value = values[name]
        dice = value if isinstance(value, list) else [value]
        if 0 in dice:
            return [(name, place) for place, face in enumerate(dice) if face == 0]
    return []


def draw_text(label: str, number: int, dice: Any) -> str:
    """Which die it is: by its label alone, or numbered where there are several."""
    return f"{label} {number}" if isinstance(dice, list) and len(dice) > 1 else label

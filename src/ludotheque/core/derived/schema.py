"""The shape of a snapshot, derived from the fields that a game declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from .declaration import declaration_of

if TYPE_CHECKING:
    from ..declared import Field
    from ..game import Game


class Schema:
    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def Snapshot(self) -> type:  # noqa: N802  as a module has it, a class
        declaration = declaration_of(self._game)
        shapes = {
            name: described(self._game, name, each) for name, each in declaration.fields.items()
        }
        shape: type = TypedDict("Snapshot", shapes)  # type: ignore[misc]  # made at run time
        shape.__doc__ = f"A position of {self._game.title}."
        return shape


def described(game: Game, name: str, field: Field) -> Any:
    """The type of a field: whole numbers, in as many lists as it has dimensions; and its label."""
    shape: Any = int
    for _ in game.rules.STATE[name].shape:
        shape = list[shape]
    return Annotated[shape, field.label.en]

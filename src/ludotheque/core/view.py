"""A View is all that one seat may know: data of its own, with no way back to the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class View:
    game: Game
    players: int
    options: dict[str, Any]
    edition: dict[str, Any] | None  # None: the game's own
    seat: int  # whose view it is
    awaits: str  # 'draw', 'move' or 'end'
    to_move: int | None  # whose move is awaited
    moves: list[str] = field(repr=False)  # the seat's own legal moves, if it is to move
    snapshot: dict[str, Any] = field(repr=False)
    memory: dict[str, Any] = field(repr=False)  # what the seat knows beside the snapshot

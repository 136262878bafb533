"""A View: all that one seat knows of a state, as plain data without a reference to it.

Its *information state* is the state's record after a determinization with a fixed seed: what the
seat knows as it is, everything else replaced by one possible arrangement. It depends on what the
seat knows and on nothing else, so states that the seat cannot tell apart have the same one. From it
`game.resample` and the bots sample the states that the seat takes for possible.
"""

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
    information_state: str = field(repr=False)  # in hexadecimal

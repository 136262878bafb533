"""A View: all that one seat knows of a state, as plain data without a reference to it.

Its *information state* is the state's record after a determinization with a fixed seed: what the
seat knows is kept, and everything else is replaced by one possible arrangement. It depends only on
what the seat knows, so states that the seat cannot tell apart have the same one. `game.resample`
and the bots determinize it again to sample other states of the seat's information set.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game

KEY_BYTES = 16


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
    memory: dict[str, Any] = field(repr=False)  # what it knows that is not in the snapshot
    information_state: str = field(repr=False)  # in hexadecimal

    @property
    def key(self) -> str:
        """A hash of the information state: equal for positions that the seat cannot tell apart.

        It compares views of one game, with the same players, options and edition.
        """
        known = bytes.fromhex(self.information_state)
        return hashlib.blake2b(known, digest_size=KEY_BYTES).hexdigest()

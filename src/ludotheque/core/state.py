"""A State: one position of a match, which awaits a draw, a move, or nothing more (the end)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import driver
from .errors import BadDraw, shown
from .rule import AWAITS, DRAW, END, MOVE

if TYPE_CHECKING:
    from .compiler import Binding
    from .draws import Draw
    from .game import Game
    from .view import View


#: `awaits`, `draw_size` and `seat`: read from the memory ten times as fast as through the record.
read_header: Callable[[Any], tuple[int, ...]] = struct.Struct("=iii").unpack_from


class State:
    """A position of a match. Only `draw` and `play` change it; plain data it returns is a copy."""

    __slots__ = ("_binding", "_edition", "_options", "_states", "game", "players")

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        edition: dict[str, Any] | None,
        states: np.ndarray[Any, Any],
        binding: Binding,
    ) -> None:
        self.game = game
        self.players = players
        self._options = options
        self._edition = edition
        self._states = states
        self._binding = binding

    @property
    def record(self) -> Any:
        """The NumPy record that rules work on. Only the game's folder reads it."""
        return self._states[0]

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The record in an array of length one, which is what compiled code takes."""
        return self._states

    @property
    def options(self) -> dict[str, Any]:
        """The match's options, defaults included."""
        return dict(self._options)

    @property
    def edition(self) -> dict[str, Any] | None:
        """The edition that the match is played with; None for the game's own."""
        return deepcopy(self._edition)

    @property
    def is_compiled(self) -> bool:
        """Whether its rules run as machine code."""
        return self._binding.is_compiled

    @property
    def awaits(self) -> str:
        return AWAITS[read_header(self._states)[0]]

    @property
    def draw_size(self) -> int | None:
        awaits, size, _ = read_header(self._states)
        return size if awaits == DRAW else None

    @property
    def seat(self) -> int | None:
        awaits, _, seat = read_header(self._states)
        return seat if awaits == MOVE else None

    @property
    def roller(self) -> int | None:
        """The seat whose turn the pending throw opens; None if nobody has to roll."""
        if read_header(self._states)[0] != DRAW:
            return None
        return self.game.positions.roller(self.record)

    @property
    def throw(self) -> list[dict[str, Any]]:
        """The remaining draws of the pending throw, in order, as plain data."""
        return [draw.as_dict() for draw in self.pending_draws]

    @property
    def pending_draws(self) -> list[Draw]:
        """The remaining draws of the pending throw, in order."""
        if read_header(self._states)[0] != DRAW:
            return []
        return self.game.positions.pending_draws(self.record)

    @property
    def points(self) -> list[int]:
        points = self._binding(driver.points_at)
        return [int(points(self._states, seat)) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        if read_header(self._states)[0] != END:
            return []
        won = self._binding(driver.has_won_at)
        return [seat for seat in range(self.players) if won(self._states, seat)]

    @property
    def length(self) -> int:
        """How long the match has lasted, in the game's own unit."""
        return int(self._binding(driver.length_at)(self._states))

    def moves(self) -> list[str]:
        """The legal moves as text, each once, in no particular order."""
        write = self.game.notation.write_move
        return [write(move) for move in self._legal().tolist()]

    def draw(self, k: int) -> None:
        """Apply outcome k of the pending draw, 0 ≤ k < draw_size. BadDraw for anything else."""
        size = self.draw_size
        if size is None:
            raise BadDraw("no draw is awaited; the state awaits: {awaits}", awaits=self.awaits)
        if type(k) is not int or not 0 <= k < size:
            raise BadDraw(
                "the draw {k!r} is not a whole number from 0 to {most}", k=k, most=size - 1
            )
        self._binding(driver.draw_at)(self._states, k)

    def play(self, move: str) -> None:
        """Make a move of the seat to move. IllegalMove names the reason and the rule."""
        notation = self.game.notation
        code = notation.read_move(move) if read_header(self._states)[0] == MOVE else None
        if code is None or code not in self._legal() or notation.write_move(code) != move:
            raise notation.why_illegal(self.record, move)
        self._binding(driver.play_at)(self._states, code)

    def successors(self) -> dict[str, State]:
        """The state after each legal move, by the text of the move."""
        write, play = self.game.notation.write_move, self._binding(driver.play_at)
        found = {}
        for code in self._legal().tolist():
            after = self.copy()
            play(after.states, code)
            found[write(code)] = after
        return found

    def _legal(self) -> np.ndarray[Any, Any]:
        """The codes of the legal moves."""
        into = np.empty(self.game.rules.MOST_MOVES, np.int64)
        if read_header(self._states)[0] != MOVE:
            return into[:0]
        return into[: self._binding(driver.moves_at)(self._states, into)]

    def copy(self) -> State:
        return State(
            self.game,
            self.players,
            self._options,
            self._edition,
            copy_of(self._states),
            self._binding,
        )

    def snapshot(self, seat: int | Literal["public"] | None = None) -> dict[str, Any]:
        """The state as JSON data: all of it, or what a seat or a spectator (`"public"`) knows."""
        known = seat is None or seat == "public"
        if not known and (type(seat) is not int or not 0 <= seat < self.players):
            raise ValueError(
                f"there is no seat {shown(seat)}; allowed: None, 'public', 0 … {self.players - 1}"
            )
        return self.game.positions.snapshot(self.record, seat)

    def view(self, seat: int) -> View:
        """All that the seat knows: the input of a bot that plays the seat."""
        from .view import View

        if type(seat) is not int:
            raise ValueError(f"there is no seat {shown(seat)}; allowed: 0 … {self.players - 1}")
        return View(
            game=self.game,
            players=self.players,
            options=self.options,
            edition=self.edition,
            seat=seat,
            awaits=self.awaits,
            to_move=self.seat,
            moves=self.moves() if self.seat == seat else [],
            snapshot=self.snapshot(seat),
            memory=self.game.positions.memory(self.record, seat),
            information_state=self._information_state(seat),
        )

    def _information_state(self, seat: int) -> str:
        """The record as the seat knows it: see `core.view`."""
        states = self._states
        if self.game.determinization is not None:
            states = copy_of(states)
            with np.errstate(over="ignore"):  # SplitMix64 wraps around
                self._binding(driver.determinize_at)(states, seat, np.zeros(1, np.uint64))
        return states.tobytes().hex()

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.players} players, awaits {self.awaits}>"


def copy_of(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of the records, faster than `states.copy()`, which copies field by field."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)

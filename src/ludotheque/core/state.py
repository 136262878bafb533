"""A State: one position of a match, which awaits a draw, a move, or nothing more (the end)."""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy as np

from . import driver
from .blame import blame
from .errors import BadDraw, BadGame, shown
from .research import compiled_actions
from .rule import AWAITS, DRAW, END, MOVE

if TYPE_CHECKING:
    from .compiler import Binding
    from .draws import Draw
    from .game import Game
    from .view import View


#: `awaits`, `draw_size` and `seat`: read from the memory ten times as fast as through the record.
read_header: Callable[[Any], tuple[int, ...]] = struct.Struct("=iii").unpack_from
#: Moves that are looked through sooner in a list than in an array.
FEW_MOVES = 100


class State:
    """A position of a match. Only `draw`, `play` and `play_action` change it.

    Plain data it returns is a copy. States are compared and hashed by what they hold at that
    moment, so a state that is a key of a dict must not change; keep a copy there.
    """

    __slots__ = (
        *("_array", "_binding", "_chosen", "_data", "_edition", "_is_lent", "_options", "_plain"),
        *("_snapshot", "game", "players"),
    )

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        edition: dict[str, Any] | None,
        data: bytearray,
        binding: Binding,
        chosen: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self.players = players
        self._options = options
        self._edition = edition
        self._data = data  # the record: copying a state is copying these bytes
        self._array: np.ndarray[Any, Any] | None = None  # see `states`
        self._binding = binding
        self._chosen = chosen  # the actions of a move that is not complete: see `play_action`
        self._snapshot: dict[str, Any] | None = None  # see `shared_snapshot`
        self._plain: Any = None  # see `plain`
        self._is_lent = False  # whether somebody has the record, and may write to it

    @property
    def record(self) -> Any:
        """The NumPy record that rules work on. Only the game's folder reads it.

        Whoever has it may also write to it, as examples of a rulebook do: from then on `plain` is
        read anew each time.
        """
        self._is_lent = True
        return self.states[0]

    @property
    def plain(self) -> Any:
        """The record's fields as plain Python values, to be read quickly: see `core.plain`."""
        if self._plain is None or self._is_lent:
            self._plain = self.game.read_plain(self._data)
        return self._plain

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The record in an array of length one, which is what compiled code takes."""
        if self._array is None:  # a copy that nobody looks into needs none
            self._array = np.ndarray(1, self.game.rules.STATE, self._data)
        return self._array

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
        return AWAITS[read_header(self._data)[0]]

    @property
    def draw_size(self) -> int | None:
        awaits, size, _ = read_header(self._data)
        return size if awaits == DRAW else None

    @property
    def seat(self) -> int | None:
        awaits, _, seat = read_header(self._data)
        return seat if awaits == MOVE else None

    @property
    def roller(self) -> int | None:
        """The seat whose turn the pending throw opens; None if nobody has to roll."""
        if read_header(self._data)[0] != DRAW:
            return None
        return self.game.positions.roller(self.plain)

    @property
    def throw(self) -> list[dict[str, Any]]:
        """The remaining draws of the pending throw, in order, as plain data."""
        return [draw.as_dict() for draw in self.pending_draws]

    @property
    def pending_draws(self) -> list[Draw]:
        """The remaining draws of the pending throw, in order."""
        if read_header(self._data)[0] != DRAW:
            return []
        return self.game.positions.pending_draws(self.plain)

    @property
    def points(self) -> list[int]:
        points = self._binding(driver.points_at)
        return [int(points(self.states, seat)) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        if read_header(self._data)[0] != END:
            return []
        won = self._binding(driver.has_won_at)
        return [seat for seat in range(self.players) if won(self.states, seat)]

    @property
    def returns(self) -> list[float]:
        """What the match was worth to each seat, at the end; `[]` before.

        The winners share the victory equally, and shares are mapped so that all seats together
        have 0: a victory alone is 1, a defeat −1 / (players − 1), a victory shared by all 0.
        """
        winners = self.winners
        if not winners or self.players == 1:
            return [1.0] * len(winners)
        others = self.players - 1
        shared = (self.players / len(winners) - 1) / others
        return [shared if seat in winners else -1 / others for seat in range(self.players)]

    @property
    def length(self) -> int:
        """How long the match has lasted, in the game's own unit."""
        return int(self._binding(driver.length_at)(self.states))

    def moves(self) -> list[str]:
        """The legal moves as text, each once, in no particular order."""
        write = self.game.move_text
        return [write(move) for move in self._legal().tolist()]

    def draw(self, k: int) -> None:
        """Apply outcome k of the pending draw, 0 ≤ k < draw_size. BadDraw for anything else."""
        awaits, size, _ = read_header(self._data)
        if awaits != DRAW:
            raise BadDraw("no draw is awaited; the state awaits: {awaits}", awaits=self.awaits)
        if type(k) is not int or not 0 <= k < size:
            raise BadDraw(
                "the draw {k!r} is not a whole number from 0 to {most}", k=k, most=size - 1
            )
        self._snapshot = self._plain = None
        try:
            self._binding(driver.draw_at)(self.states, k)
        except Exception as problem:  # whatever a game's rule raises
            blame(self.game, problem)
            raise

    def draw_several(self, draws: Sequence[tuple[int, int]], first: int = 0) -> int:
        """Apply draws, given by their sizes and outcomes, from the `first` on; returns how many.

        It stops after one that makes the match longer. BadDraw if the first one is not awaited.
        """
        self._snapshot = self._plain = None
        table = np.array(draws, np.int64).reshape(-1, 2)
        applied = int(self._binding(driver.draws_at)(self.states, table, first))
        if applied == 0 and first < len(draws):
            size, k = draws[first]
            raise BadDraw("the draw {k} of {size} is not awaited", k=k, size=size)
        return applied

    def play(self, move: str) -> None:
        """Make a move of the seat to move. IllegalMove names the reason and the rule."""
        notation = self.game.notation
        code = notation.read_move(move) if read_header(self._data)[0] == MOVE else None
        if code is None or not self._is_legal(code) or self.game.move_text(code) != move:
            raise notation.why_illegal(self.record, move)
        self._make(code)

    def _make(self, code: int) -> None:
        self._snapshot = self._plain = None
        self._chosen = ()
        try:
            self._binding(driver.play_at)(self.states, code)
        except Exception as problem:
            blame(self.game, problem)
            raise

    def actions(self) -> list[int]:
        """The legal actions, ascending: numbers of `game.actions`.

        Where a move consists of several actions, they are those that may come next.
        """
        if self._acts_compiled:
            legal = np.empty(len(self.game.actions), np.int64)
            found: list[int] = legal[: self._act(compiled_actions.LIST, legal)].tolist()
            return found
        return self.game.actions.next_after(self._chosen, self._legal().tolist())

    def action_mask(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which of `game.actions` are legal, as an array of booleans."""
        mask = np.zeros(len(self.game.actions), np.bool_)
        mask[self.actions()] = True
        return mask

    @property
    def chosen_actions(self) -> list[int]:
        """The actions taken so far of a move that is not complete; `[]` between moves.

        They are no part of the position: `moves`, `snapshot` and `view` do not show them, and
        `play` discards them.
        """
        return list(self._chosen)

    def play_action(self, action: SupportsIndex) -> None:
        """Take one action; the move is made with its last one. ValueError unless it is legal."""
        number = whole_number(action)
        if number is None or not (
            self._take_compiled(number) if self._acts_compiled else self._take(number)
        ):
            raise ValueError(self._why_no_action(action))

    def _take(self, action: int) -> bool:
        """Take an action, if it is legal."""
        actions, legal = self.game.actions, self._legal().tolist()
        if action not in actions.next_after(self._chosen, legal):
            return False
        chosen, move = actions.follow(self._chosen, action, legal)
        if move is None:
            self._chosen = chosen
        else:
            self._make(move)
        return True

    @property
    def _acts_compiled(self) -> bool:
        """Whether compiled code lists actions and takes them, because a move is awaited."""
        return self._binding.mode == "compiled" and read_header(self._data)[0] == MOVE

    def _take_compiled(self, action: int) -> bool:
        count = len(self.game.actions)
        if not 0 <= action < count:
            return False
        done = self._act(action, np.empty(count, np.int64))
        if done == compiled_actions.HALF_MADE:
            self._chosen = (*self._chosen, action)
        elif done == compiled_actions.MADE:
            self._snapshot, self._plain, self._chosen = None, None, ()
        return done != compiled_actions.REFUSED

    def _act(self, action: int, legal: np.ndarray[Any, Any]) -> int:
        return compiled_actions.act(
            self.game, self._binding, self.states, self._chosen, action, legal
        )

    def _why_no_action(self, action: object) -> str:
        if read_header(self._data)[0] != MOVE:
            return f"no action is awaited; the state awaits: {self.awaits}"
        number, words = whole_number(action), self.game.actions
        known = number is not None and 0 <= number < len(words)
        named = f"{number} ({words[number]!r})" if known and number is not None else shown(action)
        return f"the action {named} is not legal now; legal: {shown(self.actions())}"

    def successors(self) -> dict[str, State]:
        """The state after each legal move, by the text of the move."""
        found = {}
        for code in self._legal().tolist():
            after = self.copy()
            after._make(code)
            found[self.game.move_text(code)] = after
        return found

    def _is_legal(self, code: int) -> bool:
        legal = self._legal()
        return code in (legal.tolist() if len(legal) < FEW_MOVES else legal)

    def _legal(self) -> np.ndarray[Any, Any]:
        """The codes of the legal moves."""
        into = np.empty(self.game.rules.MOST_MOVES, np.int64)
        if read_header(self._data)[0] != MOVE:
            return into[:0]
        try:
            return into[: self._binding(driver.moves_at)(self.states, into)]
        except Exception as problem:
            blame(self.game, problem)
            raise

    def copy(self) -> State:
        return State(
            self.game,
            self.players,
            self._options,
            self._edition,
            bytearray(self._data),
            self._binding,
            self._chosen,
        )

    __copy__ = copy

    def with_record(self, states: np.ndarray[Any, Any], chosen: Iterable[int]) -> State:
        """Another position of a match with the same settings: its record, half a move's actions."""
        other = self.copy()
        other._data[:] = states.tobytes()
        other._chosen = tuple(chosen)
        return other

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def to_bytes(self) -> bytes:
        """The state as bytes, complete: `game.from_bytes` gives it back."""
        from .research.state_bytes import to_bytes

        return to_bytes(self)

    def __reduce__(self) -> tuple[Any, ...]:
        from .research.state_bytes import from_bytes

        return (from_bytes, (self.game, self.to_bytes(), self._binding.mode))

    def __eq__(self, other: object) -> bool:
        """Whether it is the same position of the same match, in whatever mode its rules run."""
        if not isinstance(other, State):
            return NotImplemented
        return (
            self._data == other._data
            and self._chosen == other._chosen
            and self.game is other.game
            and self.players == other.players
            and self._options == other._options
            and self._edition == other._edition
        )

    def __hash__(self) -> int:
        """Of the present position: it changes with it."""
        return hash((self.game.id, self.players, self._chosen, bytes(self._data)))

    def snapshot(self, seat: int | Literal["public"] | None = None) -> dict[str, Any]:
        """The state as JSON data: all of it, or what a seat or a spectator (`"public"`) knows."""
        known = seat is None or seat == "public"
        if not known and (type(seat) is not int or not 0 <= seat < self.players):
            raise ValueError(
                f"there is no seat {shown(seat)}; allowed: None, 'public', 0 … {self.players - 1}"
            )
        return self.game.positions.snapshot(self.plain, seat)

    def shared_snapshot(self) -> dict[str, Any]:
        """All of the state as JSON data, made once for all who only read it."""
        if self._snapshot is None:
            self._snapshot = self.snapshot()
        return self._snapshot

    def forget_snapshot(self) -> None:
        """Free the memory of `shared_snapshot` and `plain`."""
        self._snapshot = self._plain = None

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
            information_state=self._information(seat).tobytes().hex(),
        )

    def observation(self, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        """What the seat may know, as named arrays whose shapes depend on nothing but the game."""
        from .research.observation import observation

        self._check_seat(seat)
        return observation(self, seat, self._information(seat))

    def observation_tensor(self, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The observation as one flat array: see `game.observation_layout`."""
        layout = self.game.observation_layout
        tensor = np.empty((1, layout.size), np.float32)
        layout.fill(tensor, {name: one[None] for name, one in self.observation(seat).items()})
        return tensor.ravel()

    def information_state_key(self, seat: int) -> bytes:
        """The same for all states that the seat cannot tell apart: a key for tabular methods."""
        self._check_seat(seat)
        chosen = self._chosen if self.seat == seat else ()
        return self._information(seat).tobytes() + np.array(chosen, ">u2").tobytes()

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {shown(seat)}; allowed: 0 … {self.players - 1}")

    def _information(self, seat: int) -> np.ndarray[Any, Any]:
        """The record as the seat knows it: see `core.view`."""
        states = self.states
        if self.game.determinization is not None:
            states = np.ndarray(1, states.dtype, bytearray(self._data))
            with np.errstate(over="ignore"):  # SplitMix64 wraps around
                self._binding(driver.determinize_at)(states, seat, np.zeros(1, np.uint64))
        return states

    def _repr_html_(self) -> str | None:
        """The board as SVG, as the seat to move sees it; None if the game has no board to draw."""
        from .picture import board_svg

        try:
            return board_svg(self, seat=self.seat)
        except BadGame:
            return None

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.players} players, awaits {self.awaits}>"


def whole_number(value: object) -> int | None:
    """A Python or NumPy integer as an int; None for anything else, such as True or 1.0."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # that is what is being asked
    except TypeError:
        return None

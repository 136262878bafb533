"""A Batch: thousands of matches of one game that are stepped together in compiled code."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler import Mode
from ..errors import shown
from ..options import checked_integer
from ..rng import SEEDS, seed_generator
from . import batch_rules
from .observation import Array, Arrays, observe, read_only

if TYPE_CHECKING:
    from ..state import State

MOST_ROWS = 1 << 24
UNKNOWN_AT_ONCE = 1 << 12  # moves that are learned between two passes of the compiled code


class Batch:
    """`n` matches of one game, each in a row of every array; see docs/RESEARCH.md.

    `step` takes one action for each match, and plays on until somebody decides again. A match that
    ends pays its returns as rewards, and a new one begins in its row at once.

    Arrays are the batch's own, read-only, and valid until the next `step` or `reset`: copy what you
    keep.
    """

    def __init__(
        self,
        opening: State,
        n: int,
        seed: int = 0,
        *,
        first: int = 0,
        auto_reset: bool = True,
        explicit_chance: bool = False,
        mode: Mode = "compiled",
    ) -> None:
        checked_integer("n", n, 1, MOST_ROWS)
        checked_integer("first", first, 0, SEEDS - 1)
        self.game, self.players, self.n = opening.game, opening.players, n
        self.auto_reset, self.explicit_chance = auto_reset, explicit_chance
        self._first, self._opening = first, opening.copy()
        self._binding = self.game.binding(mode)
        self._states = np.repeat(opening.states, n)
        self._generators = np.zeros(n, np.uint64)
        actions = len(self.game.actions)
        self._todo = np.zeros(n, np.uint8)
        self._actions = np.zeros(n, np.int64)
        self._moves = np.empty(self.game.rules.MOST_MOVES, np.int64)
        self._generator = np.empty(1, np.uint64)
        self._chosen = np.zeros((n, 0), np.int64)
        self._chosen_counts = np.zeros(n, np.int64)
        self._unknown = np.zeros(UNKNOWN_AT_ONCE, np.int64)
        self._seats = np.zeros(n, np.int32)
        self._draw_sizes = np.zeros(n, np.int32)
        self._masks = np.zeros((n, actions), np.bool_)
        self._rewards = np.zeros((n, self.players), np.float32)
        self._returns = np.zeros((n, self.players), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._observations: Arrays | None = None
        self.reset(seed)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<{self.n} matches of {self.game.title}, {self.players} players>"

    # What there is to see

    @property
    def seat(self) -> Array:
        """int32 [n]: whose move it is; −1 where no move is awaited."""
        return read_only(self._seats)

    @property
    def draw_size(self) -> Array:
        """int32 [n]: how many outcomes the pending draw has; 0 where none is awaited."""
        return read_only(self._draw_sizes)

    @property
    def masks(self) -> Array:
        """bool [n, actions]: which actions are legal."""
        return read_only(self._masks)

    @property
    def rewards(self) -> Array:
        """float32 [n, players]: what the last step has brought to each seat."""
        return read_only(self._rewards)

    @property
    def returns(self) -> Array:
        """float32 [n, players]: what the last match that ended was worth; zeros before."""
        return read_only(self._returns)

    @property
    def done(self) -> Array:
        """bool [n]: whether the match has ended in the last step."""
        return read_only(self._done)

    @property
    def chosen_counts(self) -> Array:
        """int64 [n]: how many actions of a move that is not complete were taken."""
        return read_only(self._chosen_counts)

    @property
    def points(self) -> Array:
        """int32 [n, players]: the points of every seat now."""
        points = np.zeros((self.n, self.players), np.int32)
        self._binding(batch_rules.points_of_rows)(self._states, points)
        return points

    @property
    def observations(self) -> Arrays:
        """`State.observation` of the seat to move, arrays of all matches: [n, …]."""
        if self._observations is None:
            self._observations = self.observe(self._seats)
        return self._observations

    @property
    def observation_tensor(self) -> Array:
        """float32 [n, game.observation_layout.size]: the observations as one flat tensor."""
        self.game.observation_layout.fill(self._tensor, self.observations)
        return read_only(self._tensor)

    @cached_property
    def _tensor(self) -> Array:
        return np.zeros((self.n, self.game.observation_layout.size), np.float32)

    def observe(self, seats: Any) -> Arrays:
        """The observations of one seat, or of another seat in each row; −1 stands for seat 0."""
        seats = np.broadcast_to(np.asarray(seats, np.int64), (self.n,))
        if (seats < -1).any() or (seats >= self.players).any():
            raise ValueError(f"there is no seat {shown(seats)}; allowed: 0 … {self.players - 1}")
        seats = np.maximum(seats, 0)
        own = (seats == self._seats)[:, None]
        known = self._known(seats)
        arrays = observe(self.game, known, seats, self._masks & own, self._chosen_actions() * own)
        return {name: read_only(array) for name, array in arrays.items()}

    def _known(self, seats: Array) -> Array:
        if self.game.determinization is None:
            return self._states
        known = np.empty_like(self._states)
        with np.errstate(over="ignore"):
            self._binding(batch_rules.determinize_rows)(self._states, seats, known, self._generator)
        return known

    def _chosen_actions(self) -> Array:
        counts = np.zeros((self.n, len(self.game.actions)), np.int64)
        for place in range(int(self._chosen_counts.max())):
            rows = np.flatnonzero(self._chosen_counts > place)
            counts[rows, self._chosen[rows, place]] += 1
        return counts

    def state(self, row: int) -> State:
        """A copy of one match as a State."""
        if not 0 <= row < self.n:
            raise IndexError(f"there is no match {row}; the matches are 0 … {self.n - 1}")
        chosen = self._chosen[row, : self._chosen_counts[row]]
        return self._opening.with_record(self._states[row : row + 1], chosen.tolist())

    # What changes it

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches anew: with the seed's draws, or with those that follow."""
        if seed is not None:
            checked_integer("seed", seed, 0, SEEDS - 1)
            numbers = np.arange(self.n, dtype=np.uint64) + np.uint64(self._first)
            with np.errstate(over="ignore"):  # SplitMix64 wraps around
                seed_generator(self._generators[None], seed, numbers)
        self._rewards.fill(0)
        self._done.fill(False)
        self._todo.fill(batch_rules.BEGIN)
        self._run()

    def step(self, actions: Any) -> tuple[Array, Array]:
        """Take one action in each match; the rewards, and which matches have ended.

        Actions are whole numbers, an array of shape [n]. Where a draw is awaited (with
        `explicit_chance`), the number is its outcome. Where nothing is awaited it is ignored. An
        action that is not legal is a ValueError, and no match is changed.
        """
        self._actions[:] = self._checked(actions)
        self._todo.fill(batch_rules.PLAY)
        self._run()
        return self.rewards, self.done

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self.n} whole numbers, one for each match, "
                f"not an array of shape {given.shape} and type {given.dtype}"
            )
        return given

    def _run(self) -> None:
        """Run the compiled code until it knows all moves that it has met."""
        table = self.game.actions.table
        settings = (
            self.game.actions.end_of_move,
            not self.explicit_chance,
            self.auto_reset,
        )
        step_rows = self._binding(batch_rules.step_rows)
        self._observations = None
        while True:
            self._widen(table.rows.shape[1])
            with np.errstate(over="ignore"):  # interpreted hashes and SplitMix64 wrap around
                refused = step_rows(
                    self._states,
                    self._opening.states,
                    self._generators,
                    settings,
                    table.rows,
                    table.alone,
                    self._actions,
                    self._todo,
                    self._moves,
                    self._generator,
                    self._chosen,
                    self._chosen_counts,
                    self._seats,
                    self._draw_sizes,
                    self._masks,
                    self._rewards,
                    self._returns,
                    self._done,
                    self._unknown,
                )
            if refused >= 0:
                raise ValueError(self._why_refused(int(refused)))
            count = int(self._unknown[0])
            if count == 0:
                return
            self._unknown[0] = 0
            table.learn(self._unknown[1 : 1 + count].tolist())

    def _widen(self, width: int) -> None:
        """Make room for the longest move that is known."""
        missing = width - self._chosen.shape[1]
        if missing > 0:
            self._chosen = np.pad(self._chosen, ((0, 0), (0, missing)))

    def _why_refused(self, row: int) -> str:
        action, size = int(self._actions[row]), int(self._draw_sizes[row])
        if size:
            return (
                f"match {row}: the draw {action} is not a whole number from 0 to {size - 1}; "
                "no match was changed"
            )
        words, legal = self.game.actions, np.flatnonzero(self._masks[row]).tolist()
        named = f"{action} ({words[action]!r})" if 0 <= action < len(words) else f"{action}"
        return (
            f"match {row}: the action {named} is not legal now; legal: {shown(legal)}; "
            "no match was changed"
        )

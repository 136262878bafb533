"""The actions of moves as a hash table for compiled code (open addressing, linear probing).

A row holds a move's code, its actions, and NOTHING up to the end. Rows are made from the texts of
moves (`Actions.path_of`), so compiled code and `Actions` cannot disagree, and a game has nothing to
declare. A move is learned when it first comes up: compiled code reports the codes that it does not
find, and goes on when they are there.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadGame
from ..rule import rule

if TYPE_CHECKING:
    from .actions import Actions, Path

EMPTY = np.int64(-(1 << 63))  # in place of a code: no move
NOTHING = np.int64(-1)  # in place of an action: the move has no more
FACTOR = np.int64(0x9E3779B97F4A7C15 - (1 << 64))  # Fibonacci hashing: 2⁶⁴ / golden ratio
SHIFT = np.int64(32)

#: Rows, a power of two. There are at least twice as many as moves, and in games with few moves far
#: more: then a move is nearly always in the first row that is looked at, and a branch costs nothing
#: that the processor predicts.
SMALLEST = 2048


@rule(allocates=False)
def row_of(table: Any, move: Any) -> Any:
    """The number of a move's row; −1 if the move was not learned yet."""
    last = table.shape[0] - 1
    row = ((move * FACTOR) >> SHIFT) & last
    while table[row, 0] != move:
        if table[row, 0] == EMPTY:
            return -1
        row = (row + 1) & last
    return row


@rule(allocates=False)
def begins_with(table: Any, row: Any, chosen: Any, match: Any, count: Any) -> Any:
    """Whether the actions of the move in a row begin with the first `count` in `chosen[match]`."""
    place = 0
    while place < count and table[row, 1 + place] == chosen[match, place]:
        place += 1
    return place == count


@rule(allocates=False)
def action_after(table: Any, row: Any, count: Any, end_of_move: Any) -> Any:
    """The action that comes next in a row of the table."""
    action = table[row, 1 + count]
    return end_of_move if action == NOTHING else action


@rule(allocates=False)
def complete_move(
    table: Any,
    moves: Any,
    legal: Any,
    chosen: Any,
    match: Any,
    count: Any,
    action: Any,
    end_of_move: Any,
) -> Any:
    """The legal move that a legal action completes; EMPTY if more actions are to follow.

    As `Actions.follow`: if others go on from a move, only the action `end_of_move` completes it.
    """
    going_on, found = 0, EMPTY
    for place in range(legal):
        row = row_of(table, moves[place])
        if begins_with(table, row, chosen, match, count):
            after = table[row, 1 + count]
            if after == NOTHING:
                if action == end_of_move:
                    return moves[place]
            elif after == action:
                going_on += 1
                if table[row, 2 + count] == NOTHING:
                    found = moves[place]
    return found if going_on == 1 else EMPTY


class MoveTable:
    """The table of one game. Its arrays never change: learning replaces them.

    So threads that run compiled code can read them while another one learns.
    """

    def __init__(self, actions: Actions) -> None:
        self._actions = actions
        self._paths: dict[int, Path] = {}
        self._codes: dict[Path, int] = {}
        self._beginnings: dict[Path, int] = {}  # of longer paths, with one of their codes
        self._lock = threading.Lock()
        self.rows = empty_rows(SMALLEST, 1)
        #: The move that an action makes by itself; EMPTY where none is known, or more can follow.
        self.alone = np.full(max(1, len(actions)), EMPTY)

    def learn(self, moves: Iterable[int]) -> None:
        """Add the moves of these codes."""
        with self._lock:
            new = {move: self._actions.path_of(move) for move in moves if move not in self._paths}
            for move, path in new.items():
                self._enter(move, path)
            longest = max(map(len, new.values()), default=0)
            if 2 * len(self._paths) > len(self.rows) or longest + 2 > self.rows.shape[1]:
                self._grow()
            else:
                self.rows = with_moves(self.rows.copy(), new)
            self.alone = self._alone()

    def _enter(self, move: int, path: Path) -> None:
        """Note a move, if its actions differ from those of all others.

        Without a word that ends a move, no move may be the beginning of another one.
        """
        beginnings = [path[:length] for length in range(len(path))]
        rivals = [self._codes.get(path)]
        if self._actions.end_of_move < 0:
            rivals += [self._beginnings.get(path), *map(self._codes.get, beginnings)]
        for rival in rivals:
            if rival is not None:
                raise BadGame(
                    "VOCABULARY does not tell these moves apart: {moves}", moves=f"{rival}, {move}"
                )
        self._paths[move] = path
        self._codes[path] = move
        self._beginnings.update(dict.fromkeys(beginnings, move))

    def _grow(self) -> None:
        size = SMALLEST
        while size < 4 * len(self._paths):
            size *= 2
        longest = max(map(len, self._paths.values()))
        self.rows = with_moves(empty_rows(size, longest), self._paths)

    def _alone(self) -> np.ndarray[Any, Any]:
        """Counts the moves that begin with each action: where it is one, that action is enough."""
        firsts = np.array([path[0] for path in self._paths.values() if path], np.int64)
        counts = np.bincount(firsts, minlength=len(self.alone))
        alone = np.full_like(self.alone, EMPTY)
        for path, move in self._codes.items():
            if len(path) == 1 and counts[path[0]] == 1:
                alone[path[0]] = move
        return alone


def empty_rows(size: int, longest: int) -> np.ndarray[Any, Any]:
    """A table without moves: a code, `longest` actions, and NOTHING after them."""
    rows = np.full((size, longest + 2), NOTHING)
    rows[:, 0] = EMPTY
    return rows


def with_moves(rows: np.ndarray[Any, Any], paths: dict[int, Path]) -> np.ndarray[Any, Any]:
    """The table after these moves were entered."""
    last = len(rows) - 1
    for move, path in paths.items():
        row = move * int(FACTOR) >> int(SHIFT) & last
        while rows[row, 0] != EMPTY:
            row = (row + 1) & last
        rows[row, 0] = move
        rows[row, 1 : 1 + len(path)] = path
    return rows

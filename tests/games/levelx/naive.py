"""A naive second implementation of Level X, straight from the rulebook, in plain Python.

It shares no line with the package: it imports nothing of it, keeps its board in dictionaries,
tries every way to put four dice into groups, and finds out whether a group takes effect by
carrying the move out. It is slow, and easy to verify.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

ROWS = (5, 6, 7, 8, 9, 10)
PRINTED: dict[str, Any] = {
    "spaces": [4, 4, 3, 3, 2, 2],
    "chips": [12, 11, 10, 9, 8, 7],
    "chips_withheld": [1, 1, 0],
    "tiles": [15, 12, 9, 6],
}

Sums = tuple[int, ...]


@cache
def groupings(dice: tuple[int, ...]) -> frozenset[Sums]:
    """LX-3, LX-9: put each die aside (0) or into one of four groups, in all 625 ways."""
    found = set()
    for places in product(range(5), repeat=4):
        totals: Counter[int] = Counter()
        for die, place in zip(dice, places, strict=True):
            if place:
                totals[place] += die
        if all(total in ROWS for total in totals.values()):
            found.add(tuple(sorted(totals.values())))
    return frozenset(found)


def turnings(dice: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """LX-10: the dice as they fell, and all ones but one turned in every way."""
    yield tuple(sorted(dice))
    ones = [place for place, die in enumerate(dice) if die == 1]
    for faces in product(range(1, 7), repeat=max(len(ones) - 1, 0)):
        turned = list(dice)
        for place, face in zip(ones[1:], faces, strict=True):
            turned[place] = face
        yield tuple(sorted(turned))


def sums_of(dice: Sequence[int]) -> set[Sums]:
    """All that a roll can make while no row is closed."""
    return {sums for turned in turnings(dice) for sums in groupings(turned)}


def text_of(sums: Iterable[int]) -> str:
    return " ".join(map(str, sorted(sums))) or "-"


class Board:
    """What lies on the table: pawns, chips, tiles."""

    def __init__(self, players: int, edition: dict[str, Any]) -> None:
        withheld = edition["chips_withheld"][players - 2]
        self.length = dict(zip(ROWS, edition["spaces"], strict=True))
        self.left = {
            row: chips - withheld for row, chips in zip(ROWS, edition["chips"], strict=True)
        }
        self.pawns: list[dict[int, int]] = [{} for _ in range(players)]
        self.won: list[list[int]] = [[] for _ in range(players)]
        self.bonus: list[list[int]] = [[] for _ in range(players)]
        self.tiles = list(edition["tiles"])

    def carry_out(self, seat: int, group: int) -> bool:
        """One group. False if it took no effect, because its row is closed (LX-8)."""
        if not self.left[group]:
            return False
        on_x = self.length[group]
        space = self.pawns[seat].get(group, 0)
        if space < on_x:  # LX-4
            self.pawns[seat][group] = space + 1
        if self.pawns[seat][group] == on_x:  # LX-6, LX-7
            for other, pawns in enumerate(self.pawns):
                if other != seat and pawns.get(group) == on_x:
                    del pawns[group]
            self.take_chip(seat, group)
        return True

    def take_chip(self, seat: int, row: int) -> None:
        self.left[row] -= 1
        self.won[seat].append(row)
        if not self.left[row]:  # LX-8
            for pawns in self.pawns:
                pawns.pop(row, None)
        series = min(self.won[seat].count(value) for value in ROWS)
        if series > len(self.bonus[seat]) and self.tiles:  # LX-11
            self.bonus[seat].append(self.tiles.pop(0))

    def end_is_triggered(self) -> bool:
        """LX-12"""
        return list(self.left.values()).count(0) >= 3 or not self.tiles

    def score(self, seat: int) -> int:
        """LX-13"""
        return sum(self.won[seat]) + sum(self.bonus[seat])


class Match:
    """A match of Level X, waiting for a draw, a move, or nothing more."""

    def __init__(
        self, players: int, first: int | None = None, edition: dict[str, Any] = PRINTED
    ) -> None:
        self.players = players
        self.first = first
        self.board = Board(players, edition)
        self.turns = 0
        self.dice: list[int] = []
        self.last_round = False

    @property
    def awaits(self) -> str:
        if self.last_round and self.turns % self.players == 0:
            return "end"
        return "move" if len(self.dice) == 4 else "draw"

    @property
    def draw_size(self) -> int | None:
        if self.awaits != "draw":
            return None
        return self.players if self.first is None else 6

    @property
    def seat(self) -> int | None:
        if self.awaits != "move" or self.first is None:
            return None
        return (self.first + self.turns) % self.players

    def draw(self, k: int) -> None:
        if self.first is None:
            self.first = k
        else:
            self.dice.append(k + 1)

    def moves(self) -> list[str]:
        if self.awaits != "move":
            return []
        return [text_of(sums) for sums in sums_of(self.dice) if self.takes_effect(sums)]

    def takes_effect(self, sums: Sums) -> bool:
        assert self.seat is not None
        trial = deepcopy(self.board)
        return all(trial.carry_out(self.seat, group) for group in sums)

    def play(self, move: str) -> None:
        assert self.seat is not None
        for group in move.split() if move != "-" else []:
            self.board.carry_out(self.seat, int(group))
        self.turns += 1
        self.dice = []
        self.last_round = self.last_round or self.board.end_is_triggered()

    @property
    def points(self) -> list[int]:
        return [self.board.score(seat) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        if self.awaits != "end":
            return []
        return [seat for seat, score in enumerate(self.points) if score == max(self.points)]

    def snapshot(self) -> dict[str, Any]:
        board = self.board
        return {
            "first": self.first,
            "turn": self.turns,
            "dice": list(self.dice) if self.awaits == "move" else None,
            "pawns": [[pawns.get(row, 0) for row in ROWS] for pawns in board.pawns],
            "chips": [board.left[row] for row in ROWS],
            "won": [[won.count(row) for row in ROWS] for won in board.won],
            "bonus": [list(tiles) for tiles in board.bonus],
            "tiles": list(board.tiles),
            "scores": self.points,
            "last_round": self.last_round,
        }

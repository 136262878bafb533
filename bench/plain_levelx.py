"""Random matches of Level X in plain Python, with lists, dicts and `random`.

It shares no code with the package: it is a baseline for speed, and an independent check of the
rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from random import Random

PLAYERS = 4
SUMS = (5, 6, 7, 8, 9, 10)
SPACES = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}
CHIPS = {5: 12, 6: 11, 7: 10, 8: 9, 9: 8, 10: 7}
TILES = (15, 12, 9, 6)

Roll = tuple[int, ...]  # in ascending order
Move = tuple[tuple[int, int], ...]  # pairs of a sum and how many groups show it


@dataclass
class Result:
    length: int
    scores: list[int]


def groupings(dice: Roll) -> set[Move]:
    """All moves with these dice: each die joins one of four groups, or is left aside."""
    found = set()
    for places in product(range(len(dice) + 1), repeat=len(dice)):
        groups: Counter[int] = Counter()
        for die, place in zip(dice, places, strict=True):
            groups[place] += die
        del groups[len(dice)]
        if all(total in SUMS for total in groups.values()):
            found.add(tuple(sorted(Counter(groups.values()).items())))
    return found


def turnings(roll: Roll) -> list[Roll]:
    """The rolls that turning ones can make: of two or more, all but one may show any face."""
    ones = roll.count(1)
    kept = roll[ones - 1 :] if ones > 1 else roll
    return [
        kept + turned
        for turned in combinations_with_replacement(range(1, 7), len(roll) - len(kept))
    ]


def moves_of(roll: Roll) -> list[Move]:
    return sorted({move for dice in turnings(roll) for move in groupings(dice)})


#: The moves of the 126 different rolls, found once, before anything is timed.
MOVES: dict[Roll, list[Move]] = {
    roll: moves_of(roll) for roll in combinations_with_replacement(range(1, 7), 4)
}


class Game:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.first = rng.randrange(PLAYERS)
        self.turn = 0
        self.chips = dict(CHIPS)
        self.pawns = [dict.fromkeys(SUMS, 0) for _ in range(PLAYERS)]
        self.won = [dict.fromkeys(SUMS, 0) for _ in range(PLAYERS)]
        self.bonus: list[list[int]] = [[] for _ in range(PLAYERS)]
        self.tiles = list(TILES)
        self.closed_rows = 0
        self.last_round = False

    def play(self) -> Result:
        while not (self.last_round and self.turn % PLAYERS == 0):
            self.take_turn((self.first + self.turn) % PLAYERS)
        return Result(self.turn, [self.score(seat) for seat in range(PLAYERS)])

    def take_turn(self, seat: int) -> None:
        roll = tuple(sorted(self.rng.choices(range(1, 7), k=4)))
        for row, groups in self.rng.choice(self.legal_moves(seat, roll)):
            for _ in range(groups):
                self.use_group(seat, row)
        self.take_tiles(seat)
        self.turn += 1
        if self.closed_rows >= 3 or not self.tiles:
            self.last_round = True

    def legal_moves(self, seat: int, roll: Roll) -> list[Move]:
        pawns = self.pawns[seat]
        room = {
            row: chips and chips + max(SPACES[row] - pawns[row] - 1, 0)
            for row, chips in self.chips.items()
        }
        legal = []
        for move in MOVES[roll]:
            for row, groups in move:
                if groups > room[row]:
                    break
            else:
                legal.append(move)
        return legal

    def use_group(self, seat: int, row: int) -> None:
        top = SPACES[row]
        pawns = self.pawns[seat]
        if pawns[row] < top:
            pawns[row] += 1
            if pawns[row] < top:
                return
            for other in self.pawns:
                if other is not pawns and other[row] == top:
                    other[row] = 0
        self.won[seat][row] += 1
        self.chips[row] -= 1
        if self.chips[row] == 0:
            self.closed_rows += 1
            for other in self.pawns:
                other[row] = 0

    def take_tiles(self, seat: int) -> None:
        series = min(self.won[seat].values())
        while len(self.bonus[seat]) < series and self.tiles:
            self.bonus[seat].append(self.tiles.pop(0))

    def score(self, seat: int) -> int:
        return sum(row * chips for row, chips in self.won[seat].items()) + sum(self.bonus[seat])


def play_matches(games: int, seed: int) -> list[Result]:
    rng = Random(seed)
    return [Game(rng).play() for _ in range(games)]

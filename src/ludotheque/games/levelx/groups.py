"""A lookup table of moves: the multisets of sums from 5 to 10 that each of the 1,296 rolls allows.

They depend on the roll alone, so they are computed once, when this module is imported.

A move is an integer of bit fields: the number of groups of each row, four bits a row, row 5 in the
lowest. So a move's groups can be compared with the room in all six rows by one subtraction (SWAR,
SIMD within a register).
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np

DICE = 4
FACES = 6
LOWEST_SUM, HIGHEST_SUM = 5, 10
ROWS = HIGHEST_SUM - LOWEST_SUM + 1
MOST_GROUPS = DICE  # in one row, in one turn

GROUP_BITS = 4
GROUP_MASK = (1 << GROUP_BITS) - 1

Sums = tuple[int, ...]  # in rising order


def packed(sums: Sums) -> int:
    """A move as a whole number."""
    return sum(1 << (GROUP_BITS * (total - LOWEST_SUM)) for total in sums)


def unpacked(move: int) -> Sums:
    """A move as its sums, in rising order."""
    counts = ((move >> (GROUP_BITS * row)) & GROUP_MASK for row in range(ROWS))
    return tuple(LOWEST_SUM + row for row, count in enumerate(counts) for _ in range(count))


@cache
def groupings(dice: tuple[int, ...]) -> frozenset[Sums]:
    """LX-3: the sums of all ways to group these dice, including those that leave dice aside."""
    if not dice:
        return frozenset({()})
    first, others = dice[0], dice[1:]
    found = set(groupings(others))  # the first die left aside
    for size in range(len(others) + 1):
        for mates in combinations(range(len(others)), size):
            total = first + sum(others[mate] for mate in mates)
            if LOWEST_SUM <= total <= HIGHEST_SUM:
                rest = tuple(die for i, die in enumerate(others) if i not in mates)
                found |= {tuple(sorted((total, *sums))) for sums in groupings(rest)}
    return frozenset(found)


def turnings(roll: tuple[int, ...]) -> set[tuple[int, ...]]:
    """LX-10: the roll, and all rolls that turning some of its ones, but not all, can give."""
    ones = roll.count(1)
    if ones < 2:
        return {roll}
    kept = (1, *(die for die in roll if die != 1))
    faces = range(1, FACES + 1)
    return {
        tuple(sorted(kept + turned)) for turned in combinations_with_replacement(faces, ones - 1)
    }


@cache
def moves_of(roll: tuple[int, ...]) -> tuple[int, ...]:
    """Every move a roll (its faces in rising order) allows while all rows are open."""
    sums = {sums for dice in turnings(roll) for sums in groupings(dice)}
    return tuple(packed(each) for each in sorted(sums, key=lambda each: (len(each), each)))


ROLLS = tuple(product(range(1, FACES + 1), repeat=DICE))
MOST_MOVES = max(len(moves_of(tuple(sorted(roll)))) for roll in ROLLS)

#: MOVES[roll, i] for i below MOVES_COUNT[roll]: the moves of a roll, passing (0) among them.
MOVES = np.zeros((len(ROLLS), MOST_MOVES), np.int64)
MOVES_COUNT = np.zeros(len(ROLLS), np.int64)
for _number, _roll in enumerate(ROLLS):
    _moves = moves_of(tuple(sorted(_roll)))
    MOVES[_number, : len(_moves)] = _moves
    MOVES_COUNT[_number] = len(_moves)

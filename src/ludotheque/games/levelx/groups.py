"""A lookup table of moves: the multisets of sums from 5 to 10 that each roll of four dice allows.

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
MULTISETS = tuple(combinations_with_replacement(range(1, FACES + 1), DICE))
MOST_MOVES = max(len(moves_of(dice)) for dice in MULTISETS)

#: The multiset of each roll: the order of dice does not matter. So MOVES has 126 rows instead of
#: 1,296, and stays in the processor's cache.
MULTISET_OF = np.array([MULTISETS.index(tuple(sorted(roll))) for roll in ROLLS], np.int64)

#: MOVES[multiset, i] for i below MOVES_COUNT[multiset]: its moves, passing (0) among them.
MOVES = np.zeros((len(MULTISETS), MOST_MOVES), np.int64)
MOVES_COUNT = np.zeros(len(MULTISETS), np.int64)
for _number, _dice in enumerate(MULTISETS):
    _moves = moves_of(_dice)
    MOVES[_number, : len(_moves)] = _moves
    MOVES_COUNT[_number] = len(_moves)

"""The schedule of a tournament: who plays whom, in which seats, on which draws.

Tournaments are played in duplicate, as in bridge. A *deal* is a sequence of draws; all matches of a
deal use the same draws, and the players rotate through the seats, so that luck is the same for
everybody. Every pairing plays the same deals.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

Lineup = tuple[int, ...]  # the entrants' numbers, in seat order


@dataclass(frozen=True)
class Fixture:
    """A scheduled match."""

    match: int  # its number in the tournament
    deal: int
    lineup: Lineup


@dataclass(frozen=True)
class Schedule:
    """All fixtures of a tournament; each is computed from its number."""

    entrants: int
    seats: int
    games: int  # matches of each pairing
    full_tables: bool  # everybody plays at one table, instead of in pairs
    lone: bool = False  # only the first of each pair plays alone against copies of the other

    def __len__(self) -> int:
        return self.games * len(self._lineups)

    @property
    def pairings(self) -> int:
        return len(self._lineups)

    @property
    def matches_of_deal(self) -> int:
        """How many matches of one pairing are played on the same draws."""
        return len(self._lineups[0][0])

    def fixture(self, match: int) -> Fixture:
        pairing, number = divmod(match, self.games)
        circle = self._lineups[pairing]
        deal, turn = divmod(number, len(circle[0]))
        return Fixture(match, deal, circle[deal % len(circle)][turn])

    @cached_property
    def _lineups(self) -> list[list[list[Lineup]]]:
        """For each pairing, lists of the lineups of one deal; deals cycle through these lists."""
        everybody = range(self.entrants)
        if self.full_tables:
            return [[rotations(order) for order in circular_orders(self.entrants)]]
        pairs = combinations(everybody, 2)
        if self.lone:
            return [[alone_in_turn(one, other, self.seats)] for one, other in pairs]
        return [[meetings(one, other, self.seats)] for one, other in pairs]


def meetings(one: int, other: int, seats: int) -> list[Lineup]:
    """Each of the two plays once from every seat against copies of the other in all other seats.

    Over all these lineups, both have every seat equally often.
    """
    there, back = alone_in_turn(one, other, seats), alone_in_turn(other, one, seats)
    lineups = [lineup for both in zip(there, back, strict=True) for lineup in both]
    return list(dict.fromkeys(lineups))


def alone_in_turn(lone: int, many: int, seats: int) -> list[Lineup]:
    """`lone` plays once from every seat, with `many` in all other seats."""
    return [
        tuple(lone if seat == place else many for seat in range(seats)) for place in range(seats)
    ]


def rotations(order: Lineup) -> list[Lineup]:
    """All rotations of an order: everybody has every seat once."""
    return [order[shift:] + order[:shift] for shift in range(len(order))]


def circular_orders(entrants: int) -> list[Lineup]:
    """Every cyclic order of the entrants, so that nobody always has the same neighbour."""
    return [(0, *rest) for rest in permutations(range(1, entrants))]

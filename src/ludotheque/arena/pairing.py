"""Who plays whom, in which seats, on which draws.

A *deal* is one course of chance: all matches of a deal are played on the same draws, with the
players moved from seat to seat, so that luck weighs on everybody alike. Every pairing meets the
same deals.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

Lineup = tuple[int, ...]  # the entrants' numbers, in seat order


@dataclass(frozen=True)
class Fixture:
    """A match to be played."""

    match: int  # its number in the tournament
    deal: int
    lineup: Lineup


@dataclass(frozen=True)
class Schedule:
    """All fixtures of a tournament, each known by its number alone."""

    entrants: int
    seats: int
    games: int  # matches of each pairing
    full_tables: bool  # everybody at one table, instead of pairings
    lone: bool = False  # in a pairing only the one named first is ever alone

    def __len__(self) -> int:
        return self.games * len(self._circles)

    def fixture(self, match: int) -> Fixture:
        pairing, number = divmod(match, self.games)
        circle = self._circles[pairing]
        deal, turn = divmod(number, len(circle[0]))
        return Fixture(match, deal, circle[deal % len(circle)][turn])

    @cached_property
    def _circles(self) -> list[list[list[Lineup]]]:
        """For each pairing, the lineups of a deal; there may be several such lists in turn."""
        everybody = range(self.entrants)
        if self.full_tables:
            return [[rotations(order) for order in circular_orders(self.entrants)]]
        pairs = combinations(everybody, 2)
        if self.lone:
            return [[visits(one, other, self.seats)] for one, other in pairs]
        return [[meetings(one, other, self.seats)] for one, other in pairs]


def meetings(one: int, other: int, seats: int) -> list[Lineup]:
    """One of the two alone against the other in all other seats; each, in every seat.

    Over all of them both have every seat equally often. With two seats that is there and back.
    """
    there, back = visits(one, other, seats), visits(other, one, seats)
    lineups = [lineup for both in zip(there, back, strict=True) for lineup in both]
    return list(dict.fromkeys(lineups))


def visits(lone: int, many: int, seats: int) -> list[Lineup]:
    """One in each seat by turns, the other in all the rest."""
    return [
        tuple(lone if seat == place else many for seat in range(seats)) for place in range(seats)
    ]


def rotations(order: Lineup) -> list[Lineup]:
    """Everybody moves on a seat, until all have had them all."""
    return [order[shift:] + order[:shift] for shift in range(len(order))]


def circular_orders(entrants: int) -> list[Lineup]:
    """Every way to sit around a table: nobody has the same neighbour for ever."""
    return [(0, *rest) for rest in permutations(range(1, entrants))]

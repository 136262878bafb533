"""The results of a tournament: every seat of every match, as a frame and as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from .intervals import Array
from .referee import Result

if TYPE_CHECKING:
    import polars

    from .tournament import Tournament


WRITERS = {".parquet": "write_parquet", ".csv": "write_csv"}  # of a frame


class Results(Protocol):
    """All results of a tournament, in memory or on disk."""

    @property
    def tournament(self) -> Tournament: ...

    def __len__(self) -> int:
        """The number of matches."""

    def blocks(self, matches: int) -> Iterator[Outcome]:
        """All of them, about so many matches at a time; the matches of a deal are never parted."""

    def in_memory(self) -> Outcome:
        """All of them at once."""

    @property
    def frame(self) -> polars.DataFrame:
        """A row for each seat of each match."""

    def write(self, path: Path, kind: str) -> None:
        """Write these rows as `.parquet` or `.csv`."""


@dataclass(frozen=True)
class Outcome:
    """All results as arrays, with a row for each match, in order, and a column for each seat."""

    tournament: Tournament
    deals: Array  # int64 [matches]: matches of the same deal have the same draws
    lineups: Array  # int64 [matches, seats]: the entrant's number in each seat
    points: Array  # int64 [matches, seats]
    wins: Array  # float64 [matches, seats]
    moves: Array  # int64 [matches, seats]
    seconds: Array  # float64 [matches, seats]
    lengths: Array  # int64 [matches]
    first: int = 0  # the number of the first match

    @classmethod
    def of(cls, tournament: Tournament, results: Iterable[Result]) -> Outcome:
        """Collect the results, which may come in any order."""
        ordered = sorted(results, key=lambda result: result.match)
        fixtures = [tournament.schedule.fixture(result.match) for result in ordered]
        return cls(
            tournament,
            np.array([fixture.deal for fixture in fixtures], np.int64),
            np.array([fixture.lineup for fixture in fixtures], np.int64),
            np.array([result.points for result in ordered], np.int64),
            np.array([result.wins for result in ordered], np.float64),
            np.array([result.moves for result in ordered], np.int64),
            np.array([result.seconds for result in ordered], np.float64),
            np.array([result.length for result in ordered], np.int64),
            ordered[0].match if ordered else 0,
        )

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def entrants(self) -> tuple[str, ...]:
        return self.tournament.entrants

    def blocks(self, matches: int) -> Iterator[Outcome]:
        """All results, about so many matches at a time; the matches of a deal are never parted."""
        if len(self) <= matches:
            yield self
            return
        order = np.argsort(self.deals, kind="stable")
        ends = np.flatnonzero(np.diff(self.deals[order], append=-1)) + 1  # of each deal
        begin = 0
        while begin < len(order):
            wanted = np.searchsorted(ends, begin + matches)
            end = int(ends[min(int(wanted), len(ends) - 1)])
            yield self.of_rows(order[begin:end])
            begin = end

    def in_memory(self) -> Outcome:
        return self

    def of_rows(self, rows: Array) -> Outcome:
        """Some of the results."""
        columns = (each.name for each in fields(self) if each.name not in ("tournament", "first"))
        return replace(self, **{name: getattr(self, name)[rows] for name in columns})

    def write(self, path: Path, kind: str) -> None:
        getattr(self.frame, WRITERS[kind])(path)

    def of_entrant(self, values: Array, entrant: int) -> Array:
        """The sum, in each match, over the seats of one entrant."""
        total: Array = np.where(self.lineups == entrant, values, 0).sum(axis=1)
        return total

    def seconds_a_move(self, entrant: int) -> float:
        """How long one of an entrant's decisions took, on average."""
        seats = self.lineups == entrant
        return float(self.seconds[seats].sum()) / max(int(self.moves[seats].sum()), 1)

    @cached_property
    def frame(self) -> polars.DataFrame:
        """A row for each seat of each match."""
        import polars

        matches, seats = self.lineups.shape
        names = polars.Series(self.entrants, dtype=polars.String)
        return polars.DataFrame(
            {
                "match": np.repeat(np.arange(self.first, self.first + matches), seats),
                "seat": np.tile(np.arange(seats), matches),
                "player": names.gather(self.lineups.ravel()),
                "points": self.points.ravel(),
                "win": self.wins.ravel(),
                "seconds": self.seconds.ravel(),
                "moves": self.moves.ravel(),
                "length": np.repeat(self.lengths, seats),
                "deal": np.repeat(self.deals, seats),
            }
        )

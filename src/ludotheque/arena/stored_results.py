"""A tournament's results in Parquet files, each with a part of the matches, in order.

So a tournament takes no more memory the more matches it has: its statistics and its results are
made a few deals, or a part, at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.atomic import atomic_write
from .outcome import Outcome
from .referee import Result

if TYPE_CHECKING:
    import polars

    from .tournament import Tournament

PART = 20_000  # matches in a file; fewer stay in the journal
ROWS = 5_000  # that are read at once
SINKS = {".parquet": "sink_parquet", ".csv": "sink_csv"}  # of a lazy frame


def schema() -> dict[str, Any]:
    """The columns of a file, which are the fields of a result."""
    import polars

    whole, real = polars.List(polars.Int64), polars.List(polars.Float64)
    by_seat = {"points": whole, "wins": real, "moves": whole, "seconds": real}
    return {"match": polars.Int64, **by_seat, "length": polars.Int64}


class Parts:
    """The files in a folder. Part n has the matches from n · PART on."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.folder = folder
        self.tournament = tournament
        self.size = PART
        self.done = {int(path.stem) for path in folder.glob("*.parquet")}

    def matches_of(self, number: int) -> range:
        end = min((number + 1) * self.size, len(self.tournament.schedule))
        return range(number * self.size, end)

    @property
    def count(self) -> int:
        """How many there are in the end."""
        return -(-len(self.tournament.schedule) // self.size)

    @property
    def matches(self) -> int:
        """How many matches are in the files."""
        return sum(len(self.matches_of(number)) for number in self.done)

    def write(self, number: int, results: Iterable[Result]) -> None:
        """Write all results of a part."""
        import polars

        self.folder.mkdir(exist_ok=True)
        ordered = sorted(results, key=lambda result: result.match)
        frame = polars.DataFrame([result.data() for result in ordered], schema=schema())
        with atomic_write(self.path(number)) as part:
            frame.write_parquet(part, row_group_size=ROWS)
        self.done.add(number)

    def read(self, matches: range) -> list[Result]:
        """The results of matches that are in the files."""
        import polars

        numbers = range(matches.start // self.size, (matches.stop - 1) // self.size + 1)
        wanted = polars.col("match").is_between(matches.start, matches.stop - 1)
        found = polars.scan_parquet([self.path(number) for number in numbers]).filter(wanted)
        return [Result(**row) for row in found.collect().iter_rows(named=True)]

    def drop(self) -> None:
        for number in self.done:
            self.path(number).unlink()
        self.done.clear()

    def path(self, number: int) -> Path:
        return self.folder / f"{number:06}.parquet"


class StoredResults:
    """All results of a tournament, which are in files; see `outcome.Results`."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    @property
    def tournament(self) -> Tournament:
        return self.parts.tournament

    def __len__(self) -> int:
        return len(self.tournament.schedule)

    def blocks(self, matches: int) -> Iterator[Outcome]:
        """Some deals at a time, of which every pairing has played the same."""
        schedule = self.tournament.schedule
        deals = max(1, matches // (schedule.pairings * schedule.matches_of_deal))
        step = deals * schedule.matches_of_deal
        for first in range(0, schedule.games, step):
            end = min(first + step, schedule.games)
            found: list[Result] = []
            for pairing in range(schedule.pairings):
                begin = pairing * schedule.games
                found += self.parts.read(range(begin + first, begin + end))
            yield Outcome.of(self.tournament, found)

    def in_memory(self) -> Outcome:
        results = (self.parts.read(self.parts.matches_of(n)) for n in range(self.parts.count))
        return Outcome.of(self.tournament, chain.from_iterable(results))

    @property
    def frame(self) -> polars.DataFrame:
        import polars

        return polars.concat(self._frames())

    def write(self, path: Path, kind: str) -> None:
        """A part at a time: each gets a file of its rows, and these are put together."""
        import polars

        rows = self.parts.folder / "rows"
        rows.mkdir(exist_ok=True)
        paths = []
        for number, frame in enumerate(self._frames()):
            paths.append(rows / f"{number:06}.parquet")
            frame.write_parquet(paths[-1])
        getattr(polars.scan_parquet(paths), SINKS[kind])(path)

    def _frames(self) -> Iterator[polars.DataFrame]:
        for number in range(self.parts.count):
            matches = self.parts.matches_of(number)
            yield Outcome.of(self.tournament, self.parts.read(matches)).frame

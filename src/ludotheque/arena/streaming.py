"""Simulations of any number of matches, in little memory: to a file and to a running summary.

Matches are written in parts of a fixed size, each to a file of its own, and put together at the
end. After each part the tally so far is on disk, so that an interrupted run goes on from there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock

from ..core.atomic import atomic_write, write_text_atomically
from ..core.errors import BadOption
from ..core.game import Game
from .journal import sweep
from .simulation import Run, Simulation, pieces
from .tally import Tally
from .workers.same_code import code_of

if TYPE_CHECKING:
    import polars

    from ..bots.entrants import PlayerLike
    from .workers.chunks import Pool

PART = 200_000  # matches in a part; all sizes of pieces divide it
SMALLEST_PART, MOST_PARTS = 10, 500  # where players have to think, parts are smaller


def stream(
    game: str | Game,
    players: int | Sequence[PlayerLike],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    edition: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    state: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    executor: Pool | None = None,
    progress: Callable[[int], object] | None = None,
    on_tick: Callable[[], object] | None = None,
) -> Tally:
    """Play `games` matches as `simulate` does, and return only the tally of how they end.

    Every match is written to the file `out`, if one is given: Parquet, or CSV if it ends so. Memory
    use does not grow with the number of matches. An interrupted run is kept in the folder `state`,
    if one is given, and resumes when it is started again.
    """
    run = Run.of(game, players, games, seed, options, edition)
    path = None if out is None else Path(out)
    with parts_of(run, None if state is None else Path(state), out=path) as parts:
        tally = parts.play(workers, executor, progress or (lambda _: None), on_tick)
        if path is not None:
            parts.write(path)
        parts.forget()
    return tally


@contextlib.contextmanager
def parts_of(
    run: Run, state: Path | None, *, out: Path | None, restart: bool = False
) -> Iterator[Parts]:
    """The parts of a run in the folder `state`, or in one beside `out`, gone after the block."""
    if state is None:
        beside = None if out is None else out.absolute().parent
        with tempfile.TemporaryDirectory(prefix=".ludotheque-", dir=beside) as made:
            yield Parts(run, Path(made), out is not None)
        return
    folder = state / key_of(run, out is not None)
    with locked(folder):
        sweep(state)
        if restart:
            shutil.rmtree(folder)
            folder.mkdir()
        yield Parts(run, folder, out is not None)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder, and keep it from other processes during the block."""
    lock = filelock.FileLock(folder.with_suffix(".lock"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise BadOption("this simulation is being played by another process") from None
    except OSError:
        where = str(folder.parent)
        raise BadOption("no file can be written in {folder}", folder=where) from None
    try:
        yield
    finally:
        lock.release()


def key_of(run: Run, keep_rows: bool) -> str:
    """A hash of what determines the matches, and of whether they are written."""
    asked = [run.game.id, run.players, run.games, run.seed, run.options, run.edition, run.mode]
    players = [each.fingerprint() for each in run.seated]
    parts = [asked, players, code_of(run.game), keep_rows, part_of(run)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:20]


def part_of(run: Run) -> int:
    """How many matches a part of the run has."""
    if not run.seated:
        return PART
    return min(PART, max(SMALLEST_PART, -(-run.games // MOST_PARTS)))


class Parts:
    """The part of a run that is played, in a folder."""

    def __init__(self, run: Run, folder: Path, keep_rows: bool) -> None:
        self.run = run
        self.folder = folder
        self.keep_rows = keep_rows
        self.size = part_of(run)
        self.tally = self._read()

    def __len__(self) -> int:
        """The number of matches that are played and on disk."""
        return len(self.tally)

    def play(
        self,
        workers: int | None,
        executor: Pool | None,
        progress: Callable[[int], object],
        on_tick: Callable[[], object] | None,
    ) -> Tally:
        """Play the matches that are missing; returns the tally of all."""
        for part in self._missing(workers, executor, progress, on_tick or (lambda: None)):
            if self.keep_rows:
                with atomic_write(self._path(part.first)) as path:
                    part.frame().write_parquet(path)
            self.tally.add(part)
            if self.run.games > self.size:  # a single part is soon played again
                write_text_atomically(self._tally_path, json.dumps(self.tally.data()))
        return self.tally

    def write(self, path: Path) -> None:
        """Write all matches to one file, a part at a time."""
        with atomic_write(path) as whole:
            if path.suffix.lower() == ".csv":
                self._rows().sink_csv(whole)
            else:
                self._rows().sink_parquet(whole)

    def forget(self) -> None:
        """Delete the folder's files, once the results are elsewhere."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _missing(
        self,
        workers: int | None,
        executor: Pool | None,
        progress: Callable[[int], object],
        on_tick: Callable[[], object],
    ) -> Iterator[Simulation]:
        """Play what is missing; yields parts, which begin at multiples of `size`."""
        part = None
        for piece in pieces(self.run, len(self), workers, executor, on_tick):
            if part is None:
                part = self.run.empty(piece.first, min(self.size, self.run.games - piece.first))
            part.fill(piece)
            if piece.first + len(piece) == part.first + len(part):
                yield part
                part = None
            progress(len(piece))

    def _rows(self) -> polars.LazyFrame:
        import polars

        paths = [self._path(first) for first in range(0, self.run.games, self.size)]
        return polars.scan_parquet(paths) if paths else self.run.empty(0, 0).frame().lazy()

    def _read(self) -> Tally:
        """The tally on disk, if it is whole and so are the files of its parts."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            tally = Tally.of_data(json.loads(self._tally_path.read_text("utf-8")))
            firsts = range(0, len(tally), self.size) if self.keep_rows else ()
            is_whole = len(tally) == self.run.games or len(tally) % self.size == 0
            if is_whole and all(self._path(first).exists() for first in firsts):
                return tally
        return Tally.empty(self.run.players)

    @property
    def _tally_path(self) -> Path:
        return self.folder / "tally.json"

    def _path(self, first: int) -> Path:
        return self.folder / f"{first // self.size:06}.parquet"

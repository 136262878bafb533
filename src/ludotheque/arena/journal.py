"""A tournament on disk while it is being played: an append-only file with a line for each match.

When all matches of a part are played, they go into a Parquet file, and their lines away. So a
tournament of any number of matches takes no more memory and time than its last parts.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
import shutil
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

import filelock

from ..core.atomic import write_text_atomically
from ..core.errors import BadOption
from .decision_data import DecisionParts
from .outcome import Outcome, Results
from .referee import Result
from .stored_results import Parts, StoredResults

if TYPE_CHECKING:
    from .tournament import Tournament


KEPT_SECONDS = 30 * 24 * 3600  # interrupted tournaments are deleted after a month
KEY = re.compile(r"[0-9a-f]{20}")  # the name of a tournament's folder


class Journal:
    """The matches played so far, in a folder named by the tournament's key.

    When the same tournament is started again, it resumes from there. An incomplete or invalid line
    is ignored: its match is played again.
    """

    def __init__(self, state: Path, tournament: Tournament, *, restart: bool = False) -> None:
        self.folder = state / tournament.key
        self.parts = Parts(self.folder / "parts", tournament)
        self._open: dict[int, dict[int, Result]] = {}  # by part and match
        self._tournament = tournament
        self._restart = restart  # ignore the results on disk
        self._lock = filelock.FileLock(state / f"{tournament.key}.lock")
        self._file: IO[str] | None = None

    @property
    def path(self) -> Path:
        return self.folder / "matches.jsonl"

    @property
    def results(self) -> list[Result]:
        """The results that are in no part yet, in the order in which they came."""
        return [result for part in self._open.values() for result in part.values()]

    def __len__(self) -> int:
        """How many matches are played."""
        return self.parts.matches + sum(map(len, self._open.values()))

    def missing(self) -> Iterator[int]:
        """The matches that are still to be played, in order."""
        for number in range(self.parts.count):
            if number not in self.parts.done:
                known = frozenset(self._open.get(number, ()))
                yield from (each for each in self.parts.matches_of(number) if each not in known)

    def outcome(self) -> Results:
        """All results, when all matches are played."""
        if self.parts.count > 1:
            return StoredResults(self.parts)
        return Outcome.of(self._tournament, self.results)

    def __enter__(self) -> Journal:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            raise BadOption("this tournament is being played by another process") from None
        except OSError:
            folder = str(self.folder.parent)
            raise BadOption("no file can be written in {folder}", folder=folder) from None
        try:
            sweep(self.folder.parent)
            self._read()
            self._begin()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._close()
        self._lock.release()

    def add(self, result: Result) -> None:
        """Write a result down, after its decisions if they are kept."""
        for each in self.decisions.add(result) if result.decisions is not None else [result]:
            self._write(each)

    def flush(self) -> None:
        """Write down what still waits."""
        if self._tournament.keeps_decisions:
            for each in self.decisions.flush():
                self._write(each)

    def _write(self, result: Result) -> None:
        assert self._file is not None
        self._file.write(json.dumps(result.data()) + "\n")
        self._file.flush()
        if self._note(result):
            self._close()
            self._begin()

    def _note(self, result: Result) -> bool:
        """Keep a result in memory, or in a file with all of its part; whether it is there."""
        number = result.match // self.parts.size
        opened = self._open.setdefault(number, {})
        opened[result.match] = result
        is_whole = len(opened) == len(self.parts.matches_of(number))
        if self.parts.count == 1 or not is_whole:
            return False
        self.parts.write(number, opened.values())
        del self._open[number]
        return True

    @cached_property
    def decisions(self) -> DecisionParts:
        """The decisions of the matches written down so far."""
        known = (result.match for result in self.results)
        return DecisionParts(self.folder / "decisions", known, self.parts.done, self.parts.size)

    def forget(self) -> None:
        """Delete the folder, once the tournament is over and its results are saved elsewhere."""
        self._close()
        shutil.rmtree(self.folder)

    def _read(self) -> None:
        if self._restart:
            self.parts.drop()
        elif self.path.exists():
            for line in self.path.read_bytes().splitlines():
                result = result_of(line, self._tournament)
                number = None if result is None else result.match // self.parts.size
                if result is not None and number not in self.parts.done:
                    self._note(result)

    def _begin(self) -> None:
        """Rewrite the file with the valid results only, and open it for appending."""
        asked = json.dumps(self._tournament.data(), ensure_ascii=False, indent=2)
        (self.folder / "tournament.json").write_text(asked + "\n", "utf-8")
        known = "".join(json.dumps(result.data()) + "\n" for result in self.results)
        write_text_atomically(self.path, known)
        self._file = self.path.open("a", encoding="utf-8", newline="\n")

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def sweep(state: Path) -> None:
    """Delete tournaments that were interrupted long ago, and locks without a tournament."""
    enough = time.time() - KEPT_SECONDS
    for lock in state.glob("*.lock"):
        folder = lock.with_suffix("")
        if not KEY.fullmatch(folder.name) or last_use(folder, lock) > enough:
            continue
        with contextlib.suppress(filelock.Timeout, OSError), filelock.FileLock(lock, timeout=0):
            shutil.rmtree(folder, ignore_errors=True)
            lock.unlink(missing_ok=True)


def last_use(*paths: Path) -> float:
    """The latest modification time of these paths."""
    files = [file for path in paths for file in (path, *path.glob("*")) if file.exists()]
    return max((file.stat().st_mtime for file in files), default=0.0)


def result_of(line: bytes, tournament: Tournament) -> Result | None:
    """The result in a line of the journal; None if it is no valid result of this tournament."""
    try:
        result = Result(**json.loads(line))
    except (ValueError, TypeError):
        return None
    seats = tournament.seats
    columns = (result.points, result.wins, result.moves, result.seconds)
    is_valid = (
        type(result.match) is int
        and 0 <= result.match < len(tournament.schedule)
        and type(result.length) is int
        and all(is_column(column, seats) for column in columns)
    )
    return result if is_valid else None


def is_column(value: Any, seats: int) -> bool:
    """Whether the value is a list of one number per seat."""
    return (
        isinstance(value, list)
        and len(value) == seats
        and all(type(each) in (int, float) and math.isfinite(each) for each in value)
    )

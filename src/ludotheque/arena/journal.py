"""A tournament on disk while it is being played: an append-only file with a line for each match."""

from __future__ import annotations

import contextlib
import json
import math
import re
import shutil
import time
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

import filelock

from ..core.atomic import write_text_atomically
from ..core.errors import BadOption
from .decision_data import DecisionParts
from .referee import Result

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
        self.results: list[Result] = []
        self._tournament = tournament
        self._restart = restart  # ignore the results on disk
        self._lock = filelock.FileLock(state / f"{tournament.key}.lock")
        self._file: IO[str] | None = None

    @property
    def path(self) -> Path:
        return self.folder / "matches.jsonl"

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
        self.results.append(result)

    @cached_property
    def decisions(self) -> DecisionParts:
        """The decisions of the matches written down so far."""
        known = (result.match for result in self.results)
        return DecisionParts(self.folder / "decisions", known)

    def forget(self) -> None:
        """Delete the folder, once the tournament is over and its results are saved elsewhere."""
        self._close()
        shutil.rmtree(self.folder)

    def _read(self) -> None:
        if self._restart or not self.path.exists():
            return
        found: dict[int, Result] = {}
        for line in self.path.read_bytes().splitlines():
            result = result_of(line, self._tournament)
            if result is not None:
                found[result.match] = result
        self.results = list(found.values())

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

"""Matches put away: every draw and move is on disk before the next one is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import filelock
import platformdirs

from ..core.errors import BadOption
from ..core.game import Game
from ..table.files import load, save
from ..table.record import Line, Record, written


def save_folder() -> Path:
    named = os.environ.get("LUDOTHEQUE_DATA")
    root = Path(named) if named else platformdirs.user_data_path("ludotheque")
    return root / "saved"


class Save:
    """One match's file while it is played here; locked, so that two tables never share it."""

    def __init__(self, path: Path, lock: filelock.BaseFileLock) -> None:
        self.path = path
        self._lock = lock
        self._on_disk: list[Line] = []

    @classmethod
    def fresh(cls, game: Game) -> Save:
        folder = save_folder()
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        path = folder / f"{game.id}-{stamp}.jsonl"
        return cls(path, locked(path))

    @classmethod
    def latest(cls, name: str | None, find: Callable[[str], Game]) -> tuple[Save, Record]:
        """The match put away last (of that game), taken up again."""
        for path in saved_paths(name):
            try:
                lock = locked(path)
            except filelock.Timeout:
                continue  # it is being played at another table
            record = load(path, find)
            taken_up = cls(path, lock)
            taken_up._on_disk = record.lines
            save(path, record)  # without the torn end that a crash may have left
            return taken_up, record
        raise BadOption(
            "no match of {name} is put away; start one with: ludotheque play",
            name=name or "ludotheque",
        )

    def keep(self, record: Record) -> None:
        """Bring the file up to the record: by its new lines, or anew after a take-back."""
        known = len(self._on_disk)
        if known and record.lines[:known] == self._on_disk:
            self._append(record.lines[known:])
        else:
            save(self.path, record)
        self._on_disk = list(record.lines)

    def _append(self, lines: list[Line]) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{written(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())

    def release(self) -> None:
        self._lock.release()

    def discard(self) -> None:
        """The match is over: nothing is left to resume."""
        self.path.unlink(missing_ok=True)
        self.release()
        lock_path(self.path).unlink(missing_ok=True)


def saved_paths(name: str | None) -> list[Path]:
    """The matches put away, the latest first."""
    stamped = re.compile(rf"{re.escape(name) if name else r'.+'}-\d{{8}}-\d{{6}}-\d{{6}}\.jsonl")
    folder = save_folder()
    if not folder.is_dir():
        return []
    paths = [path for path in folder.iterdir() if stamped.fullmatch(path.name)]
    return sorted(paths, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def locked(path: Path) -> filelock.BaseFileLock:
    lock = filelock.FileLock(lock_path(path))
    lock.acquire(timeout=0)
    return lock

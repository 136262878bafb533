"""Matches put away: every draw and move is on disk before the next one is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import filelock

from ...core.errors import BadOption
from ...core.folders import data_root
from ...core.game import Game
from ...table.files import save
from ...table.record import Line, Record, written


def save_folder() -> Path:
    return data_root() / "saved"


class Save:
    """One match's file while it is played here; locked, so that two tables never share it.

    Where the folder cannot be written, `keep` raises OSError; nothing else does.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = filelock.FileLock(path.with_suffix(".lock"))
        self._on_disk: list[Line] | None = None  # None: not known to be as we wrote it

    @classmethod
    def create(cls, game: Game) -> Save:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        return cls(save_folder() / f"{game.id}-{stamp}.jsonl")

    def take(self) -> bool:
        """Take the file's lock; False if another table has it, or has finished with it."""
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        except (OSError, NotImplementedError):  # no locks here: a folder that is read only
            return True
        return self.path.exists()

    def keep(self, record: Record) -> None:
        """Bring the file up to the record: by its new lines, or anew where that is not enough."""
        known, self._on_disk = self._on_disk, None
        if known and record.lines[: len(known)] == known:
            self._append(record.lines[len(known) :])
        else:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._lock.is_locked:
                self._lock.acquire(timeout=0)
            save(self.path, replace(record, result=None))
        self._on_disk = list(record.lines)

    def _append(self, lines: list[Line]) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{written(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())

    def release(self) -> None:
        self._lock.release(force=True)

    def discard(self) -> None:
        """The match is over: nothing is left to resume."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)


def resume_latest(name: str | None, read: Callable[[Path], Record]) -> tuple[Save, Record]:
    """The match put away last (of that game), taken up again."""
    played_elsewhere = False
    for path in saved_paths(name):
        found = Save(path)
        if found.take():
            try:
                return found, read(path)
            except BaseException:
                found.release()
                raise
        found.release()
        played_elsewhere = played_elsewhere or path.exists()
    if played_elsewhere:
        raise BadOption("the match put away last is being played at another table")
    if name is None:
        raise BadOption("no match is put away; start one with: ludotheque play GAME")
    raise BadOption(
        "no match of {name} is put away; start one with: ludotheque play {name}", name=name
    )


def saved_paths(name: str | None) -> Iterator[Path]:
    """The matches put away, the latest first."""
    stamped = re.compile(rf"{re.escape(name) if name else r'.+'}-\d{{8}}-\d{{6}}-\d{{6}}\.jsonl")
    found = []
    with suppress(OSError):
        for path in save_folder().iterdir():
            with suppress(OSError):  # another table may just have finished it
                if stamped.fullmatch(path.name):
                    found.append((path.stat().st_mtime_ns, path))
    return (path for _, path in sorted(found, reverse=True))

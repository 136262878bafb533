"""Saved matches: every draw and move is on disk before the next one is asked for."""

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
from ...table.record import EventData, Record, to_json


def save_folder() -> Path:
    return data_root() / "saved"


class Save:
    """The file of one match, locked while it is played, so that no other process opens it.

    Only `write` raises OSError where the folder cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = filelock.FileLock(path.with_suffix(".lock"))
        self._on_disk: list[EventData] | None = None  # what the file holds; None: unknown

    @classmethod
    def create(cls, game: Game) -> Save:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        return cls(save_folder() / f"{game.id}-{stamp}.jsonl")

    def acquire(self) -> bool:
        """Lock the file; False if another process plays the match, or has finished it."""
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            return False
        except (OSError, NotImplementedError):  # a read-only folder has no locks
            return True
        return self.path.exists()

    def write(self, record: Record) -> None:
        """Append the record's new lines to the file; rewrite it if others have changed."""
        known, self._on_disk = self._on_disk, None
        if known and record.events[: len(known)] == known:
            self._append(record.events[len(known) :])
        else:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._lock.is_locked:
                self._lock.acquire(timeout=0)
            save(self.path, replace(record, result=None))
        self._on_disk = list(record.events)

    def _append(self, lines: list[EventData]) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{to_json(line)}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())

    def release(self) -> None:
        self._lock.release(force=True)

    def discard(self) -> None:
        """Delete the file: the match is over."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)


def resume_latest(name: str | None, read: Callable[[Path], Record]) -> tuple[Save, Record]:
    """The match (of that game) that was saved last, locked and read."""
    played_elsewhere = False
    for path in saved_paths(name):
        found = Save(path)
        if found.acquire():
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
    """The saved matches (of that game), the latest first."""
    stamped = re.compile(rf"{re.escape(name) if name else r'.+'}-\d{{8}}-\d{{6}}-\d{{6}}\.jsonl")
    found = []
    with suppress(OSError):
        for path in save_folder().iterdir():
            with suppress(OSError):  # another process may just have finished it
                if stamped.fullmatch(path.name):
                    found.append((path.stat().st_mtime_ns, path))
    return (path for _, path in sorted(found, reverse=True))

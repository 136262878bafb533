"""Backups of the database, by SQLite's online backup API, and restoring one.

A backup is one self-contained database with every match and every secret; only its user can read
it. It can be made while a server runs: it is a snapshot of one moment, and nobody waits for it.
Restoring replaces the database, so it needs the folder for itself. The database that was there is
kept, with its log.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..core.atomic import replace_durably, sync_folder
from ..core.errors import BadOption
from .errors import DatabaseDamaged, reason, wrap_disk_errors
from .folder import BACKUPS, DATABASE, PRIVATE_FILE, PRIVATE_FOLDER, make_folder, wal_files
from .integrity import problem_of
from .lock import acquire_lock
from .migrations import MIGRATIONS
from .watermark import FILE as WATERMARK


class BadBackup(BadOption):
    """A file that is no sound backup of matches."""

    def __init__(self, path: Path, template: str, /, **params: object) -> None:
        super().__init__(template, path=str(path), **params)


@dataclass(frozen=True)
class Restored:
    matches: int  # how many the backup has
    kept: Path | None  # the database that was there before; None if there was none


def default_backup(folder: Path) -> Path:
    """The name of a backup that is made now, in the data folder itself."""
    return folder / BACKUPS / f"matches-{stamp()}.sqlite"


def back_up(folder: Path, target: Path | None = None) -> Path:
    """Write a backup of the folder's database, check it, and return its path.

    An existing file is never overwritten. DatabaseDamaged if the database is not sound: a backup of
    it would be taken for a good one.
    """
    folder = folder.resolve()
    source = folder / DATABASE
    if not source.is_file():
        raise BadOption("there are no matches in {folder}", folder=str(folder))
    with wrap_disk_errors(folder):
        if target is None:
            target = default_backup(folder)
            target.parent.mkdir(PRIVATE_FOLDER, exist_ok=True)
        target = target.absolute()
        if target.exists():
            raise BadOption(
                "{path}: there is a file already; choose another name", path=str(target)
            )
        write_copy(source, target)
    return target


def write_copy(source: Path, target: Path, mode: str = "rw") -> None:
    """Copy a database to a new file, which appears once it is complete, checked and on disk."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        copy_database(source, part, mode)
        problem = problem_of(part)
        if problem is not None:
            raise DatabaseDamaged(source.parent, problem)
        replace_durably(part, target)
    finally:
        for path in (part, *wal_files(part)):
            path.unlink(missing_ok=True)


def copy_database(source: Path, part: Path, mode: str) -> None:
    """Copy a snapshot, its log included, into one file that needs no log beside it."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode={mode}", uri=True)) as found,
        closing(sqlite3.connect(part)) as copy,
    ):
        found.execute("PRAGMA query_only = ON")
        found.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def mode_of(path: Path) -> str:
    """How to open a database that is only read: one with a log needs to write beside it."""
    return "rw" if wal_files(path)[0].exists() else "ro&immutable=1"


def restore(folder: Path, backup: Path) -> Restored:
    """Put a backup in the place of the database. BadBackup or StoreBusy before anything changes."""
    backup = backup.absolute()
    if not backup.is_file():
        raise BadOption("there is no file {path}", path=str(backup))
    folder = folder.resolve()
    with wrap_disk_errors(folder):
        make_folder(folder)
        with acquire_lock(folder):
            return replace_database(folder / DATABASE, backup)


def replace_database(path: Path, backup: Path) -> Restored:
    """Check the backup, copy it, check the copy, keep the old files, and move the copy in place."""
    if backup.resolve() == path:
        raise BadBackup(backup, "{path} cannot be restored: it is the database itself")
    check_backup(backup)
    part = path.with_name(f".{path.name}.restored")
    part.unlink(missing_ok=True)
    try:
        write_copy(backup, part, mode_of(backup))
        matches = check_backup(part)
        kept = keep_old_files(path)
        replace_durably(part, path)
        (path.parent / WATERMARK).unlink(missing_ok=True)  # it was about the other database
    finally:
        part.unlink(missing_ok=True)
    check_backup(path)
    return Restored(matches, kept)


def keep_old_files(path: Path) -> Path | None:
    """Move the database and its log aside, as a pair that SQLite can still open."""
    if not path.exists():
        return None
    kept = path.with_name(f"matches.before-restore-{stamp()}.sqlite")
    for old, new in zip((path, *wal_files(path)), (kept, *wal_files(kept)), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    sync_folder(path.parent)
    return kept


def check_backup(path: Path) -> int:
    """Check that a file is a sound database of matches that this program knows; count them."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode={mode_of(path)}", uri=True)) as opened:
            (version,) = opened.execute("PRAGMA user_version").fetchone()
            found = [text for (text,) in opened.execute("PRAGMA integrity_check(3)").fetchall()]
            if found != ["ok"]:
                raise BadBackup(
                    path,
                    "{path} cannot be restored: it is damaged ({problem})",
                    problem="; ".join(found),
                )
            if version > len(MIGRATIONS):
                raise BadBackup(
                    path,
                    "{path} cannot be restored: it was written by a later version of ludotheque "
                    "(schema {found}; this one knows {known})",
                    found=version,
                    known=len(MIGRATIONS),
                )
            if version < 1:
                raise BadBackup(path, "{path} cannot be restored: there are no matches in it")
            (matches,) = opened.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.Error as problem:
        raise BadBackup(
            path, "{path} cannot be restored: {problem}", problem=reason(problem)
        ) from None
    return int(matches)


def stamp() -> str:
    return datetime.now().strftime("%Y%m%d-%H%M%S")

"""The data folder: its path, its files and their permissions."""

import errno
import os
import stat
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ..core.atomic import sync_folder
from ..core.folders import data_root

DATABASE = "matches.sqlite"
BACKUPS = "backups"  # a folder in the data folder

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600  # matches hold secrets: no access for other users
OTHERS = 0o077


def default_folder() -> Path:
    """The data folder if the user names no other."""
    return data_root() / "matches"


def make_folder(folder: Path) -> None:
    """Create a private folder. One that is not empty keeps its permissions."""
    if not folder.exists():
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        with suppress(OSError):  # best effort: the parent may not be readable
            sync_folder(folder.parent)
    elif not any(folder.iterdir()):
        with suppress(PermissionError):  # a mounted volume that belongs to another user
            make_private(folder)
    check_writable(folder)


def make_database(folder: Path) -> Path:
    """Create the database's file, with private permissions before anything is written to it."""
    path = folder / DATABASE
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        sync_folder(folder)
    for part in (path, *wal_files(path)):
        if part.exists():
            make_private(part)
    check_writable(path)
    return path


def size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def make_private(path: Path) -> None:
    """Remove all permissions of group and others."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        path.chmod(mode & ~OTHERS)


def check_writable(path: Path) -> None:
    """PermissionError unless the path can be written: SQLite would notice only later."""
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def wal_files(path: Path) -> list[Path]:
    """The files that SQLite keeps beside a database in WAL mode."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm")]


def newest_backup(folder: Path) -> Path | None:
    """The newest backup in a data folder: one that was asked for, or a copy before a migration."""
    found = [*folder.glob(f"{BACKUPS}/*.sqlite"), *folder.glob("matches.version-*.sqlite")]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def time_of(path: Path) -> str:
    """When a file was written last, as people read it."""
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone().strftime("%Y-%m-%d %H:%M")

"""The data folder: where it is, who may look into it, and that one process has it."""

import errno
import os
from contextlib import suppress
from pathlib import Path

import filelock
import platformdirs

from ..table.files import sync_folder
from .errors import StoreBusy

DATABASE = "matches.sqlite"
LOCK = "matches.lock"

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600  # matches hold secrets: nobody else reads them
OTHERS = 0o077


def default_folder() -> Path:
    """Where matches are kept when nobody names a folder."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    root = Path(named) if named else platformdirs.user_data_path("ludotheque")
    return root / "matches"


def make_folder(folder: Path) -> None:
    """Make the folder, private. One that holds other things too keeps the rights it has."""
    if not folder.exists():
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        with suppress(OSError):  # a parent that may be passed through but not read
            sync_folder(folder.parent)
    elif not any(folder.iterdir()):
        with suppress(PermissionError):  # a volume that somebody else has mounted here
            folder.chmod(PRIVATE_FOLDER)


def make_database(folder: Path) -> Path:
    """The database's file, private before anything is written in it."""
    path = folder / DATABASE
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        sync_folder(folder)
    for part in (path, *beside(path)):
        if part.exists() and part.stat().st_mode & OTHERS:
            part.chmod(part.stat().st_mode & ~OTHERS)
    if not os.access(path, os.W_OK):  # SQLite would only say so at the first change
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path


def beside(path: Path) -> list[Path]:
    """The files that SQLite keeps next to a database in use."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm")]


def locked(folder: Path) -> filelock.BaseFileLock:
    """The folder for this process alone, until the lock is released or the process dies."""
    lock = filelock.FileLock(folder / LOCK, mode=PRIVATE_FILE, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise StoreBusy(folder) from None
    return lock

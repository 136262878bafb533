"""The lock that gives a data folder to one process."""

from pathlib import Path

import filelock

from .errors import StoreBusy
from .folder import PRIVATE_FILE

LOCK = "matches.lock"


def acquire_lock(folder: Path) -> filelock.BaseFileLock:
    """Lock the folder for this process; StoreBusy if another one has it."""
    lock = filelock.FileLock(folder / LOCK, mode=PRIVATE_FILE, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise StoreBusy(folder) from None
    return lock

"""Notices when the files of the open database are removed or replaced by somebody else.

On Unix an open file can be removed: writing to it goes on, into a file without a name, and what was
written is gone with the process. SQLite does not look. Two calls of `stat` do, for each commit.
"""

from pathlib import Path

from .errors import DatabaseReplaced
from .folder import wal_files

Identity = tuple[int, int] | None  # device and inode


class FileWatch:
    """The identities of the database's file and of its log, as they were when it was opened."""

    def __init__(self, path: Path) -> None:
        self._database = path
        self._log = wal_files(path)[0]
        self._known = {each: identity(each) for each in (self._database, self._log)}

    @property
    def replaced(self) -> Path | None:
        """The file that is no longer the one that was opened; None if both are."""
        for path, known in self._known.items():
            if identity(path) != known:
                return path
        return None

    @property
    def database_is_there(self) -> bool:
        return identity(self._database) == self._known[self._database]

    def error(self, path: Path, *, saved: bool) -> DatabaseReplaced:
        """The error about a file; the log can be saved into the database, if that is there."""
        return DatabaseReplaced(path, saved=saved and path == self._log)


def identity(path: Path) -> Identity:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

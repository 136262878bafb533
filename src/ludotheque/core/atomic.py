"""Atomic writes: a file is replaced as a whole or not at all, and the change survives a power cut.

The new content goes into a temporary file beside the target, is flushed to disk, and is then
renamed over the target.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Context manager: yields a temporary path to write to, and renames it to `path` at the end.

    If the block or the renaming fails, `path` is unchanged and the temporary file is deleted.
    """
    path = path.resolve()  # keep a symbolic link, and replace its target
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        yield part
        replace_durably(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_text_atomically(path: Path, text: str, *, private: bool = False) -> None:
    """Write a UTF-8 file with `\\n` line ends, atomically; a private one is its user's alone."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600 if private else 0o666)

    with (
        atomic_write(path) as part,
        open(part, "x", encoding="utf-8", newline="\n", opener=opener) as file,
    ):
        file.write(text)


def replace_durably(part: Path, path: Path) -> None:
    """Rename a finished file over another one in the same folder, both flushed to disk."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, where the system lets one."""
    if os.name == "nt":
        return
    with suppress(PermissionError):  # the folder is writable but not readable
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

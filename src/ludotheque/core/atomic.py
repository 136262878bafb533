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
    """The path of a temporary file, to be written in the block; after it, it replaces `path`.

    If the block or the replacement fails, `path` is as it was and the temporary file is gone.
    """
    path = path.resolve()  # a symbolic link stays, and what it points to is replaced
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        yield part
        replace_durably(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_text_atomically(path: Path, text: str) -> None:
    """Write a UTF-8 file with `\\n` line ends, whole or not at all."""
    with atomic_write(path) as part, part.open("x", encoding="utf-8", newline="\n") as file:
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
    with suppress(PermissionError):  # a folder that may be written, but not read
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

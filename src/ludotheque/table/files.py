"""Records as files: the only module of this package that does I/O."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from ..core.atomic import write_text_atomically
from ..core.errors import BadRecord
from ..core.game import Game
from .record import Record

LARGEST_RECORD = 50_000_000  # bytes; the longest match is far below


def load(path: Path, find: Callable[[str], Game]) -> Record:
    """The record in a file. BadRecord, with line and reason; OSError if it cannot be read."""
    with path.open("rb") as file:
        return read(all_of(file), find)


def read(data: bytes, find: Callable[[str], Game]) -> Record:
    """The record in the bytes of a file; BadRecord, with line and reason."""
    if len(data) > LARGEST_RECORD:
        raise too_large()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        if b"\n" not in data[problem.start :] and problem.reason == "unexpected end of data":
            text = data[: problem.start].decode("utf-8")  # truncated inside a character
        else:
            line = data[: problem.start].count(b"\n") + 1
            raise BadRecord(line, "not UTF-8 text") from None
    return Record.read(text, find)


def all_of(file: BinaryIO) -> bytes:
    """The content of a file; BadRecord if it is too large for a record."""
    data = file.read(LARGEST_RECORD + 1)  # pipes and devices have no known size
    if len(data) > LARGEST_RECORD:
        raise too_large()
    return data


def too_large() -> BadRecord:
    return BadRecord(1, "the file is larger than {most} bytes: not a record", most=LARGEST_RECORD)


def save(path: Path, record: Record) -> None:
    """Write the record atomically: a crash leaves the old file, or none.

    Until the match is over its record holds secrets, so no other user can read it.
    """
    write_text_atomically(path, record.text(), private=record.result is None)

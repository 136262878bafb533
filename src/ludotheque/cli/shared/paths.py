"""Files that commands write: checked before the work, written whole or not at all."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import BadOption
from ...core.language import Language
from .console import make_console

if TYPE_CHECKING:
    import polars

RESULT_WRITERS = {".parquet": "write_parquet", ".csv": "write_csv"}


def check_writable(path: Path) -> None:
    """BadOption unless a file of that name can be written."""
    if path.is_dir():
        raise BadOption("{path} is a folder; name a file", path=str(path))
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadOption("there is no folder {folder} for a file to go to", folder=str(folder))
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        raise BadOption("no file can be written in {folder}", folder=str(folder)) from None


def check_results_path(path: Path | None) -> None:
    """BadOption unless results can be written there, in a format that its suffix names."""
    if path is None:
        return
    if path.suffix.lower() not in RESULT_WRITERS:
        raise BadOption(
            "{path}: results are written to a file whose name ends in {kinds}",
            path=str(path),
            kinds=", ".join(RESULT_WRITERS),
        )
    check_writable(path)


def write_results(frame: "polars.DataFrame", path: Path, language: Language) -> None:
    """Write a row for each match, as Parquet or CSV, and say where it is."""
    write_atomically(path, getattr(frame, RESULT_WRITERS[path.suffix.lower()]))
    sentence = language("The result of every match is in {path}.", path=str(path))
    make_console().print(sentence, markup=False, soft_wrap=True)


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` make a temporary file beside the path, then rename it: all of it or nothing."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise

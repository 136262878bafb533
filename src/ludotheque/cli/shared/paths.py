"""Output files: checked before the work starts, and written atomically."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.atomic import atomic_write
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
    with atomic_write(path) as part:
        getattr(frame, RESULT_WRITERS[path.suffix.lower()])(part)
    print_results_path(path, language)


def print_results_path(path: Path, language: Language) -> None:
    sentence = language("The result of every match is in {path}.", path=str(path))
    make_console().print(sentence, markup=False, soft_wrap=True)

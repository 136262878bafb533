"""Output files: checked before the work starts, and written atomically."""

import tempfile
from pathlib import Path

from ...core.errors import BadOption
from ...core.language import Language
from .console import make_console

RESULT_KINDS = (".parquet", ".csv")


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
    if path.suffix.lower() not in RESULT_KINDS:
        raise BadOption(
            "{path}: results are written to a file whose name ends in {kinds}",
            path=str(path),
            kinds=", ".join(RESULT_KINDS),
        )
    check_writable(path)


def print_results_path(path: Path, language: Language) -> None:
    sentence = language("The result of every match is in {path}.", path=str(path))
    make_console().print(sentence, markup=False, soft_wrap=True)

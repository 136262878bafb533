"""Where files can go: asked before the work, not after it."""

import tempfile
from pathlib import Path

from ...core.errors import BadOption


def check_writable(path: Path) -> None:
    """BadOption unless a file of that name can be written where it says."""
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

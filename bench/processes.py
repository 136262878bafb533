"""The environment of processes that are measured."""

from __future__ import annotations

import os
from pathlib import Path

Environment = dict[str, str]


def with_bytecode(folder: Path) -> Environment:
    """An environment in which bytecode is kept in the folder, as an installer keeps it.

    Where Python is told to write none, every start would compile the sources of all packages: twice
    the time. The first process with this environment does not count, because it writes them.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment

"""Runs Python in a fresh process, so that tests control what is imported, cached or missing."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ludotheque

ROOT = Path(__file__).parents[2]
SOURCES = Path(ludotheque.__file__).parents[1]


def answer(
    script: str,
    *arguments: object,
    path: tuple[Path, ...] = (),
    environment: Mapping[str, str | None] | None = None,
    folder: Path | None = None,
) -> Any:
    """What a script prints, as JSON data. Variables that are None are not set at all."""
    search = os.pathsep.join(map(str, (*path, SOURCES, ROOT)))
    changed = {"PYTHONPATH": search, "PYTHONWARNINGS": "error", **(environment or {})}
    kept = {name: value for name, value in os.environ.items() if name not in changed}
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=folder,
        env=kept | {name: value for name, value in changed.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return json.loads(ran.stdout)

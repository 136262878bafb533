"""Runs a module of these tests as a process of its own."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command(module: str, *arguments: object) -> list[str]:
    return [sys.executable, "-m", f"tests.store.{module}", *map(str, arguments)]


def said(module: str, *arguments: object) -> str:
    """What the program prints; it must come to a good end."""
    done = subprocess.run(
        command(module, *arguments), cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

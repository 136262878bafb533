"""How soon one gets to move: a fresh process each time, as on any day and as just installed."""

from __future__ import annotations

import importlib.util
import os
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import ludotheque

FIRST_MOVE = """
import ludotheque
state = ludotheque.game("levelx").start(players=2)
while state.awaits == "draw":
    state.draw(0)
state.play(state.moves()[-1])
print(ludotheque.__file__)
"""
COMMAND = "from ludotheque.cli.main import main; main()"
PLAY = ("play", "levelx", "--seats", "me,random", "--lang", "en")
LONGEST = 30.0  # seconds to wait for a first answer

Environment = dict[str, str]


def on_any_day(folder: Path) -> Environment:
    """The package as it is found here, its bytecode and the compiled rules in their caches."""
    return {**elsewhere(folder), "PYTHONPATH": str(Path(ludotheque.__file__).parents[1])}


def just_installed(folder: Path) -> Environment:
    """A copy of the sources alone: no bytecode, and an empty cache that stays so."""
    shutil.copytree(
        Path(ludotheque.__file__).parent,
        folder / "ludotheque",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return {
        **elsewhere(folder),
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LUDOTHEQUE_CACHE": str(folder / "cache"),
    }


def elsewhere(folder: Path) -> Environment:
    """Matches begun here are put away with the folder, not among the user's own."""
    return {**os.environ, "LUDOTHEQUE_DATA": str(folder / "data")}


def measured(rounds: int) -> dict[str, float | None]:
    """Median seconds of each kind of start; None where the command is not there."""
    results: dict[str, float | None] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        days = {"on any day": on_any_day(folder), "just installed": just_installed(folder)}
        for day, environment in days.items():
            results[f"import to first move, {day}"] = median(first_move, environment, rounds)
        for day, environment in days.items():
            results[f"first answer of `ludotheque play`, {day}"] = (
                median(first_answer, environment, rounds) if has_command() else None
            )
    return results


def median(start: Callable[[Environment], float], environment: Environment, rounds: int) -> float:
    """One start that does not count (it fills the caches there are), then the median."""
    start(environment)
    return statistics.median(start(environment) for _ in range(rounds))


def first_move(environment: Environment) -> float:
    """From starting the interpreter to the end of a process that has made one move."""
    begin = time.perf_counter()
    answer = subprocess.run(
        [sys.executable, "-c", FIRST_MOVE],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds = time.perf_counter() - begin
    if not answer.stdout.startswith(environment["PYTHONPATH"]):
        raise RuntimeError("another copy of the package was imported than the one to measure")
    return seconds


def has_command() -> bool:
    """Whether the command exists, and pseudo-terminals to run it in."""
    return os.name == "posix" and importlib.util.find_spec("ludotheque.cli.main") is not None


def first_answer(environment: Environment) -> float:
    """From starting the command in a terminal to its first byte of output."""
    terminal, inside = os.openpty()
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *PLAY],
        env={**environment, "TERM": "xterm-256color"},
        stdin=inside,
        stdout=inside,
        stderr=inside,
        start_new_session=True,
    )
    os.close(inside)
    try:
        ready, _, _ = select.select([terminal], [], [], LONGEST)
        seconds = time.perf_counter() - begin
        if not ready:
            raise RuntimeError(f"the command said nothing for {LONGEST:.0f} seconds")
        refuse_failure(process, terminal)
        return seconds
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def refuse_failure(process: subprocess.Popen[bytes], terminal: int) -> None:
    """A command that goes on to fail has not answered: it must be waiting for its player."""
    said = b""
    with suppress(subprocess.TimeoutExpired, OSError):
        said = os.read(terminal, 4096)
        process.wait(timeout=1)
    if process.poll() is not None:
        raise RuntimeError(f"the command ended at once: {said.decode(errors='replace')}")

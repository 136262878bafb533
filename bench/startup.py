"""The time to the first move, in new processes, with warm caches and just after installing."""

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

from .processes import Environment, with_bytecode

FIRST_MOVE = """
import ludotheque
state = ludotheque.game("levelx").start(players=2)
while state.awaits == "draw":
    state.draw(0)
state.play(state.moves()[-1])
print(ludotheque.__file__)
"""
COMPILE = "import ludotheque; ludotheque.simulate('levelx', players=2, games=1, workers=1)"
COMMAND = "from ludotheque.cli.main import main; main()"
PLAY = ("play", "levelx", "--seats", "me,random", "--lang", "en")
LONGEST = 30.0  # seconds to wait for the first output


def installed(folder: Path) -> Environment:
    """Copy the package's sources, without bytecode, to a folder with its own caches and matches."""
    shutil.copytree(
        Path(ludotheque.__file__).parent,
        folder / "ludotheque",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return {
        "PYTHONPATH": str(folder),
        "LUDOTHEQUE_CACHE": str(folder / "cache"),
        "LUDOTHEQUE_DATA": str(folder / "data"),
    }


def just_installed(folder: Path) -> Environment:
    """An installation without bytecode and with an empty cache; starting it writes no bytecode."""
    return {**os.environ, **installed(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def on_any_day(folder: Path) -> Environment:
    """An installation with bytecode and compiled rules, even if this process writes no bytecode."""
    environment = {**with_bytecode(folder / "bytecode"), **installed(folder)}
    subprocess.run([sys.executable, "-c", COMPILE], env=environment, check=True)
    return environment


def measured(rounds: int) -> dict[str, float | None]:
    """The median seconds of each kind of start; None if the command cannot be run."""
    results: dict[str, float | None] = {}
    with tempfile.TemporaryDirectory() as name:
        used, fresh = Path(name, "used"), Path(name, "fresh")
        days = {"on any day": on_any_day(used), "just installed": just_installed(fresh)}
        for day, environment in days.items():
            results[f"import to first move, {day}"] = median(first_move, environment, rounds)
        for day, environment in days.items():
            results[f"first answer of `ludotheque play`, {day}"] = (
                median(first_answer, environment, rounds) if has_command() else None
            )
    return results


def median(start: Callable[[Environment], float], environment: Environment, rounds: int) -> float:
    """The median time of `rounds` starts, after one that does not count (it may write bytecode)."""
    start(environment)
    return statistics.median(start(environment) for _ in range(rounds))


def first_move(environment: Environment) -> float:
    """The seconds that a process takes to start, make one move and exit."""
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
    """Whether there are the command and pseudo-terminals to run it in."""
    return os.name == "posix" and importlib.util.find_spec("ludotheque.cli.main") is not None


def first_answer(environment: Environment) -> float:
    """The seconds from starting the command in a terminal to its first byte of output."""
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
    """RuntimeError if the command exits: after a valid start it would wait for its player."""
    said = b""
    with suppress(subprocess.TimeoutExpired, OSError):
        said = os.read(terminal, 4096)
        process.wait(timeout=1)
    if process.poll() is not None:
        raise RuntimeError(f"the command ended at once: {said.decode(errors='replace')}")

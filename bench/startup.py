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
COMPILE = "import ludotheque; ludotheque.simulate('levelx', players=2, games=1, workers=1)"
COMMAND = "from ludotheque.cli.main import main; main()"
PLAY = ("play", "levelx", "--seats", "me,random", "--lang", "en")
LONGEST = 30.0  # seconds to wait for a first answer

Environment = dict[str, str]


def copied(folder: Path) -> Environment:
    """The package's sources alone, in a folder that also takes the caches and saved matches."""
    shutil.copytree(
        Path(ludotheque.__file__).parent,
        folder / "ludotheque",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "LUDOTHEQUE_CACHE": str(folder / "cache"),
        "LUDOTHEQUE_DATA": str(folder / "data"),
    }


def just_installed(folder: Path) -> Environment:
    """No bytecode, and an empty cache; both stay so, however often it is started."""
    return {**copied(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def on_any_day(folder: Path) -> Environment:
    """Bytecode and compiled rules are there, whatever this process says about writing any."""
    environment = copied(folder)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([sys.executable, "-c", COMPILE], env=environment, check=True)
    return environment


def measured(rounds: int) -> dict[str, float | None]:
    """Median seconds of each kind of start; None where the command is not there."""
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
    """One start that does not count (it may write bytecode), then the median."""
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

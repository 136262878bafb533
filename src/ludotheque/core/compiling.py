"""Ahead-of-time compilation in a child process: it fills the cache, and this process loads from it.

Compiling a game's search takes a minute of processor time and half a gigabyte. In a server's own
process that would hold up everybody (Python's global lock), and the memory would never come back.
So a child compiles, with low priority, one at a time; what it has compiled is kept on disk function
by function, even if it is cut short. It ends with the process that has started it.

What is compiled together is a *part*: a function of a game that uses some compiled functions once.
Called in the child it compiles them, called here it finds them in the cache.

    python -m ludotheque.core.compiling PACKAGE MODULE:FUNCTION     the child

With LUDOTHEQUE_CHILD_COMPILER=0 there are no children: what is needed is compiled here.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import platform
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .compiler import cache_folder, can_compile, numba_version

if TYPE_CHECKING:
    from .game import Game

Part = Callable[["Game"], None]

NICENESS = 10  # of the child: whoever plays goes first
MOST_FAILURES = 3  # of one part, after which this process goes on without it


class CompilerStopped(Exception):
    """The child was stopped, or has failed."""


class _Children:
    """The child that compiles now; the others wait for it."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._stops = 0
        self._running: subprocess.Popen[bytes] | None = None

    def compile(self, game: Game, part: Part) -> None:
        stops = self._stops
        with self._one_at_a_time:
            if stops != self._stops:
                raise CompilerStopped
            if is_cached(game, part):
                return  # who waited before has compiled it
            child = start_child(game, part)
            self._running = child
            if stops != self._stops:
                child.kill()
            with child:  # closes its standard input, and waits for it
                status = child.wait()
            self._running = None
        if status != 0:
            raise CompilerStopped

    def stop(self) -> None:
        self._stops += 1
        running = self._running
        if running is not None:
            running.kill()


_children = _Children()
_loading: set[tuple[Game, Part]] = set()
_failures: Counter[tuple[Game, Part]] = Counter()
_lock = threading.Lock()


def request(game: Game, part: Part, *, optional: bool = False) -> None:
    """Load a part in the background, unless that goes on already; compile it first if need be.

    An optional part is never compiled in this process.
    """
    key = (game, part)
    with _lock:
        if key in _loading or _failures[key] >= MOST_FAILURES:
            return
        _loading.add(key)
    arguments = (*key, optional)
    threading.Thread(target=_load, args=arguments, daemon=True, name="compiler").start()


def _load(game: Game, part: Part, optional: bool) -> None:
    try:
        load(game, part, optional=optional)
    except CompilerStopped:
        with _lock:
            _failures[game, part] += 1
            _loading.discard((game, part))


def load(game: Game, part: Part, *, optional: bool = False) -> None:
    """Load a part, after a child has compiled it where it is not cached; returns when it is there.

    CompilerStopped if the child was stopped. Where numba is missing there is nothing to load.
    """
    if not numba_version():
        return
    if not is_cached(game, part):
        if has_children():
            _children.compile(game, part)  # numba is imported here only after that
        elif optional:
            raise CompilerStopped
    if can_compile():
        part(game)


def stop() -> None:
    """End the child that compiles. What it has finished stays in the cache."""
    _children.stop()


def has_children() -> bool:
    """Whether a child can be started, and may be."""
    return os.environ.get("LUDOTHEQUE_CHILD_COMPILER") != "0" and bool(sys.executable)


def is_cached(game: Game, part: Part) -> bool:
    """Whether a child has compiled the part for this processor; True where there is no cache."""
    place = marker(game, part)
    return place is None or place.exists()


def marker(game: Game, part: Part) -> Path | None:
    """The file that says that a part is in the cache."""
    folder = cache_folder(game.rules, "compiled")
    return None if folder is None else folder / f"{name_of(part).replace(':', '.')}-{processor()}"


@functools.cache
def processor() -> str:
    """This machine's kind of processor in a few digits: machine code is made for one kind."""
    kind = [platform.machine(), platform.processor()]
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        lines = cpus.read_text("utf-8", "replace").splitlines()
        kind += sorted({line for line in lines if line.startswith(("model name", "flags"))})
    return hashlib.sha256(repr(kind).encode()).hexdigest()[:12]


def name_of(part: Part) -> str:
    return f"{part.__module__}:{part.__name__}"


def start_child(game: Game, part: Part) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", __name__, game.package, name_of(part)]
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        )
    except OSError as problem:
        raise CompilerStopped from problem


def compile_part(game: Game, part: Part) -> None:
    """Compile a part in this process, and note that it is in the cache."""
    part(game)
    place = marker(game, part)
    if place is not None:
        with suppress(OSError):
            place.touch()


def end_with_parent() -> None:
    """End this process when its parent has ended, however it did: its pipe is closed then."""
    sys.stdin.buffer.read()
    os._exit(1)


def main(package: str, part: str) -> None:
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    module, _, function = part.partition(":")
    game: Game = importlib.import_module(package).GAME
    compile_part(game, getattr(importlib.import_module(module), function))
    os._exit(0)  # the thread still waits for the parent


if __name__ == "__main__":
    main(*sys.argv[1:])

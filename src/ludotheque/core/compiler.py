"""From one text of the rules, plain Python for a person's moves and machine code for millions.

A rule calls other rules through the globals of its module. Binding gives each rule a twin: the
same code object over a copy of those globals, in which every rule has been replaced by its twin
and every verb by the game's rule of that name. In the `interpreted` mode twins are plain
functions and numba is not even imported; in the other modes they are Numba dispatchers.

Modes: `interpreted`; `compiled`; `checked` (compiled, with bounds checks: a wild index raises
instead of reading the neighbour's memory). Where numba is missing every mode is interpreted.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Literal

from . import unadvised, weights
from .rule import ADVICE, VERBS, Verb, is_rule, stands_apart

Mode = Literal["interpreted", "compiled", "checked"]
MODES: tuple[Mode, ...] = ("interpreted", "compiled", "checked")

#: How a folder of machine code is named: the game, the mode, the fingerprint of its sources.
CACHE_NAME = re.compile(r"\w+-(compiled|checked)-[0-9a-f]{20}")
CACHE_KEPT_SECONDS = 30 * 24 * 3600  # compiled code of sources not met for a month is thrown away


@functools.cache
def numba_module() -> ModuleType | None:
    """numba, or None where it is not installed (or cannot start)."""
    try:
        import numba
    except ImportError:
        return None
    return numba


def can_compile() -> bool:
    return numba_module() is not None


class Binding:
    """A game's rules in one mode, and any game-blind function bound to them."""

    def __init__(
        self, rules: ModuleType, mode: Mode = "interpreted", evaluation: ModuleType | None = None
    ) -> None:
        if mode not in MODES:
            raise ValueError(f"there is no mode {mode!r}; the modes are: {', '.join(MODES)}")
        self.rules = rules
        self.mode: Mode = mode if can_compile_in(mode) else "interpreted"
        self._verbs: Mapping[str, Callable[..., Any]] = {
            verb.name: getattr(rules, verb.name) for verb in VERBS
        } | {
            verb.name: getattr(evaluation, verb.name, getattr(unadvised, verb.name))
            for verb in ADVICE
        }
        # Kept code is linked by names, in which Numba numbers record types anew in every process:
        # without a mark one game's rule could be taken for another's of the same name.
        self._mark = f"{rules.__name__.replace('.', '_')}_{self.mode}"
        self._twins: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._globals: dict[int, dict[str, Any]] = {}
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._making = threading.Lock()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, bound, as an entry from Python: compiled code is kept on disk."""
        entry = self._entries.get(function)
        return self._entry(function) if entry is None else entry

    def _entry(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Made by one thread at a time: a twin is known before all its names are bound."""
        with self._making:
            entry = self._entries.get(function)
            if entry is None:
                entry = self._twin(function)
                if self.mode != "interpreted":
                    keep_on_disk(entry, cache_folder(self.rules, self.mode))
                self._entries[function] = entry
            return entry

    def _twin(self, function: Callable[..., Any]) -> Callable[..., Any]:
        twin = self._twins.get(function)
        if twin is not None:
            return twin
        assert isinstance(function, FunctionType), f"{function!r} is not a plain function"
        names = self._globals.setdefault(id(function.__globals__), dict(function.__globals__))
        copied = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, function.__closure__
        )
        copied.__module__ = function.__module__
        copied.__qualname__ = f"{function.__qualname__}_{self._mark}"
        copied.__doc__ = function.__doc__
        copied.__dict__.update(function.__dict__)
        twin = self._twins[function] = self._compile(copied)
        for name in function.__code__.co_names:
            used = function.__globals__.get(name)
            if isinstance(used, Verb):
                names[name] = self._twin(self._verbs[used.name])
            elif callable(used) and is_rule(used):
                names[name] = self._twin(used)
        return twin

    def _compile(self, function: FunctionType) -> Callable[..., Any]:
        if self.mode == "interpreted":
            return function
        numba = numba_module()
        assert numba is not None
        compiled: Callable[..., Any] = numba.njit(
            nogil=True,
            boundscheck=self.mode == "checked",
            error_model="python",
            # Copied into its callers a rule needs no call, and its arrays no counting.
            forceinline=self.mode == "compiled" and not stands_apart(function),
        )(function)
        return compiled


def can_compile_in(mode: Mode) -> bool:
    return mode != "interpreted" and can_compile()


def keep_on_disk(dispatcher: Any, folder: Path | None) -> None:
    """Let Numba keep this function's machine code in `folder`, without touching its settings.

    Numba chooses the place of its cache while caching is switched on, so its setting is ours
    for that moment only.
    """
    if folder is None or not hasattr(dispatcher, "enable_caching"):
        return
    config: Any = importlib.import_module("numba.core.config")

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before


@functools.cache
def cache_folder(rules: ModuleType, mode: Mode) -> Path | None:
    """A folder of this game's machine code, named by its sources; None where none can be written.

    Numba's own check looks at one file only, and serves old code when a function of *another*
    file has changed. Under a name that changes with any source, nothing old is ever found.
    """
    root = cache_root()
    if root is None:
        return None
    game = rules.__name__.rpartition(".")[0].rpartition(".")[2] or rules.__name__
    folder = root / f"{game}-{mode}-{fingerprint(rules)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    sweep(root)
    return folder


def cache_root() -> Path | None:
    """Where compiled code is kept: the user's own cache, never a place others can write to."""
    named = os.environ.get("LUDOTHEQUE_CACHE")
    if named:
        return Path(named)
    try:
        import platformdirs

        root = platformdirs.user_cache_path("ludotheque") / "compiled"
    except (ImportError, OSError, RuntimeError):
        return None
    return root if root.is_absolute() else None  # a user without a home: "~" stays "~"


def fingerprint(rules: ModuleType) -> str:
    """One short text for all that machine code depends on: sources, tools, interpreter."""
    import numpy

    numba = numba_module()
    digest = hashlib.sha256()
    for part in (sys.version, numpy.__version__, getattr(numba, "__version__", "")):
        digest.update(f"{part}\0".encode())
    for source in sorted(sources_of(rules)):
        digest.update(f"{source.name}\0".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


def sources_of(rules: ModuleType) -> set[Path]:
    """Every Python file of the house's core and bots, of the game's folder, of what games share.

    The weights that a game has learned are compiled in. What is shared stands beside the game's
    folder, in the same package, as a file or a folder whose name begins with an underscore
    (`games/_race`).
    """
    here = Path(__file__).resolve().parent
    own = Path(str(rules.__file__)).resolve().parent
    in_a_package = (own.parent / "__init__.py").exists()
    shared = list(own.parent.glob("_*")) if in_a_package else []
    players = here.parent / "bots"  # searches are bound to the rules as well
    folders = [here, players, own, *(each for each in shared if each.is_dir())]
    files = {source for folder in folders for source in folder.rglob("*.py")}
    files |= {each for each in shared if each.suffix == ".py"}
    return files | set(own.glob(weights.FILE))


def sweep(root: Path) -> None:
    """Throw away compiled code that nobody has asked for in a month, and nothing else."""
    oldest = time.time() - CACHE_KEPT_SECONDS
    with contextlib.suppress(OSError):  # another process may be sweeping too
        for folder in root.iterdir():
            if CACHE_NAME.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)

"""Specialises generic rules for one game, interpreted or compiled by Numba.

A rule calls other rules through the globals of its module. Binding makes a *specialised copy* of
each rule: the same code object over a copy of those globals, in which every rule is replaced by its
specialised copy and every rule slot by the game's rule of that name. In the `interpreted` mode the
copies are plain functions and numba is not even imported; in the other modes they are Numba
dispatchers.

Modes: `interpreted`; `compiled`; `checked` (compiled, with bounds checks: an index out of range
raises instead of reading other memory). Where numba is missing every mode is interpreted.
`tiered` begins interpreted and goes on with compiled functions once they are loaded: see
`single_steps`.
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
from importlib import metadata
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Literal

from . import default_evaluation, weights
from .rule import (
    DETERMINIZATION_SLOTS,
    EVALUATION_SLOTS,
    RULE_SLOTS,
    RuleSlot,
    allocates,
    is_brief,
    is_inlined,
    is_rule,
)

if TYPE_CHECKING:
    from .contract import Rules

Mode = Literal["interpreted", "compiled", "checked", "tiered"]
MODES: tuple[Mode, ...] = ("interpreted", "compiled", "checked")

#: The name of a cache folder: the game, the mode, and the fingerprint of its sources.
CACHE_NAME = re.compile(r"\w+-(compiled|checked)-[0-9a-f]{20}")
CACHE_KEPT_SECONDS = 30 * 24 * 3600  # compiled code that was not used for a month is deleted


@functools.cache
def numba_module() -> ModuleType | None:
    """numba, or None where it is not installed (or cannot start)."""
    try:
        return importlib.import_module("numba")
    except ImportError:
        return None


def numba_version() -> str:
    """The version of numba without importing it, which takes a second; empty if it is missing."""
    try:
        return metadata.version("numba")
    except metadata.PackageNotFoundError:
        return ""


def can_compile() -> bool:
    return numba_module() is not None


class Binding:
    """A game's rules in one mode. Calling it with a generic function returns the bound copy."""

    def __init__(
        self,
        rules: Rules,
        mode: Mode = "interpreted",
        evaluation: object = default_evaluation,
        determinization: object = default_evaluation,
    ) -> None:
        if mode not in MODES and mode != "tiered":
            raise ValueError(f"there is no mode {mode!r}; the modes are: {', '.join(MODES)}")
        self.rules = rules
        self.mode: Mode = mode if can_compile_in(mode) else "interpreted"
        self._is_replaced = False
        self._filled: Mapping[str, Callable[..., Any]] = {
            slot.name: getattr(module, slot.name)
            for module, slots in (
                (rules, RULE_SLOTS),
                (evaluation, EVALUATION_SLOTS),
                (determinization, DETERMINIZATION_SLOTS),
            )
            for slot in slots
        }
        # Cached machine code is linked by name, and Numba numbers record types anew in every
        # process: without a suffix one game's rule could be linked in place of another's.
        self._suffix = f"{rules.__name__.replace('.', '_')}_{self.mode}"
        self._copies: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._uncompiled: dict[Callable[..., Any], FunctionType] = {}  # the copies before Numba
        self._globals: dict[int, dict[str, Any]] = {}
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._lock = threading.Lock()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function's specialised copy, callable from Python; its code is cached on disk."""
        entry = self._entries.get(function)
        return self._entry(function) if entry is None else entry

    def _entry(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Make the specialised copy under a lock.

        A copy is in `_copies` before its globals are bound: no other thread may see it until then.
        """
        with self._lock:
            entry = self._entries.get(function)
            if entry is None:
                entry = self._specialised(function)
                if self._is_compiled:
                    entry = self._compile(self._uncompiled[function], entry=True)
                    keep_on_disk(entry, self._cache_folder)
                self._entries[function] = entry
            return entry

    def replace(self, entries: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        """Use these functions from now on, in states that exist already as well (`tiered`)."""
        self._entries.update(entries)
        self._is_replaced = True

    @property
    def is_compiled(self) -> bool:
        """Whether functions are machine code by now."""
        return self._is_compiled or self._is_replaced

    @property
    def _is_compiled(self) -> bool:
        return self.mode in ("compiled", "checked")

    @functools.cached_property
    def _cache_folder(self) -> Path | None:
        return cache_folder(self.rules, self.mode)

    def _specialised(self, function: Callable[..., Any]) -> Callable[..., Any]:
        specialised = self._copies.get(function)
        if specialised is not None:
            return specialised
        assert isinstance(function, FunctionType), f"{function!r} is not a plain function"
        names = self._globals.setdefault(id(function.__globals__), dict(function.__globals__))
        copied = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, function.__closure__
        )
        copied.__module__ = function.__module__
        copied.__qualname__ = f"{function.__qualname__}_{self._suffix}"
        copied.__doc__ = function.__doc__
        copied.__dict__.update(function.__dict__)
        self._uncompiled[function] = copied
        specialised = self._copies[function] = self._compile(copied)
        for name in function.__code__.co_names:
            used = function.__globals__.get(name)
            if isinstance(used, RuleSlot):
                names[name] = self._specialised(self._filled[used.name])
            elif callable(used) and is_rule(used):
                names[name] = self._specialised(used)
        return specialised

    def _compile(self, function: FunctionType, *, entry: bool = False) -> Callable[..., Any]:
        """Compile an entry, which Python calls, or a rule, which only other rules call."""
        if not self._is_compiled:
            return function
        from .linking import dispatcher

        compiled: Callable[..., Any] = dispatcher(
            function,
            is_entry=entry,
            nogil=not is_brief(function),
            boundscheck=self.mode == "checked",
            error_model="python",
            # An inlined rule needs no call, and no reference counts for its arrays.
            forceinline=self.mode == "compiled" and is_inlined(function),
            _nrt=allocates(function),
        )
        return compiled


def can_compile_in(mode: Mode) -> bool:
    return mode != "interpreted" and can_compile()


_setting_folder = threading.Lock()


def keep_on_disk(dispatcher: Any, folder: Path | None) -> None:
    """Let Numba cache this function's machine code in `folder`.

    Numba reads its global CACHE_DIR only while caching is switched on, so the setting is changed
    for that moment and put back; by one thread at a time, or it would be another's, or none.
    """
    if folder is None or not hasattr(dispatcher, "enable_caching"):
        return
    config: Any = importlib.import_module("numba.core.config")

    with _setting_folder:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = before


def cache_folder(rules: Rules, mode: Mode) -> Path | None:
    """The cache of this game's machine code, named by a hash; None where none can be written.

    Numba invalidates its cache by the one file a function is in, and serves stale code when a
    function of *another* file has changed. A name that changes with any source avoids that.
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
    delete_stale(root)
    return folder


def cache_root() -> Path | None:
    """Where compiled code is cached: the user's own folder, never one that others can write to."""
    named = os.environ.get("LUDOTHEQUE_CACHE")
    if named:
        return Path(named)
    try:
        import platformdirs

        root = platformdirs.user_cache_path("ludotheque") / "compiled"
    except (ImportError, OSError, RuntimeError):
        return None
    return root if root.is_absolute() else None  # without a home folder, "~" is not expanded


def fingerprint(rules: Rules) -> str:
    """A hash of all that machine code depends on: sources, libraries, interpreter."""
    import numpy

    digest = hashlib.sha256()
    for part in (sys.version, numpy.__version__, numba_version()):
        digest.update(f"{part}\0".encode())
    for source in sorted(sources_of(rules)):
        digest.update(f"{source.name}\0".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


def sources_of(rules: Rules) -> set[Path]:
    """Every source file that affects a game's machine code.

    These are core, bots, the game's folder with its learned weights, and code shared by games:
    files and folders beside it whose names begin with an underscore (`games/_race`).
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


def delete_stale(root: Path) -> None:
    """Delete compiled code that was not used for a month, and nothing else."""
    oldest = time.time() - CACHE_KEPT_SECONDS
    with contextlib.suppress(OSError):  # another process may delete the same folder
        for folder in root.iterdir():
            if CACHE_NAME.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)

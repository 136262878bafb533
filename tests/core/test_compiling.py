"""Compiling in a child process: it fills the cache, and ends with the process that wants it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .process import ROOT, SOURCES, answer
from .test_cache import site  # noqa: F401  a fixture

CHILDREN: dict[str, str | None] = {"LUDOTHEQUE_CHILD_COMPILER": None}

#: Loads single steps, and says who has compiled them and whether states use them.
LOAD = """
import json
from ludotheque.core import compiling, driver, single_steps
from pebbles import GAME

before = GAME.start(2, {"guesses": False, "luckiest": 0}, mode="tiered")
plain = before._binding(driver.points_at)
cached = compiling.is_cached(GAME, single_steps.prepare)
compiling.load(GAME, single_steps.prepare)
while before.awaits != "end":
    before.draw(0) if before.awaits == "draw" else before.play("1")
used = before._binding(driver.points_at)
print(json.dumps({
    "cached": cached,
    "hits": sum(used.stats.cache_hits.values()),
    "misses": sum(used.stats.cache_misses.values()),
    "was compiled": hasattr(plain, "stats"),
    "points": before.points,
}))
"""
LOADED = {"hits": 1, "misses": 0, "was compiled": False, "points": [6, 6]}

#: A part that never ends.
FOREVER = """
import os, pathlib, time

def forever(game):
    pathlib.Path(os.environ["STARTED"]).write_text(str(os.getpid()))
    time.sleep(600)
"""
#: Compiles for ever in the background, then stops that, and loads something else.
STOPPED = """
import json, os, pathlib, threading, time
from ludotheque.core import compiling, single_steps
from pebbles import GAME
from pebbles.forever import forever

compiling.request(GAME, forever)
started = pathlib.Path(os.environ["STARTED"])
while not (started.exists() and started.read_text()):
    time.sleep(0.01)
(thread,) = [each for each in threading.enumerate() if each.name == "compiler"]
compiling.stop()
thread.join()
compiling.load(GAME, single_steps.prepare)
print(json.dumps([compiling.is_cached(GAME, each) for each in (forever, single_steps.prepare)]))
"""
WAITING = """
from ludotheque.core import compiling
from pebbles import GAME
from pebbles.forever import forever

compiling.load(GAME, forever)
"""


def loaded(site: Path, cache: Path, script: str = LOAD, **more: str | None) -> Any:  # noqa: F811
    environment = {"LUDOTHEQUE_CACHE": str(cache), **CHILDREN, **more}
    return answer(script, path=(site,), environment=environment, folder=site)


def test_a_child_compiles_and_this_process_finds_it_in_the_cache(
    site: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    cache = tmp_path / "cache"
    assert loaded(site, cache) == LOADED | {"cached": False}
    assert loaded(site, cache) == LOADED | {"cached": True}


def test_without_children_it_is_compiled_here(site: Path, tmp_path: Path) -> None:  # noqa: F811
    found = loaded(site, tmp_path / "cache", LUDOTHEQUE_CHILD_COMPILER="0")
    assert found == LOADED | {"cached": False, "hits": 0, "misses": 1}


def test_a_child_that_is_stopped_loses_nothing_else(site: Path, tmp_path: Path) -> None:  # noqa: F811
    (site / "pebbles" / "forever.py").write_text(FOREVER)
    started = tmp_path / "started"
    assert loaded(site, tmp_path / "cache", STOPPED, STARTED=str(started)) == [False, True]
    assert has_ended(int(started.read_text()))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are seen in /proc")
def test_a_child_ends_with_its_parent_even_if_that_is_killed(site: Path, tmp_path: Path) -> None:  # noqa: F811
    (site / "pebbles" / "forever.py").write_text(FOREVER)
    started = tmp_path / "started"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, (site, SOURCES, ROOT))),
        "LUDOTHEQUE_CACHE": str(tmp_path / "cache"),
        "STARTED": str(started),
    }
    del environment["LUDOTHEQUE_CHILD_COMPILER"]
    parent = subprocess.Popen([sys.executable, "-c", WAITING], env=environment, cwd=site)
    try:
        while not (started.exists() and started.read_text()):
            assert parent.poll() is None
            time.sleep(0.01)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    child = int(started.read_text())
    while not has_ended(child):
        time.sleep(0.01)


def has_ended(process: int) -> bool:
    """Whether a process is gone, or a zombie that nobody has asked for yet."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"

"""The cache of compiled code: it is reused, never stale, and its failures are harmless."""

import os
import shutil
import time
from pathlib import Path
from types import ModuleType

import pytest

import ludotheque
from ludotheque.core import compiler
from tests.project import pebbles

from .process import SOURCES, answer

PEBBLES = Path(pebbles.__file__).parent
A_DAY = 24 * 3600

#: The points of a short match, by compiled rules; and what the compiler's cache had to say.
POINTS = """
import json
from ludotheque.core import driver
from pebbles import GAME

state = GAME.start(2, {"guesses": False, "luckiest": 0})
while state.awaits != "end":
    state.draw(0) if state.awaits == "draw" else state.play("1")
binding = GAME.binding("compiled")
points_at = binding(driver.points_at)
points = [int(points_at(state.states, seat)) for seat in range(2)]
stats = getattr(points_at, "stats", None)
hits = sum(stats.cache_hits.values()) if stats else None
misses = sum(stats.cache_misses.values()) if stats else None
print(json.dumps({"points": points, "mode": binding.mode, "hits": hits, "misses": misses}))
"""
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None\n"
WITHOUT_A_HOME = """
import os, pwd
def nobody(uid): raise KeyError(uid)
pwd.getpwuid = nobody
"""
FRESH = {"points": [6, 6], "mode": "compiled", "hits": 0, "misses": 1}
FOUND = FRESH | {"hits": 1, "misses": 0}
INTERPRETED = {"points": [6, 6], "mode": "interpreted", "hits": None, "misses": None}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of packages that holds a copy of Pebbles."""
    copied = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PEBBLES, tmp_path / "site" / "pebbles", ignore=copied)
    return tmp_path / "site"


def points(site: Path, cache: Path | None, script: str = POINTS, **more: str | None) -> object:
    environment = {"LUDOTHEQUE_CACHE": None if cache is None else str(cache)}
    return answer(script, path=(site,), environment=environment | more, folder=site)


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


def test_a_second_process_finds_the_compiled_code_and_a_changed_source_does_not(
    site: Path, tmp_path: Path
) -> None:
    """The change is in another file than the function that is kept, of the same size and date."""
    cache, heap = tmp_path / "cache", site / "pebbles" / "heap.py"
    assert points(site, cache) == FRESH
    assert points(site, cache) == FOUND
    date = heap.stat().st_mtime
    heap.write_text(heap.read_text().replace("WORTH = 1", "WORTH = 7"))
    os.utime(heap, (date, date))
    assert points(site, cache, PYTHONDONTWRITEBYTECODE="1", PYTHONPYCACHEPREFIX=str(tmp_path)) == (
        FRESH | {"points": [42, 42]}
    )


def test_compiled_code_lies_in_the_cache_and_nowhere_else(site: Path, tmp_path: Path) -> None:
    before, cache = files_in(site), tmp_path / "cache"
    elsewhere = tmp_path / "numba's own"
    script = "import numba\n" + POINTS + f"assert numba.config.CACHE_DIR == {str(elsewhere)!r}\n"
    assert points(site, cache, script, NUMBA_CACHE_DIR=str(elsewhere)) == FRESH
    assert files_in(site) == before
    assert not elsewhere.exists()
    assert {Path(name).suffix for name in files_in(cache)} == {".nbi", ".nbc"}
    (folder,) = cache.iterdir()
    assert compiler.CACHE_NAME.fullmatch(folder.name)
    assert folder.name.startswith("pebbles-compiled-")


def test_no_compiled_code_lies_among_the_sources() -> None:
    assert not [path for path in SOURCES.rglob("*") if path.suffix in (".nbi", ".nbc")]


@pytest.mark.parametrize("where", ["a file", "under a file", "no folder can be made"])
def test_rules_are_compiled_where_nothing_can_be_written(
    where: str, site: Path, tmp_path: Path
) -> None:
    """Also in a read-only installation: compiled code is kept in memory then."""
    (tmp_path / "file").touch()
    places = {"a file": tmp_path / "file", "under a file": tmp_path / "file" / "deeper"}
    cache = places.get(where, Path("/proc/self/nothing"))
    before = files_in(site)
    (site / "pebbles").chmod(0o555)
    try:
        assert points(site, cache) == FRESH
    finally:
        (site / "pebbles").chmod(0o755)
    assert files_in(site) == before


def test_rules_are_compiled_for_a_user_without_a_home(site: Path) -> None:
    before = sorted(path.name for path in site.iterdir())
    script = WITHOUT_A_HOME + POINTS
    assert points(site, None, script, HOME=None, XDG_CACHE_HOME=None) == FRESH
    assert sorted(path.name for path in site.iterdir()) == before


def test_the_cache_is_in_the_users_own_folder(site: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert points(site, None, HOME=str(home), XDG_CACHE_HOME=None) == FRESH
    assert {Path(name).suffix for name in files_in(home)} == {".nbi", ".nbc"}


def test_rules_run_interpreted_where_numba_is_missing(site: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert points(site, cache, WITHOUT_NUMBA + POINTS) == INTERPRETED
    assert not cache.exists()


def test_rules_run_where_numba_is_told_not_to_compile(site: Path, tmp_path: Path) -> None:
    found = points(site, tmp_path / "cache", NUMBA_DISABLE_JIT="1")
    assert found == INTERPRETED | {"mode": "compiled"}


SIMULATION = """
import json, ludotheque
run = ludotheque.simulate("levelx", 3, 3, seed=5)
print(json.dumps([run.scores.tolist(), run.lengths.tolist()]))
"""


def test_a_simulation_without_the_compiler_has_the_same_result() -> None:
    run = ludotheque.simulate("levelx", 3, 3, seed=5)
    expected = [run.scores.tolist(), run.lengths.tolist()]
    assert answer(WITHOUT_NUMBA + SIMULATION) == expected
    assert answer(SIMULATION, environment={"NUMBA_DISABLE_JIT": "1"}) == expected


def rules_at(path: Path) -> ModuleType:
    """A module that claims to be the rules in that file."""
    module = ModuleType("shelf.game.rules")
    module.__file__ = str(path)
    return module


@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ("game/rules.py", True),
        ("game/groups.py", True),
        ("game/deep/tables.py", True),
        ("_shared/dice.py", True),
        ("_shared.py", True),
        ("other/rules.py", False),
        ("game/RULES.en.md", False),
    ],
)
def test_the_cache_is_keyed_by_all_that_rules_are_made_of(
    changed: str, matters: bool, tmp_path: Path
) -> None:
    for name in ("__init__.py", "game/rules.py", "other/rules.py", changed):
        path = tmp_path / "shelf" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("before")
    rules = rules_at(tmp_path / "shelf" / "game" / "rules.py")
    before = compiler.fingerprint(rules)
    assert compiler.fingerprint(rules) == before
    (tmp_path / "shelf" / changed).write_text("after")
    assert (compiler.fingerprint(rules) != before) == matters


def test_the_neighbours_of_an_installed_guest_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "_neighbour").mkdir()
    (tmp_path / "_neighbour" / "x.py").touch()
    found = compiler.sources_of(rules_at(tmp_path / "game" / "rules.py"))
    assert not any(path.is_relative_to(tmp_path / "_neighbour") for path in found)


def test_code_that_nobody_asks_for_is_thrown_away_and_nothing_else(tmp_path: Path) -> None:
    ours_and_old = f"levelx-compiled-{'0a' * 10}"
    ours_and_new = f"levelx-checked-{'0b' * 10}"
    for name in (ours_and_old, ours_and_new, "holiday-pictures", "levelx-compiled-mine"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept").touch()
        days = 1 if name == ours_and_new else 40
        os.utime(tmp_path / name, (time.time() - days * A_DAY,) * 2)
    compiler.delete_stale(tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["holiday-pictures", "levelx-checked-" + "0b" * 10, "levelx-compiled-mine"]


def test_a_cache_that_vanishes_is_swept_without_a_word(tmp_path: Path) -> None:
    compiler.delete_stale(tmp_path / "gone")

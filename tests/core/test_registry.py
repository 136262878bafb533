"""The registry: built-in games are found in their folder, others by entry points."""

import os
import shutil
from pathlib import Path

import pytest

import ludotheque
from ludotheque import UnknownGame
from ludotheque.games import find, names
from tests.cases import cases

from .process import SOURCES, answer

PEBBLES = Path(__file__).parents[1] / "project" / "pebbles"
PIG = Path(__file__).parents[1] / "outside" / "pig"
LISTED = """
import json, ludotheque
game = ludotheque.game("pebbles")
state = game.start(2)
while state.awaits != "end":
    state.draw(0) if state.awaits == "draw" else state.play(state.moves()[0])
print(json.dumps([ludotheque.games(), game.package, game.title, state.points]))
"""


def test_the_games_are_in_alphabetical_order() -> None:
    assert ludotheque.games() == sorted(ludotheque.games()) == names()
    assert "levelx" in ludotheque.games()


def test_what_the_shelf_returns_is_the_callers() -> None:
    ludotheque.games().clear()
    assert ludotheque.games()


def test_every_game_is_found_under_its_own_name_and_only_once() -> None:
    for name in ludotheque.games():
        game = ludotheque.game(name)
        assert game.id == name
        assert ludotheque.game(name) is game is find(name)


@cases(
    "name",
    ["chess", "", "LevelX", "levelx ", "_race", "levelx.rules", "..core", None, 7, ["levelx"]],
)
def test_an_unknown_game_is_a_key_error_that_names_the_games(name: object) -> None:
    with pytest.raises(KeyError) as caught:
        ludotheque.game(name)  # type: ignore[arg-type]
    assert isinstance(caught.value, UnknownGame)
    known = ", ".join(ludotheque.games())
    assert str(caught.value) == f"there is no game {name!r}; the games are: {known}"


def test_importing_a_game_does_not_hide_the_list_of_games() -> None:
    script = """
import json, ludotheque.games.levelx, ludotheque.games.levelx.rules
from ludotheque import games
import ludotheque.games as registry
assert registry is games is ludotheque.games
print(json.dumps([ludotheque.games(), games(), registry.levelx.GAME.id]))
"""
    assert answer(script) == [ludotheque.games(), ludotheque.games(), "levelx"]


def test_a_folder_dropped_onto_the_shelf_is_a_game(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCES / "ludotheque", tmp_path / "ludotheque", ignore=ignored)
    shutil.copytree(PEBBLES, tmp_path / "ludotheque" / "games" / "pebbles", ignore=ignored)
    (tmp_path / "ludotheque" / "games" / "no_package").mkdir()
    listed = answer(LISTED, path=(tmp_path,))
    assert listed[0] == sorted([*ludotheque.games(), "pebbles"])
    assert listed[1:3] == ["ludotheque.games.pebbles", "Pebbles"]


def guest(site: Path, point: str) -> Path:
    """A folder of installed packages that holds Pebbles under an entry point."""
    shutil.copytree(PEBBLES, site / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    papers = site / "pebbles-1.0.dist-info"
    papers.mkdir()
    (papers / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    (papers / "entry_points.txt").write_text(f"[ludotheque.games]\n{point} = pebbles:GAME\n")
    return site


def test_a_game_of_another_package_is_found_by_its_entry_point(tmp_path: Path) -> None:
    listed = answer(LISTED, path=(guest(tmp_path, "pebbles"),))
    assert listed[0] == sorted([*ludotheque.games(), "pebbles"])
    assert listed[1:3] == ["pebbles", "Pebbles"]


BROKEN = """
import json, ludotheque
try:
    ludotheque.game("pebbles")
except ludotheque.BadGame as problem:
    print(json.dumps(str(problem)))
"""


def test_a_broken_game_of_another_package_is_refused_by_file_and_hook(tmp_path: Path) -> None:
    passport = guest(tmp_path, "pebbles") / "pebbles" / "__init__.py"
    text = passport.read_text("utf-8")
    passport.write_text(text.replace('title="Pebbles"', "title=7"), "utf-8")
    said = f"{passport}: GAME.title = 7 has the wrong type; required: str"
    assert answer(BROKEN, path=(tmp_path,)) == said
    passport.write_text(text, "utf-8")
    (passport.parent / "rules.py").unlink()
    said = f"{passport.parent / 'rules.py'} is missing; required: STATE, MOST_MOVES, "
    assert answer(BROKEN, path=(tmp_path,)).startswith(said)


def test_a_folder_of_games_that_is_named_is_searched(tmp_path: Path) -> None:
    """As if they were built in: a designer's own game needs no installation."""
    shutil.copytree(PIG, tmp_path / "shelf" / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    more = {"LUDOTHEQUE_GAMES": f"{tmp_path / 'nowhere'}{os.pathsep}{tmp_path / 'shelf'}"}
    script = "import json, ludotheque\ngame = ludotheque.game('pig')\n"
    script += "print(json.dumps([game.package, game.start(2).roller]))"
    assert answer(script, environment=more) == ["ludotheque.games.pig", 0]


def test_a_guest_does_not_take_the_name_of_a_built_in_game(tmp_path: Path) -> None:
    script = """
import json, ludotheque
print(json.dumps([ludotheque.games(), ludotheque.game("levelx").package]))
"""
    listed = answer(script, path=(guest(tmp_path, "levelx"),))
    assert listed == [ludotheque.games(), "ludotheque.games.levelx"]


LOADED = """
import json, sys
import ludotheque
{more}
print(json.dumps(sorted({{"numba", "polars", "rich", "click"}} & sys.modules.keys())))
"""


@pytest.mark.parametrize(
    "more",
    [
        "",
        "ludotheque.games()",
        "s = ludotheque.game('levelx').start(2, {'first': 0})\n"
        "for _ in range(4): s.draw(3)\n"
        "s.play(s.moves()[0]); s.snapshot(0); s.view(1); s.points; s.winners; s.copy(); s.throw",
        "from ludotheque import Game, State, View",
    ],
    ids=["importing", "looking", "a human move", "names"],
)
def test_nobody_waits_for_the_compiler_before_the_first_move(more: str) -> None:
    assert answer(LOADED.format(more=more)) == []


def test_everything_that_is_offered_is_there() -> None:
    assert all(getattr(ludotheque, name) is not None for name in ludotheque.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        ludotheque.chess  # noqa: B018

"""`ludotheque new-game` writes a game that can be played at once; small games are small."""

import importlib
import tomllib
from pathlib import Path
from random import Random

import pytest

import ludotheque
from ludotheque.checks.random_play import playthrough
from ludotheque.cli.new_game.writer import rule_prefix
from ludotheque.core.game import Game
from ludotheque.games import checked
from tests.cases import cases
from tests.outside.fourfall import GAME as FOURFALL
from tests.outside.pig import GAME as PIG

from .conftest import Command

MOST_FILES = 6
MOST_LINES = 200  # of a small game, its rulebooks included and its tests not


def sizes(folder: Path) -> dict[str, int]:
    """The lines of each file of a game, by its name."""
    files = [path for path in folder.iterdir() if path.is_file()]
    return {path.name: len(path.read_text("utf-8").splitlines()) for path in files}


def assert_small(folder: Path) -> None:
    files = sizes(folder)
    assert len(files) <= MOST_FILES
    assert sum(lines for name, lines in files.items() if not name.startswith("test_")) <= MOST_LINES


@cases("game", [PIG, FOURFALL])
def test_a_small_real_game_needs_few_files_and_lines(game: Game) -> None:
    assert_small(game.folder)


def loaded(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.syspath_prepend(folder)
    module = importlib.import_module(name)
    return checked(module.GAME, str(module.__file__))


def test_a_new_game_is_small_and_plays(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = command("new-game", "river_race", "--into", str(tmp_path), "--lang", "en")
    assert done.code == 0
    assert f"LUDOTHEQUE_GAMES={tmp_path} ludotheque play river_race" in done.out
    assert_small(tmp_path / "river_race")
    game = loaded(tmp_path, "river_race", monkeypatch)
    assert (game.id, game.title) == ("river_race", "River Race")
    *_, end = playthrough(game.start(4), Random(1))
    assert end.winners
    assert "**RI-1**" in game.rulebook("fr")


def test_a_new_package_has_an_entry_point_that_leads_to_the_game(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = command("new-game", "ferry", "--package", "--into", str(tmp_path), "--lang", "en")
    assert done.code == 0
    project = tomllib.loads((tmp_path / "ferry" / "pyproject.toml").read_text("utf-8"))["project"]
    point = project["entry-points"]["ludotheque.games"]["ferry"]
    module, _, attribute = point.partition(":")
    game = loaded(tmp_path / "ferry" / "src", module, monkeypatch)
    assert (game.id, attribute) == ("ferry", "GAME")
    assert "pip install -e" in (tmp_path / "ferry" / "README.md").read_text("utf-8")


@cases("name", ["9lives", "", "Ford", "_hidden", "class", "a", "with space", "../x", "x" * 40])
def test_a_name_that_no_game_can_have_is_refused(
    command: Command, tmp_path: Path, name: str
) -> None:
    done = command("new-game", name, "--into", str(tmp_path), "--lang", "en")
    assert done.code == 2
    assert "cannot be the name of a game" in done.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_no_name_is_taken_twice(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "ford").mkdir()
    done = command("new-game", "ford", "--into", str(tmp_path), "--lang", "en")
    assert (done.code, "is there already" in done.err) == (2, True)
    assert list((tmp_path / "ford").iterdir()) == []
    known = ludotheque.games()[0]
    done = command("new-game", known, "--into", str(tmp_path), "--lang", "en")
    assert (done.code, "there is a game" in done.err) == (2, True)


def test_a_missing_piece_of_any_game_is_a_sentence_and_never_a_traceback(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("new-game", "weir", "--into", str(tmp_path), "--lang", "en")
    shelf = importlib.import_module("ludotheque.games")
    monkeypatch.setattr(shelf, "__path__", [*shelf.__path__, str(tmp_path)])
    passport = tmp_path / "weir" / "__init__.py"
    passport.write_text(passport.read_text("utf-8").replace("GAME =", "PLAY ="), "utf-8")
    done = command("play", "weir", "--seats", "random,random", "--lang", "en")
    assert done.code == 2
    assert "__init__.py: GAME is missing; required: GAME = Game(…)" in done.err
    assert "Traceback" not in done.err


@cases(
    ("name", "file", "old", "new", "said"),
    [
        ("sluice", "rules.py", '("spaces", np.int32)', '("cells", np.int32)', "no field 'spaces'"),
        ("lock", "rules.py", "seat = state.turn\n", "seat = state.trun\n", "no field 'trun'"),
        ("quay", "rules.py", "MOST_MOVES = DICE", "MOST_MOVES = 1", "IndexError: index 1 is out"),
        ("pier", "table.py", 'spaces="spaces"', 'spaces="cells"', "FIELDS['pawns'].spaces = "),
        ("reed", "table.py", "range(1, FACES + 1)", "range(1, 2)", "MOVES: "),
        ("sedge", "__init__.py", "    minutes=10,\n", "", "__init__.py, line 6: TypeError: "),
    ],
)
def test_what_is_missing_in_a_new_game_is_named(
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    file: str,
    old: str,
    new: str,
    said: str,
) -> None:
    """By `play`, and by `check-game` before its tests, each of which would say so."""
    command("new-game", name, "--into", str(tmp_path), "--lang", "en")
    shelf = importlib.import_module("ludotheque.games")
    monkeypatch.setattr(shelf, "__path__", [*shelf.__path__, str(tmp_path)])
    path = tmp_path / name / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    for words in (("play", name, "--seats", "random,random"), ("check-game", name)):
        done = command(*words, "--lang", "en")
        assert (done.code, done.out.strip()) == (2, ""), done.out
        assert str(tmp_path / name) in done.err.replace("\n", "")
        assert said in done.err


@cases(("name", "prefix"), [("ford", "FO"), ("x9", "XX"), ("a_b", "AB")])
def test_rules_are_numbered_by_two_letters_of_the_name(name: str, prefix: str) -> None:
    assert rule_prefix(name) == prefix


def test_a_game_outside_the_tree_is_checked_by_its_name(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tests that need no compiler, on a game that `new-game` has just written."""
    command("new-game", "mill_race", "--into", str(tmp_path), "--lang", "en")
    shelf = importlib.import_module("ludotheque.games")
    monkeypatch.setattr(shelf, "__path__", [*shelf.__path__, str(tmp_path)])
    done = command("check-game", "mill_race", "-k", "rulebooks or guide", "--lang", "en")
    assert done.code == 0
    book = tmp_path / "mill_race" / "RULES.fr.md"
    book.write_text(book.read_text("utf-8").replace("MI-4", "MI-9"), "utf-8")
    done = command("check-game", "mill_race", "-k", "rulebooks", "--lang", "en")
    assert done.code == 1
    assert "RULES.fr.md has MI-9, RULES.en.md has not" in done.out

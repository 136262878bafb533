"""A pytest plugin: gives the house tests the games to check.

`--game NAME`, which may be repeated, chooses them; without it, all games that are installed are
checked. A test with a parameter `players` is run for every number of players.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ..core.game import Game
from ..games import find, names

#: Games that a test suite checks beside those that are installed, for each module of tests.
MORE_GAMES: dict[str, list[Game]] = {}
#: Folders with the tests of games, each in a folder of its name; a game's own may have them too.
TEST_FOLDERS: list[Path] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], help="a game to check (default: all)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """House tests alone: a suite that imports them may have other tests with a game."""
    if not metafunc.function.__module__.startswith(f"{__package__}."):
        return
    if "game" not in metafunc.fixturenames:
        return
    module = metafunc.function.__module__.rpartition(".")[2]
    games = games_to_check(metafunc.config, MORE_GAMES.get(module, []))
    if "players" in metafunc.fixturenames:
        tables = [(game, players) for game in games for players in game.players]
        ids = [f"{game.id}-{players}" for game, players in tables]
        metafunc.parametrize(("game", "players"), tables, ids=ids)
    else:
        metafunc.parametrize("game", games, ids=[game.id for game in games])


def games_to_check(config: pytest.Config, more: list[Game]) -> list[Game]:
    chosen: list[str] = config.getoption("--game")
    if not chosen:
        return [*map(find, names()), *more]
    known = {game.id: game for game in more}
    return [known.get(name) or find(name) for name in chosen]


def own_tests(game: Game) -> dict[str, str]:
    """The sources of a game's own tests, by file: in its folder, and where a suite keeps them."""
    files = sorted(game.folder.glob("test_*.py"))
    for folder in TEST_FOLDERS:
        files += sorted((folder / game.id).glob("test_*.py"))
    return {path.name: path.read_text("utf-8") for path in files}

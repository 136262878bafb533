"""`ludotheque warm-up` compiles beforehand; tables say when robots are not ready yet."""

import pytest

import ludotheque
from ludotheque.bots import warmup
from ludotheque.cli.commands import warm_up

from .conftest import Command


def test_every_part_of_the_named_games_is_loaded(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "ludotheque.core.compiling.load",
        lambda game, part: loaded.append((game.id, part.__module__.rpartition(".")[2])),
    )
    done = command("warm-up", "levelx", "--lang", "en")
    assert (done.code, done.out) == (0, "Level X: ready (0 s)\n")
    parts = [part.__module__.rpartition(".")[2] for part in warm_up.PARTS]
    assert loaded == [("levelx", part) for part in parts]


def test_robots_that_search_warm_up_until_their_search_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = ludotheque.game("levelx")
    monkeypatch.setattr(warmup, "_ready", set())
    assert warmup.is_warming_up(game, [None, "maître"])
    assert not warmup.is_warming_up(game, [None, "habitué", "random"])
    monkeypatch.setattr(warmup, "_ready", {game})
    assert not warmup.is_warming_up(game, [None, "maître"])


def test_a_solved_game_needs_no_search_of_its_master() -> None:
    solved = next(game for game in map(ludotheque.game, ludotheque.games()) if game.solver)
    assert not warmup.is_warming_up(solved, ["maître"])

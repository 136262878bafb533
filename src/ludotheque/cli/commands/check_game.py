"""`ludotheque check-game`: runs the house tests on a game, and the game's own."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import click

from ... import checks
from ...checks.random_play import step
from ...core.contracts import CONTRACTS
from ...core.errors import BadOption
from ...core.game import Game
from ...core.language import Language
from ...core.loading import load_module
from ...games import find
from ..shared.options import game_argument, translated_command

MODULES = ("folder", "contract", "modes_agree")
MOST_STEPS = 500  # of the match that is played before the tests


def command(language: Language) -> click.Command:
    @translated_command("check-game", language)
    @game_argument(language)
    @click.option(
        "-k",
        "chosen",
        metavar=language("WORDS"),
        help=language("Only the tests whose names have these words, as pytest has it."),
    )
    def check_game(game: str, chosen: str | None) -> Any:
        return check(game, chosen)

    return check_game


def check(name: str, chosen: str | None) -> int:
    """Run the tests; 0 if all have passed, else 1."""
    if find_spec("pytest") is None:
        raise BadOption("check-game needs pytest: pip install 'ludotheque[checks]'")
    import pytest

    game = find(name)
    look_through(game)
    folder = Path(str(checks.__file__)).parent
    own = sorted(game.folder.glob("test_*.py"))
    pytest.register_assert_rewrite(checks.__name__)
    arguments = [
        *("-p", f"{checks.__name__}.plugin", "-p", "no:cacheprovider"),
        *("-c", os.devnull, "--rootdir", str(game.folder), "--game", name),
        *("--no-header", "-q", "--tb", "short"),
        *(("-k", chosen) if chosen else ()),
        *(str(folder / f"{module}.py") for module in MODULES),
        *map(str, own),
    ]
    return int(pytest.main(arguments) != 0)


def look_through(game: Game) -> None:
    """Load every module, and play a match: BadGame names what would make every test fail."""
    for module in CONTRACTS:
        load_module(game, module)
    state, chance = game.start(game.players[0]), Random(0)
    for _ in range(MOST_STEPS):
        state.snapshot()
        if state.awaits == "end":
            break
        step(state, chance)

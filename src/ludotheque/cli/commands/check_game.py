"""`ludotheque check-game`: runs the house tests on a game, and the game's own."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from ... import checks
from ...core.errors import BadOption
from ...core.language import Language
from ...games import find
from ..shared.options import game_argument, translated_command

MODULES = ("folder", "contract", "modes_agree")


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

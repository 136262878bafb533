"""`ludotheque warm-up`: compiles rules and robots beforehand, so that nobody waits for it later."""

from __future__ import annotations

import time
from typing import Any

import click

from ...bots import greedy_player, warmup
from ...core import compiling, single_steps
from ...core.compiler import can_compile
from ...core.game import Game
from ...core.language import Language
from ...games import find, names
from ...review import rollouts
from ..shared.console import make_console
from ..shared.options import translated_command
from ..shared.parameter_types import GameName

#: What is compiled of a game: single moves, the levels without search, the searches, reviews.
PARTS = (single_steps.prepare, greedy_player.prepare, warmup.prepare, rollouts.prepare)


def command(language: Language) -> click.Command:
    name = language("GAME")

    @translated_command("warm-up", language)
    @click.argument("games", nargs=-1, type=GameName(language), metavar=f"[{name} …]")
    def warm_up(games: tuple[str, ...]) -> Any:
        return prepare(language, [find(each) for each in games or names()])

    return warm_up


def prepare(language: Language, games: list[Game]) -> int:
    """Compile what is not in the cache yet, with a line for each game."""
    console = make_console()
    if not can_compile():
        console.print(language("numba is not installed: there is nothing to compile."))
        return 0
    for number, game in enumerate(games, 1):
        began = time.monotonic()
        for place, part in enumerate(PARTS, 1):
            if console.is_terminal:
                done = f"[{number}/{len(games)}] {game.title}: {place}/{len(PARTS)} …"
                console.print(done, end="\r", markup=False, highlight=False)
            compiling.load(game, part)
        seconds = round(time.monotonic() - began)
        said = language("{title}: ready ({seconds} s)", title=game.title, seconds=seconds)
        console.print(said, markup=False, highlight=False)
    return 0

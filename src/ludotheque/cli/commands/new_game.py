"""`ludotheque new-game`: writes a complete small game to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...core.language import Language
from ...games import FOLDERS, names
from ..new_game.writer import new_game
from ..shared.console import make_console
from ..shared.options import folder_option, translated_command


def command(language: Language) -> click.Command:
    @translated_command("new-game", language)
    @click.argument("name", metavar=language("NAME"))
    @click.option(
        "--package",
        is_flag=True,
        help=language("Write a package that can be installed, with the game in it."),
    )
    @folder_option(
        language, "--into", language("Write it into this folder (default: the current one).")
    )
    def command(name: str, package: bool, into: Path | None) -> Any:
        return write(language, name, into or Path(), package=package)

    return command


def write(language: Language, name: str, into: Path, *, package: bool) -> int:
    """Write the files, and say how to play the game and how to go on."""
    written = new_game(name, into, names(), package=package)
    print_line = make_console(soft_wrap=True).print
    print_line(language("Written:"))
    for path in written:
        print_line(f"  {path}", markup=False, highlight=False)
    print_line()
    if package:
        print_line(language("Install it, and every command knows the game:"))
        print_line(f"  pip install -e {into / name}", markup=False, highlight=False)
        prefix = ""
    else:
        print_line(language("Name the folder, and every command knows the game:"))
        prefix = f"{FOLDERS}={into.resolve()} "
    for line in (f"ludotheque check-game {name}", f"ludotheque play {name}", "ludotheque serve"):
        print_line(f"  {prefix}{line}", markup=False, highlight=False)
    print_line()
    print_line(language("Begin with rules.py and table.py: each file says what it is for."))
    return 0

"""`ludotheque edition`: the components of a game, as a file to change and play with."""

from typing import Any

import click

from ...core.language import Language
from ...games import find
from ..shared.options import game_argument, translated_command


def command(language: Language) -> click.Command:
    @translated_command("edition", language)
    @game_argument(language)
    def edition(game: str) -> Any:
        return print_edition(game)

    return edition


def print_edition(game: str) -> int:
    """Print the edition byte for byte, so that it can be redirected to a file and read again."""
    click.echo(find(game).edition_text.encode(), nl=False)
    return 0

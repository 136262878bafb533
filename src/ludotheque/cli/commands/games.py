"""`ludotheque games`: every game with its players, its pitch and its options."""

from collections.abc import Iterator
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ...core.language import Language
from ...core.option_texts import value_text
from ...core.options import Option, listed, spelled
from ...games import find, names
from ..shared.console import make_console
from ..shared.options import translated_command


def command(language: Language) -> click.Command:
    @translated_command("games", language)
    def games() -> Any:
        return list_games(language)

    return games


def list_games(language: Language) -> int:
    console = make_console()
    for number, name in enumerate(names()):
        game = find(name)
        if number:
            console.print()
        console.print(
            Text.assemble(
                (game.title, "bold"),
                (f"  {name}", "cyan"),
                "  " if game.origin else "",
                ", ".join(game.origin),
            )
        )
        facts = language(
            "{players} players, about {minutes} minutes, from age {age}",
            players=game.players_text,
            minutes=game.minutes,
            age=game.age,
        )
        console.print(Text(facts))
        console.print(Text(game.pitch[language.code], style="italic"))
        table = Table(box=None, show_header=False, padding=(0, 1))
        for option in game.options.values():
            for row in option_rows(option, language):
                table.add_row(*row)
        console.print(table)
    return 0


def option_rows(option: Option, language: Language) -> Iterator[tuple[str | Text, str]]:
    """What an option is about, then each of its values as it is typed, and what it means."""
    yield Text(option.title[language.code], style="bold"), option.sentence[language.code]
    if option.type == "integer" and not option.counts_seats:
        yield f"-o {option.name}={listed(option.allowed)}", ""
        return
    for value in option.allowed:
        typed = spelled(value).strip('"')
        yield f"-o {option.name}={typed}", value_text(option, value, language)

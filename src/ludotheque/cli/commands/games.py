"""`ludotheque games`, `rules` and `edition`: what is on the shelf."""

import click
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ...core.errors import BadOption
from ...core.language import Language
from ...core.options import listed
from ...games import find, names
from ..shared.console import console_for, show_paged
from ..terminal.help import show_rules


def games_command(language: Language) -> int:
    console = console_for()
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
        players = game.players_text
        console.print(
            Text(
                language(
                    "{players} players, about {minutes} minutes, from age {age}",
                    players=players,
                    minutes=game.minutes,
                    age=game.age,
                )
            )
        )
        console.print(Text(game.pitch[language.code], style="italic"))
        table = Table(box=None, show_header=False, padding=(0, 1))
        for option in game.options.values():
            table.add_row(
                f"-o {option.name}=", listed(option.allowed), option.sentence[language.code]
            )
        console.print(table)
    return 0


def rules_command(language: Language, game: str, rule: str) -> int:
    show_rules(console_for(), find(game), language, rule)
    return 0


def editions_command(language: Language, game: str) -> int:
    text = find(game).editions(language.code)
    if text is None:
        raise BadOption("{title} has had one edition only", title=find(game).title)
    show_paged(console_for(), Markdown(text))
    return 0


def edition_command(game: str) -> int:
    click.echo((find(game).folder / "edition.toml").read_bytes(), nl=False)
    return 0

"""`ludotheque games`, `rules` and `edition`: what is on the shelf."""

import click
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ..core.errors import BadOption
from ..core.language import Language
from ..core.options import listed
from ..games import find, names
from .help import show_rules
from .paper import paper, show_long


def games_command(house: Language) -> int:
    console = paper()
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
                house(
                    "{players} players, about {minutes} minutes, from age {age}",
                    players=players,
                    minutes=game.minutes,
                    age=game.age,
                )
            )
        )
        console.print(Text(game.pitch[house.code], style="italic"))
        table = Table(box=None, show_header=False, padding=(0, 1))
        for option in game.options.values():
            table.add_row(f"-o {option.name}=", listed(option.allowed), option.sentence[house.code])
        console.print(table)
    return 0


def rules_command(house: Language, game: str, rule: str) -> int:
    show_rules(paper(), find(game), house, rule)
    return 0


def editions_command(house: Language, game: str) -> int:
    text = find(game).editions(house.code)
    if text is None:
        raise BadOption("{title} has had one edition only", title=find(game).title)
    show_long(paper(), Markdown(text))
    return 0


def edition_command(game: str) -> int:
    click.echo((find(game).folder / "edition.toml").read_bytes(), nl=False)
    return 0

"""`ludotheque rules`: a game's rulebook, one rule of it, or a comparison of its editions."""

from typing import Any

import click
from rich.markdown import Markdown

from ...core.errors import BadOption
from ...core.language import Language
from ...games import find
from ..shared.console import make_console, show_paged
from ..shared.options import game_argument, translated_command
from ..terminal.help import show_rules


def command(language: Language) -> click.Command:
    rule_name = language("RULE")

    @translated_command("rules", language)
    @game_argument(language)
    @click.argument("rule", default="", metavar=f"[{rule_name}]")
    @click.option(
        "--editions", is_flag=True, help=language("Compare the game's editions, rule by rule.")
    )
    def rules(game: str, rule: str, editions: bool) -> Any:
        if editions:
            return print_editions(language, game)
        return print_rules(language, game, rule)

    return rules


def print_rules(language: Language, game: str, rule: str) -> int:
    show_rules(make_console(), find(game), language, rule)
    return 0


def print_editions(language: Language, game: str) -> int:
    text = find(game).editions(language.code)
    if text is None:
        raise BadOption("{title} has had one edition only", title=find(game).title)
    show_paged(make_console(), Markdown(text))
    return 0

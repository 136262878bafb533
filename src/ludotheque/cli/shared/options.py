"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...core.language import LANGUAGES, Language
from .parameter_types import HIGHEST_SEED, Count

Command = Callable[..., Any]

MOST_PLAYOUTS = 100_000  # of each point of a review


def language_option(language: Language) -> click.Option:
    """The option that every command has, after its own."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=language("Speak French or English (default: the system's language)."),
    )


class GameName(click.ParamType[str]):
    """A game by its name; whether there is one is for the shelf to say."""

    name = "game"

    def __init__(self, language: Language) -> None:
        self.language = language

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        from ...games import names

        return self.language("The games are: {known}.", known=", ".join(names()))


def game_argument(language: Language, *, required: bool = True) -> Callable[[Command], Command]:
    name = language("GAME")
    return click.argument(
        "game",
        required=required,
        type=GameName(language),
        metavar=name if required else f"[{name}]",
    )


def file_type() -> click.Path:
    return click.Path(path_type=Path)


def file_argument(language: Language) -> Callable[[Command], Command]:
    return click.argument("file", type=file_type(), metavar=language("FILE"))


def file_option(language: Language, name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, type=file_type(), metavar=language("FILE"), help=text)


def match_options(language: Language) -> Callable[[Command], Command]:
    """The options that set a match up, in whatever command."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--seed",
                type=Count(language, 0, HIGHEST_SEED),
                help=language("A number that decides all chance: the same seed, the same dice."),
            ),
            file_option(
                language,
                "--edition",
                language("Play with other components: a .toml or .json file."),
            ),
            click.option(
                "-o",
                "--option",
                "options",
                multiple=True,
                metavar=language("NAME=VALUE"),
                help=language("An option of the game, such as first=0. May be repeated."),
            ),
        ):
            command = option(command)
        return command

    return decorate


def review_options(language: Language) -> Callable[[Command], Command]:
    """How a match is looked back on."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--json", "as_json", is_flag=True, help=language("Print the numbers as JSON.")
            ),
            click.option(
                "--playouts",
                type=Count(language, 1, MOST_PLAYOUTS),
                help=language("How often each point is played on (default: some seconds' worth)."),
            ),
            click.option(
                "--seed",
                type=Count(language, 0, HIGHEST_SEED),
                help=language("A number that decides all chance: the same seed, the same dice."),
            ),
        ):
            command = option(command)
        return command

    return decorate


def rule_argument(language: Language) -> Callable[[Command], Command]:
    name = language("RULE")
    return click.argument("rule", default="", metavar=f"[{name}]")


def is_given(context: click.Context, name: str) -> bool:
    """The option was written on the command line, not left to its default."""
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE

"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..core.language import LANGUAGES, Language
from .numbers import HIGHEST_SEED, Count

Command = Callable[..., Any]

MOST_PLAYOUTS = 100_000  # of each point of a review


def language_option(house: Language) -> click.Option:
    """The option that every command has, after its own."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=house("Speak French or English (default: the system's language)."),
    )


class GameName(click.ParamType[str]):
    """A game by its name; whether there is one is for the shelf to say."""

    name = "game"

    def __init__(self, house: Language) -> None:
        self.house = house

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        from ..games import names

        return self.house("The games are: {known}.", known=", ".join(names()))


def game_argument(house: Language, *, required: bool = True) -> Callable[[Command], Command]:
    name = house("GAME")
    return click.argument(
        "game",
        required=required,
        type=GameName(house),
        metavar=name if required else f"[{name}]",
    )


def file_type() -> click.Path:
    return click.Path(path_type=Path)


def file_argument(house: Language) -> Callable[[Command], Command]:
    return click.argument("file", type=file_type(), metavar=house("FILE"))


def file_option(house: Language, name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, type=file_type(), metavar=house("FILE"), help=text)


def match_options(house: Language) -> Callable[[Command], Command]:
    """The options that set a match up, in whatever command."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--seed",
                type=Count(house, 0, HIGHEST_SEED),
                help=house("A number that decides all chance: the same seed, the same dice."),
            ),
            file_option(
                house, "--edition", house("Play with other components: a .toml or .json file.")
            ),
            click.option(
                "-o",
                "--option",
                "options",
                multiple=True,
                metavar=house("NAME=VALUE"),
                help=house("An option of the game, such as first=0. May be repeated."),
            ),
        ):
            command = option(command)
        return command

    return decorate


def review_options(house: Language) -> Callable[[Command], Command]:
    """How a match is looked back on."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option(
                "--json", "as_json", is_flag=True, help=house("Print the numbers as JSON.")
            ),
            click.option(
                "--playouts",
                type=Count(house, 1, MOST_PLAYOUTS),
                help=house("How often each point is played on (default: some seconds' worth)."),
            ),
            click.option(
                "--seed",
                type=Count(house, 0, HIGHEST_SEED),
                help=house("A number that decides all chance: the same seed, the same dice."),
            ),
        ):
            command = option(command)
        return command

    return decorate


def rule_argument(house: Language) -> Callable[[Command], Command]:
    name = house("RULE")
    return click.argument("rule", default="", metavar=f"[{name}]")


def is_given(context: click.Context, name: str) -> bool:
    """The option was written on the command line, not left to its default."""
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE

"""Click decorators that several commands share: arguments, options, the command itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ...core.language import LANGUAGES, Language
from .. import help_texts
from .own_players import MOST_SECONDS, USUAL_SECONDS
from .parameter_types import HIGHEST_SEED, Count, GameName

MOST_PLAYERS = 99  # of any game; each game has its own range
MOST_WORKERS = 1024

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]


def translated_command(name: str, language: Language) -> Callable[[Function], click.Command]:
    """`click.command` with its help text in the user's language, and `--lang` after its options."""

    def decorate(function: Function) -> click.Command:
        text = help_texts.help_text(help_texts.COMMANDS[name], language)
        metavar = language("[OPTIONS]")
        command = click.command(name, help=text, options_metavar=metavar)(function)
        command.params.append(language_option(language))
        return command

    return decorate


def language_option(language: Language) -> click.Option:
    """`--lang`: its value is read by `messages.chosen_language`, before Click parses anything."""
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=language("Speak French or English (default: the system's language)."),
    )


def game_argument(language: Language, *, required: bool = True) -> Decorator:
    name = language("GAME")
    return click.argument(
        "game",
        required=required,
        type=GameName(language),
        metavar=name if required else f"[{name}]",
    )


def path_type() -> click.Path:
    return click.Path(path_type=Path)


def file_argument(language: Language) -> Decorator:
    return click.argument("file", type=path_type(), metavar=language("FILE"))


def file_option(language: Language, name: str, text: str) -> Decorator:
    return click.option(name, type=path_type(), metavar=language("FILE"), help=text)


def data_option(language: Language) -> Decorator:
    """`--data`: the folder of matches, for the commands that look after them."""
    return folder_option(
        language, "--data", language("The folder of the matches (default: the user's own).")
    )


def database_option(language: Language) -> Decorator:
    """`--database`: matches in PostgreSQL instead of a folder."""
    return click.option(
        "--database",
        envvar="LUDOTHEQUE_DATABASE",
        metavar="URL",
        help=language("The matches are in PostgreSQL: postgresql://user@host/name."),
    )


def folder_option(language: Language, name: str, text: str) -> Decorator:
    return click.option(name, type=path_type(), metavar=language("FOLDER"), help=text)


def results_option(language: Language) -> Decorator:
    text = language("Write the result of every match to a .parquet or .csv file.")
    return file_option(language, "--out", text)


def workers_option(language: Language) -> Decorator:
    return click.option(
        "--workers",
        type=Count(language, 1, MOST_WORKERS),
        help=language("How many cores to use (default: all)."),
    )


def seconds_option(language: Language) -> Decorator:
    """`--seconds`: the time limit of players that are programs."""
    return click.option(
        "--seconds",
        type=Count(language, 1, MOST_SECONDS),
        default=USUAL_SECONDS,
        show_default=True,
        help=language("How long a program (program:COMMAND) may take for a move."),
    )


def place_option(language: Language) -> Decorator:
    """`--on`: where the matches are played."""
    return click.option(
        "--on",
        metavar=language("PLACE"),
        help=language("Play on a Ray cluster: ray, or ray://HOST:PORT (default: this machine)."),
    )


def state_option(language: Language) -> Decorator:
    """`--state`: where a run that may be interrupted is kept meanwhile."""
    text = language("Keep what is played so far in FOLDER (default: the user's own).")
    return folder_option(language, "--state", text)


def restart_option(language: Language) -> Decorator:
    text = language("Start over, whatever was played before Ctrl-C.")
    return click.option("--restart", is_flag=True, help=text)


def seed_option(language: Language) -> Decorator:
    return click.option(
        "--seed",
        type=Count(language, 0, HIGHEST_SEED),
        help=language("A number that decides all chance: the same seed, the same dice."),
    )


def json_option(language: Language) -> Decorator:
    return click.option(
        "--json", "as_json", is_flag=True, help=language("Print the numbers as JSON.")
    )


def rules_options(language: Language) -> Decorator:
    """`--option` and `--edition`: which variant of the game is played, with which components."""
    return stacked(
        click.option(
            "-o",
            "--option",
            "options",
            multiple=True,
            metavar=language("NAME=VALUE"),
            help=language("An option of the game, such as first=0. May be repeated."),
        ),
        file_option(
            language,
            "--edition",
            language("Play with other components: a .toml or .json file."),
        ),
    )


def match_options(language: Language) -> Decorator:
    """What sets a match up: its options, edition and seed."""
    return stacked(rules_options(language), seed_option(language))


def stacked(*decorators: Decorator) -> Decorator:
    """Several decorators as one; the help lists their options in this order."""

    def decorate(function: Function) -> Function:
        for each in reversed(decorators):
            function = each(function)
        return function

    return decorate

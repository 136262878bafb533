"""`ludotheque store copy`: all matches moved between a folder and PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...core.errors import BadOption
from ...core.language import Language
from ...store.copying import copy_store
from ...store.folder import DATABASE, default_folder
from ...store.postgres.address import is_address
from ...store.store import Store
from .. import help_texts
from ..shared.console import make_console
from ..shared.group import CommandGroup
from ..shared.options import language_option


def command(language: Language) -> click.Command:
    group = CommandGroup(
        "store",
        language=language,
        help=help_texts.help_text(help_texts.COMMANDS["store"], language),
        options_metavar=language("[OPTIONS]"),
        subcommand_metavar=language("COMMAND [ARGS]..."),
        params=[language_option(language)],
        no_args_is_help=True,
    )
    made = copy_command(language)
    made.params.append(language_option(language))
    made.options_metavar = language("[OPTIONS]")
    group.add_command(made)
    return group


def copy_command(language: Language) -> click.Command:
    @click.command(
        "copy",
        help=help_texts.help_text(help_texts.STORE_COPY, language),
        short_help=language("Copy all matches to another store."),
    )
    @click.argument("source", metavar=language("FROM"))
    @click.argument("target", metavar=language("TO"))
    def copy(source: str, target: str) -> Any:
        if not is_address(source) and not (Path(source) / DATABASE).is_file():
            raise BadOption("there are no matches in {folder}", folder=source)
        with open_place(source) as found, open_place(target) as empty:
            copied = copy_store(found, empty)
            sentence = language(
                "Copied to {place}, and compared: {matches} matches, {events} events.",
                place=str(empty.place),
                matches=copied["matches"].rows,
                events=copied["events"].rows,
            )
        make_console().print(sentence, markup=False, soft_wrap=True)

    return copy


def open_place(place: str) -> Store:
    """The store in a folder or at an address; nobody else may have it open."""
    if is_address(place):
        return Store.open(default_folder(), database=place, alone=True)
    return Store.open(Path(place))

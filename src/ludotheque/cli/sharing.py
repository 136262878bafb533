"""The options by which a house is opened to others than who sits at this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..core.language import Language
from .shared.options import Command


def sharing_options(language: Language) -> Callable[[Command], Command]:
    """Where they may stand, options can come from the environment: containers are set up so."""

    def decorate(command: Command) -> Command:
        for option in reversed(options_in(language)):
            command = option(command)
        return command

    return decorate


def options_in(language: Language) -> list[Callable[[Command], Any]]:
    return [
        click.option(
            "--share",
            is_flag=True,
            help=language("Open the house to the network around this machine from the start."),
        ),
        click.option(
            "--network",
            multiple=True,
            metavar=language("ADDRESS"),
            help=language(
                "This machine's address on that network, instead of the one that is found."
            ),
        ),
        click.option(
            "--public-url",
            envvar="LUDOTHEQUE_PUBLIC_URL",
            metavar="URL",
            help=language("The address by which a proxy brings everybody: https://games.example."),
        ),
        click.option(
            "--proxy",
            "proxies",
            multiple=True,
            envvar="LUDOTHEQUE_PROXY",
            metavar=language("ADDRESS"),
            help=language("Where that proxy is, or its network (default: on this machine)."),
        ),
    ]

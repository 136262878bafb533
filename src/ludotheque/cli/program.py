"""The command line as a lazy Click group: a command's module is imported when it is run."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from ..core.language import Language
from ..core.version import __version__
from . import help_texts
from .shared.group import CommandGroup
from .shared.options import language_option

DEFAULT_COMMAND = "serve"


class LazyGroup(CommandGroup):
    """The commands of `help_texts`, in that order, each built from its module in `commands/`.

    The list of commands needs their help texts only, so `ludotheque --help` imports none of them.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(help_texts.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in help_texts.COMMANDS:
            return None
        module = import_module(f"{__package__}.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command(self.language)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, help_texts.COMMANDS))
        limit = formatter.width - 6 - widest  # as Click computes it
        listed = [
            (name, click.Command(name, help=self.language(text)).get_short_help_str(limit))
            for name, text in help_texts.COMMANDS.items()
        ]
        with formatter.section(self.language("Commands")):
            formatter.write_dl(listed)


def build(language: Language) -> LazyGroup:
    """The whole command line, in one language."""

    @click.group(
        cls=LazyGroup,
        language=language,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        options_metavar=language("[OPTIONS]"),
        subcommand_metavar=language("COMMAND [ARGS]..."),
        help=help_texts.help_text(help_texts.GROUP, language),
    )
    @click.version_option(__version__, message="ludotheque %(version)s")
    @click.pass_context
    def program(context: click.Context) -> Any:
        if context.invoked_subcommand is not None:
            return None
        default = program.get_command(context, DEFAULT_COMMAND)
        assert default is not None
        return context.invoke(default)

    program.params.append(language_option(language))
    return program

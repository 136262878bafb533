"""A group of commands whose error for an unknown command is in the user's language."""

from __future__ import annotations

from typing import Any

import click

from ...core.language import Language


class CommandGroup(click.Group):
    """A Click group that says which commands there are."""

    def __init__(self, *arguments: Any, language: Language, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.language = language

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command by its name; the error for an unknown one lists all commands."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            ctx.fail(
                self.language(
                    "there is no command {name!r}; the commands are: {known}",
                    name=args[0],
                    known=", ".join(known),
                )
            )
        return super().resolve_command(ctx, args)

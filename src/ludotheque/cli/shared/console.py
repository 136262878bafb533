"""The console: printing, paging of what is longer than the screen, prompts."""

import sys
from typing import NoReturn

import click
from rich.console import Console, RenderableType
from rich.text import Text


class PipeSafeConsole(Console):
    """A Rich console that raises BrokenPipeError where the reader has gone (`| head`)."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def make_console(*, stderr: bool = False, soft_wrap: bool = False) -> Console:
    return PipeSafeConsole(stderr=stderr, soft_wrap=soft_wrap, highlight=False)


def is_interactive() -> bool:
    """Whether input and output are terminals, so that somebody can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_paged(console: Console, content: RenderableType) -> None:
    """Print in a pager if the terminal is interactive and too short; directly otherwise."""
    with console.capture() as captured:
        console.print(content)
    text = captured.get()
    if is_interactive() and text.count("\n") >= console.height:
        click.echo_via_pager(text.rstrip("\n"))
    else:
        console.print(content)


def ask(console: Console, question: str) -> str:
    """Prompt for a line of text, editable where the system has readline."""
    if is_interactive() and can_edit_lines():
        return input(f"{question} › ").strip()
    return console.input(Text(f"{question} › ", style="bold")).strip()


def can_edit_lines() -> bool:
    try:
        import readline  # noqa: F401  imported, it gives input() the arrow keys
    except ImportError:
        return False
    return True

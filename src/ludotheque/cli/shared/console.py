"""What everything is written on: the console, and the pager for what is longer than the screen."""

import sys
from typing import NoReturn

import click
from rich.console import Console, RenderableType
from rich.text import Text


class PipeSafeConsole(Console):
    """A console that leaves a reader who has gone (`| head`) to whoever runs the command."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def make_console(*, stderr: bool = False, soft_wrap: bool = False) -> Console:
    return PipeSafeConsole(stderr=stderr, soft_wrap=soft_wrap, highlight=False)


def is_interactive() -> bool:
    """Somebody reads the screen and can type an answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def show_paged(console: Console, drawn: RenderableType) -> None:
    """In a pager where somebody is there and it is longer than the screen; straight elsewhere."""
    with console.capture() as captured:
        console.print(drawn)
    text = captured.get()
    if is_interactive() and text.count("\n") >= console.height:
        click.echo_via_pager(text.rstrip("\n"))
    else:
        console.print(drawn)


def ask(console: Console, question: str) -> str:
    """An answer typed in, its line editable where the system has readline."""
    if is_interactive() and can_edit_lines():
        return input(f"{question} › ").strip()
    return console.input(Text(f"{question} › ", style="bold")).strip()


def can_edit_lines() -> bool:
    try:
        import readline  # noqa: F401  imported, it gives input() the arrow keys
    except ImportError:
        return False
    return True

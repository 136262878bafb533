"""Progress bars on standard error, with a warning if the rules run interpreted."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)

from ...core.compiler import can_compile
from ...core.language import Language
from .console import make_console


def progress_console(language: Language) -> Console:
    """A console on standard error; prints a warning first if there is no compiler for the rules."""
    console = make_console(stderr=True)
    if not can_compile():
        console.print(language("numba is not installed: the rules run interpreted, and slowly."))
    return console


def progress_bar(console: Console) -> Progress:
    """A progress bar with a spinner: compiling comes first, and its progress is not known."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )

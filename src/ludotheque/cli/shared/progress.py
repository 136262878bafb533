"""Progress of long work, shown on standard error: a bar, and a warning where rules run slowly."""

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
    """Standard error; it begins with a warning where there is no compiler for the rules."""
    console = make_console(stderr=True)
    if not can_compile():
        console.print(language("numba is not installed: the rules run interpreted, and slowly."))
    return console


def progress_bar(console: Console) -> Progress:
    """A bar with a spinner, because compiling comes first and cannot tell how far it is."""
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

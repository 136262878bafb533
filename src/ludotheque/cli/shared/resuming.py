"""What a long run says when it is interrupted, and when it goes on."""

from rich.console import Console

from ...arena.number_format import written
from ...core.language import Language
from .console import make_console
from .interrupt import INTERRUPTED


def print_resuming(console: Console, known: int, total: int, language: Language) -> None:
    sentence = language(
        "Going on where it was interrupted: {known} of {total} matches are played.",
        known=written(known, ",", language),
        total=written(total, ",", language),
    )
    console.print(sentence, soft_wrap=True)


def report_interruption(known: int, total: int, language: Language) -> int:
    """Print how many matches are kept and how to resume; returns the exit code."""
    sentence = language(
        "Interrupted: {known} of {total} matches are played, and kept. "
        "The same command goes on from there; with --restart it starts over.",
        known=written(known, ",", language),
        total=written(total, ",", language),
    )
    make_console(stderr=True, soft_wrap=True).print(sentence, markup=False)
    return INTERRUPTED

"""`ludotheque show`: prints a record as sentences, turn by turn."""

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ...core.language import Language
from ..shared.console import make_console
from ..shared.options import file_argument, translated_command
from ..shared.records import names_of, read_record, title_of
from ..terminal.narration import narrate
from ..terminal.screen import Screen


def command(language: Language) -> click.Command:
    @translated_command("show", language)
    @file_argument(language)
    def show(file: Path) -> Any:
        return show_record(language, file)

    return show


def show_record(language: Language, file: Path) -> int:
    record, console = read_record(file, language), make_console(soft_wrap=True)
    names = names_of(record, language)
    console.print(title_of(record, names))
    for each in narrate(record, names, language):
        console.print(Text(str(each)))
    screen = Screen(console, record.game, names, language)
    console.print(Text(screen.ending(record), style="bold"))
    return 0

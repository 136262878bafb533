"""Records read from files, for the commands that show, check or count them."""

from pathlib import Path

from rich.text import Text

from ...core.errors import BadOption, BadRecord
from ...core.language import Language
from ...games import find
from ...table.files import load
from ...table.record import Record
from .messages import error_text
from .parsing import is_name


def read_record(file: Path, language: Language) -> Record:
    """The record in a file; BadOption, with the file's name, for one that is wrong."""
    try:
        return load(file, find)
    except BadRecord as problem:
        raise BadOption(
            "{path}, {problem}", path=str(file), problem=error_text(problem, language)
        ) from None


def title_of(record: Record, names: list[str]) -> Text:
    """The heading of what is printed about a match: the game and its players."""
    return Text(f"{record.game.title} · {', '.join(names)}", style="bold")


def names_of(record: Record, language: Language) -> list[str]:
    """The players' names; numbered ones where the record's could not have been typed here."""
    names = record.more.get("names")
    if isinstance(names, list) and len(names) == record.players and all(map(is_name, names)):
        return names
    return [f"{language('Player')} {seat + 1}" for seat in range(record.players)]

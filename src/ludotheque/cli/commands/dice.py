"""`ludotheque dice`: how often each face came in a match, and how often it was expected."""

import json
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ...core.language import Language, written_number
from ...table.statistics import statistics_of
from ...table.statistics_text import dealt_note, statistics_text
from ..shared.console import make_console
from ..shared.options import file_argument, json_option, translated_command
from ..shared.records import names_of, read_record, title_of

Data = dict[str, Any]


def command(language: Language) -> click.Command:
    @translated_command("dice", language)
    @file_argument(language)
    @json_option(language)
    def dice(file: Path, as_json: bool) -> Any:
        return count_dice(language, file, as_json)

    return dice


def count_dice(language: Language, file: Path, as_json: bool) -> int:
    record, console = read_record(file, language), make_console()
    names = names_of(record, language)
    statistics = statistics_of(record.start(), record.events, secrets=record.result is not None)
    game_language = record.game.language(language.code)
    counts = statistics_text(statistics, record.game, names, game_language)
    if as_json:
        print(json.dumps(counts, ensure_ascii=False))
        return 0
    console.print(title_of(record, names))
    for sort in counts["sorts"]:
        console.print()
        console.print(sort_table(sort, language))
    console.print()
    if not all(sort["put_back"] for sort in counts["sorts"]):
        console.print(Text(dealt_note(language), style="dim"))
    console.print(Text(counts["verdict"]))
    return 0


def sort_table(sort: Data, language: Language) -> Table:
    """A row for each face: its count, the expected count with its interval, each seat's count."""
    title = Text(f"{sort['title']} ({sort['draws']})", style="bold")
    table = Table(box=None, title=title, title_justify="left", padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column(language("came"), justify="right")
    table.add_column(language("expected"), justify="right")
    table.add_column(language("95 %"), justify="right")
    for seat in sort["seats"]:
        table.add_column(Text(f"{seat['name']} ({seat['draws']})"), justify="right")
    for face in sort["faces"]:
        table.add_row(
            Text(face["label"]),
            marked(face),
            written_number(face["expected"], ".1f", language),
            f"{face['low']}–{face['high']}" if sort["put_back"] else "",
            *(seat_cell(seat, language) for seat in face["seats"]),
        )
    return table


def marked(count: Data) -> Text:
    """A count, highlighted if it is outside its interval."""
    if count["inside"]:
        return Text(str(count["came"]), style="bold")
    return Text(f"{count['came']} !", style="bold yellow")


def seat_cell(count: Data, language: Language) -> Text:
    expected = written_number(count["expected"], ".1f", language)
    return Text.assemble(marked(count), (f" / {expected}", "dim"))

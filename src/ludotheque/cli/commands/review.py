"""`ludotheque review`: estimates luck and skill in a recorded match."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...arena.interruptible import run_interruptible
from ...core.errors import BadOption
from ...core.language import Language
from ...review.narration import Narration
from ...review.replay import Replay
from ...review.report import report_of
from ...review.reviewer import Reviewer
from ...table.record import Record
from ..shared.console import make_console
from ..shared.interrupt import deferred_interrupt
from ..shared.options import file_argument, json_option, seed_option, translated_command
from ..shared.parameter_types import Count
from ..shared.progress import progress_bar, progress_console
from ..shared.records import names_of, read_record, title_of
from ..shared.tables import print_uncut
from ..terminal.screen import BRASS, FELT, VERMILION, Screen

MOST_PLAYOUTS = 100_000  # from each position
HEIGHTS = "▁▂▃▄▅▆▇█"
WIDEST = 60  # columns of a chart
INDENT = "    "

Data = dict[str, Any]


def command(language: Language) -> click.Command:
    @translated_command("review", language)
    @file_argument(language)
    @seed_option(language)
    @click.option(
        "--playouts",
        type=Count(language, 1, MOST_PLAYOUTS),
        help=language("How often each point is played on (default: some seconds' worth)."),
    )
    @json_option(language)
    def review(**options: Any) -> Any:
        return review_record(language, **options)

    return review


def review_record(
    language: Language, *, file: Path, seed: int | None, playouts: int | None, as_json: bool
) -> int:
    record = read_record(file, language)
    if not record.events:
        raise BadOption("{path}: nothing has happened in this match yet", path=str(file))
    replay = Replay(record.start(), record.events)
    reviewer = Reviewer(replay, seed=seed or 0, rollouts=playouts)
    run_with_progress(reviewer, language)
    assert reviewer.review is not None
    narration = Narration(replay, names_of(record, language), record.game.language(language.code))
    report = report_of(reviewer.review, narration)
    if as_json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        print_report(make_console(), record, report, language)
    return 0


def run_with_progress(reviewer: Reviewer, language: Language) -> None:
    """Make the review under a progress bar."""
    with (
        progress_bar(progress_console(language)) as bar,
        deferred_interrupt() as raise_interrupt,
    ):
        task = bar.add_task(language("compiling the rules"), total=reviewer.total)
        steps = iter(reviewer)
        while (done := run_interruptible(lambda: next(steps, None), raise_interrupt)) is not None:
            bar.update(task, completed=done, description=language("looking back"))


def print_report(console: Console, record: Record, report: Data, language: Language) -> None:
    console.print(title_of(record, report["names"]))
    screen = Screen(console, record.game, report["names"], language)
    console.print(Text(screen.ending(record)))
    say(console, report["summary"], "bold")
    console.print()
    print_uncut(console, seats_table(report, language))
    heading(console, language("Chances along the match"))
    console.print(chances_table(report, console.width))
    show_turning_points(console, report, language)
    show_mistakes(console, report, language)
    console.print()
    for note in report["notes"]:
        say(console, note, "dim")


def say(console: Console, text: str, style: str = "", mark: str = "") -> None:
    """Print a sentence, wrapped at words; Rich would also break at no-break spaces."""
    width = max(console.width, 2 * len(mark) + 1)
    lines = textwrap.fill(f"{mark}{text}", width, subsequent_indent=" " * len(mark))
    console.print(Text(lines, style=style))


def heading(console: Console, title: str) -> None:
    console.print()
    console.print(Text(title, style=f"bold {BRASS}"))


def seats_table(report: Data, language: Language) -> Table:
    """Each seat's luck, what its moves gave away, and how they were judged."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for title in (
        language("at the start"),
        language("luck"),
        language("given away"),
        language("good"),
        language("undecided"),
        language("inexact"),
        language("costly"),
    ):
        table.add_column(title, justify="right", no_wrap=True)
    for seat in report["seats"]:
        verdicts = seat["verdicts"]
        table.add_row(
            Text(seat["name"], style="bold"),
            seat["first"]["said"],
            seat["luck"]["said"],
            seat["given_away"]["said"],
            *(str(verdicts[verdict]) for verdict in ("good", "undecided", "inexact", "costly")),
        )
    return table


def chances_table(report: Data, width: int) -> Table:
    """A sparkline for each seat: its win probability along the match."""
    table = Table.grid(padding=(0, 1, 0, 0))
    course = report["course"]
    columns = max(10, min(WIDEST, width - max(map(len, report["names"])) - 10, len(course)))
    places = [round(step * (len(course) - 1) / (columns - 1)) for step in range(columns)]
    for seat, name in enumerate(report["names"]):
        chances = [course[place]["chances"][seat]["value"] for place in places]
        line = "".join(
            HEIGHTS[min(int(chance * len(HEIGHTS) / 100), len(HEIGHTS) - 1)] for chance in chances
        )
        table.add_row(
            Text(name, style="bold"), Text(line, style=FELT), Text(f"{chances[-1]:.0f} %")
        )
    return table


def show_turning_points(console: Console, report: Data, language: Language) -> None:
    heading(console, language("Where the chances changed most"))
    if not report["turning_points"]:
        say(console, language("No single throw or move changed them for certain."))
    for place, turn in enumerate(report["turning_points"], 1):
        say(console, turn["sentence"] or turn["cause"], mark=f"{place:>2}. ")
        say(console, f"{turn['cause']} · {turn['said']}", FELT, INDENT)


def show_mistakes(console: Console, report: Data, language: Language) -> None:
    if not report["mistakes"]:
        return
    heading(console, language("Moves that gave something away"))
    for place, mistake in enumerate(report["mistakes"], 1):
        say(console, mistake["sentence"], mark=f"{place:>2}. ")
        say(console, mistake["said"], VERMILION, INDENT)
        say(console, language("Better: {move}", move=mistake["better_sentence"]), mark=INDENT)

"""What `compare` and `sweep` share: the options, the run under a progress bar, tables and page."""

from __future__ import annotations

from pathlib import Path

import click

from ...arena.bench.comparison import MOST_MATCHES, Bench, Comparison
from ...arena.bench.report import figures_of, interval_text, value_text, write_page
from ...arena.workers.place import place
from ...core.atomic import atomic_write
from ...core.folders import data_root
from ...core.language import Language
from .console import make_console
from .interrupt import deferred_interrupt
from .options import (
    MOST_PLAYERS,
    Decorator,
    file_option,
    place_option,
    restart_option,
    seed_option,
    stacked,
    state_option,
    workers_option,
)
from .parameter_types import Count
from .progress import progress_bar, progress_console
from .resuming import print_resuming, report_interruption
from .tables import number_table, print_uncut


def bench_options(language: Language) -> Decorator:
    return stacked(
        click.option(
            "--players",
            type=Count(language, 0, MOST_PLAYERS),
            help=language("How many seats the table has (default: as few as the game allows)."),
        ),
        click.option(
            "--games",
            "matches",
            type=Count(language, 1, MOST_MATCHES),
            default=200,
            show_default=True,
            help=language("How many matches of each variant, by good players and by one alone."),
        ),
        click.option(
            "--player",
            default="habitué",
            show_default=True,
            metavar=language("PLAYER"),
            help=language("The bot that plays well."),
        ),
        seed_option(language),
        workers_option(language),
        place_option(language),
        file_option(language, "--report", language("Write a report with plots to an .html file.")),
        state_option(language),
        restart_option(language),
    )


def run_bench(
    language: Language,
    comparison: Comparison,
    *,
    workers: int | None,
    on: str | None,
    report: Path | None,
    state: Path | None,
    restart: bool,
) -> int:
    """Play a comparison, and show it; it goes on where it was interrupted."""
    folder = data_root() / "arena" if state is None else state
    bench = Bench(comparison, folder, restart=restart)
    console = progress_console(language)
    if bench.done:
        print_resuming(console, bench.done, len(comparison), language)
    with deferred_interrupt() as raise_interrupt:
        try:
            with progress_bar(console) as bar, place(on, workers) as where:
                task = bar.add_task(
                    language("compiling rules and bots"),
                    total=len(comparison),
                    completed=bench.done,
                )

                def advance(done: int) -> None:
                    raise_interrupt()
                    if done:
                        bar.update(task, advance=done, description=language("playing"))

                bench.play(where.workers, where.executor, advance)
        except KeyboardInterrupt:
            return report_interruption(bench.done, len(comparison), language)
    print_bench(bench, language)
    if report is not None:
        with atomic_write(report) as part:
            write_page(bench, part, language.code)
        sentence = language("The report is in {path}.", path=str(report))
        make_console().print(sentence, markup=False, soft_wrap=True)
    bench.forget()
    return 0


def print_bench(bench: Bench, language: Language) -> None:
    """A table for each measure would be long: one table, a row for each measure and variant."""
    comparison, console = bench.comparison, make_console()
    heading = f"{comparison.game.title} · {comparison.player} · {comparison.games}"
    table = number_table(heading, ["", language("variant")], [language("value"), "95 %"])
    for figure in figures_of(bench, language):
        for row, (variant, interval) in enumerate(
            zip(comparison.variants, figure.values, strict=True)
        ):
            table.add_row(
                "" if row else figure.title,
                variant.name,
                value_text(figure, interval, language),
                interval_text(figure, interval, language),
            )
        table.add_section()
    print_uncut(console, table)

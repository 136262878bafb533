"""`ludotheque arena`: a tournament of bots, with ratings, tables and a report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from ...arena.journal import Journal
from ...arena.number_format import duration, margin, percent, percents, written
from ...arena.outcome import Results
from ...arena.report import write_report
from ...arena.summary import Summary
from ...arena.tournament import Tournament, played
from ...arena.workers.place import checked_place, place
from ...core.atomic import atomic_write
from ...core.errors import BadOption
from ...core.folders import data_root
from ...core.language import Language
from ...games import find
from ..shared.console import make_console
from ..shared.interrupt import deferred_interrupt
from ..shared.options import (
    MOST_PLAYERS,
    file_option,
    game_argument,
    match_options,
    place_option,
    restart_option,
    results_option,
    seconds_option,
    state_option,
    translated_command,
    workers_option,
)
from ..shared.own_players import players_named
from ..shared.parameter_types import Count
from ..shared.parsing import parse_options
from ..shared.paths import check_results_path, check_writable, print_results_path
from ..shared.progress import progress_bar, progress_console
from ..shared.resuming import print_resuming, report_interruption
from ..shared.tables import number_table, print_uncut

MOST_MATCHES = 10**7
REPORT_SUFFIXES = (".html", ".htm")


def command(language: Language) -> click.Command:
    @translated_command("arena", language)
    @game_argument(language)
    @click.argument("entrants", nargs=-1, required=True, metavar=language("PLAYER…"))
    @click.option(
        "--games",
        "matches",
        type=Count(language, 1, MOST_MATCHES),
        default=200,
        show_default=True,
        help=language("How many matches every two players meet in: 1000, 10k."),
    )
    @click.option(
        "--players",
        type=Count(language, 0, MOST_PLAYERS),
        help=language("How many seats the table has (default: as few as the game allows)."),
    )
    @click.option(
        "--table",
        is_flag=True,
        help=language("Seat everybody at one table, instead of two by two."),
    )
    @match_options(language)
    @seconds_option(language)
    @workers_option(language)
    @place_option(language)
    @results_option(language)
    @file_option(language, "--report", language("Write a report with plots to an .html file."))
    @file_option(
        language, "--decisions", language("Write every decision, a row each, to a .parquet file.")
    )
    @state_option(language)
    @restart_option(language)
    def arena(**options: Any) -> Any:
        return run_tournament(language, **options)

    return arena


def run_tournament(
    language: Language,
    *,
    game: str,
    entrants: tuple[str, ...],
    matches: int,
    players: int | None,
    table: bool,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    seconds: int,
    workers: int | None,
    on: str | None,
    out: Path | None,
    report: Path | None,
    decisions: Path | None,
    state: Path | None,
    restart: bool,
) -> int:
    found = find(game)
    check_results_path(out)
    check_report_path(report)
    check_decisions_path(decisions)
    checked_place(on)
    tournament = Tournament.of(
        found,
        players_named(entrants, seconds),
        matches,
        0 if seed is None else seed,
        seats=players,
        full_tables=table,
        options=parse_options(found, options),
        edition=edition,
        keeps_decisions=decisions is not None,
    )
    folder = data_root() / "arena" if state is None else state
    with (
        deferred_interrupt() as raise_interrupt,
        Journal(folder, tournament, restart=restart) as journal,
    ):
        try:
            outcome = play_with_progress(
                tournament, journal, workers, on, raise_interrupt, language
            )
            print_summary(outcome, language)
            raise_interrupt()
            write_files(outcome, out, report, language)
            if decisions is not None:
                journal.decisions.write(decisions)
                sentence = language("Every decision is in {path}.", path=str(decisions))
                make_console().print(sentence, markup=False, soft_wrap=True)
        except KeyboardInterrupt:
            return report_interruption(len(journal), len(tournament.schedule), language)
        journal.forget()
    return 0


def check_report_path(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in REPORT_SUFFIXES:
        raise BadOption(
            "{path}: a report is written to a file whose name ends in {kinds}",
            path=str(path),
            kinds=", ".join(REPORT_SUFFIXES),
        )
    check_writable(path)


def check_decisions_path(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".parquet":
        raise BadOption(
            "{path}: decisions are written to a file whose name ends in .parquet", path=str(path)
        )
    check_writable(path)


def play_with_progress(
    tournament: Tournament,
    journal: Journal,
    workers: int | None,
    on: str | None,
    raise_interrupt: Callable[[], None],
    language: Language,
) -> Results:
    """Play the matches that the journal lacks, under a progress bar."""
    console = progress_console(language)
    known, total = len(journal), len(tournament.schedule)
    if known:
        print_resuming(console, known, total, language)
    with progress_bar(console) as bar, place(on, workers) as where:
        task = bar.add_task(language("compiling rules and bots"), total=total, completed=known)

        def advance(done: int) -> None:
            raise_interrupt()
            if done:
                bar.update(task, advance=done, description=language("playing"))

        return played(tournament, journal, where.workers, where.executor, advance)


def write_files(
    outcome: Results, out: Path | None, report: Path | None, language: Language
) -> None:
    if out is not None:
        with atomic_write(out) as part:
            outcome.write(part, out.suffix.lower())
        print_results_path(out, language)
    if report is not None:
        with atomic_write(report) as part:
            write_report(outcome, part, language.code)
        sentence = language("The report is in {path}.", path=str(report))
        make_console().print(sentence, markup=False, soft_wrap=True)


def print_summary(outcome: Results, language: Language) -> None:
    summary, console = Summary.of(outcome), make_console()
    print_uncut(console, standings_table(summary, title(outcome, language), language))
    for table in (pairs_table(summary, language), seats_table(summary, language)):
        console.print()
        print_uncut(console, table)
    if not summary.has_decisions:
        luck = language("In these matches nobody had anything to decide: the dice did it all.")
        console.print(f"\n{luck}", highlight=False)


def title(outcome: Results, language: Language) -> str:
    tournament = outcome.tournament
    count = len(outcome)
    facts = language(
        "{game}, {players} players, {matches}, seed {seed}",
        game=tournament.game.title,
        players=tournament.seats,
        matches=language.plural(
            "{number} match", "{number} matches", count, number=written(count, ",", language)
        ),
        seed=tournament.seed,
    )
    scale = language("Ratings on Elo's scale; the mean of these players is 1500.")
    return f"{facts}\n{scale}"


def standings_table(summary: Summary, heading: str, language: Language) -> Table:
    right = [language("rating"), "95 %", language("matches"), language("wins"), "95 %"]
    right += [language("points"), language("time a move")]
    table = number_table(heading, [language("player")], right)
    for each in summary.standings:
        low, high = (written(end, ".0f", language) for end in (each.rating.low, each.rating.high))
        table.add_row(
            each.player,
            written(each.rating.rating, ".0f", language),
            f"{low} … {high}",
            written(each.matches, ",", language),
            percent(each.wins.value, language),
            percents(each.wins, language),
            written(each.points, ".1f", language),
            duration(each.seconds_a_move, language),
        )
    return table


def pairs_table(summary: Summary, language: Language) -> Table:
    """Each pair of players: the first one's share of the victories, and its lead in points."""
    right = [language("matches"), language("share"), "95 %", language("points ahead"), "95 %"]
    table = number_table(language("Two by two"), [language("player"), language("against")], right)
    for pair in summary.comparisons:
        table.add_row(
            pair.one,
            pair.other,
            written(pair.matches, ",", language),
            percent(pair.share.value, language),
            percents(pair.share, language),
            written(pair.lead.value, "+.1f", language),
            margin(pair.lead, language),
        )
    return table


def seats_table(summary: Summary, language: Language) -> Table:
    """The win rate of each seat, over all players and for each of them."""
    names = [standing.player for standing in summary.standings]
    right = [language("seat"), language("wins"), "95 %", language("points"), "95 %", *names]
    table = number_table(language("Seats"), [], right)
    for each in summary.seats:
        table.add_row(
            str(each.seat),
            percent(each.wins.value, language),
            percents(each.wins, language),
            written(each.points.value, ".1f", language),
            margin(each.points, language),
            *(percent(one.by_seat[each.seat].value, language) for one in summary.standings),
        )
    return table

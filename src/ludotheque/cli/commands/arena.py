"""`ludotheque arena`: bots play each other; ratings, tables, a report."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from ...arena.journal import Journal
from ...arena.numbers import duration, margin, percent, percents, written
from ...arena.outcome import Outcome
from ...arena.report import write_report
from ...arena.summary import Standing, Summary
from ...arena.tournament import Tournament, played
from ...core.compiler import can_compile
from ...core.errors import BadOption
from ...core.folders import data_root
from ...core.language import Language
from ...games import find
from ..shared.console import console_for
from ..shared.interrupt import INTERRUPTED, deferred_interrupt
from ..shared.parsing import option_values
from ..shared.paths import check_writable
from .simulate import WRITERS, check_out, print_whole, progress_bar

PAGES = (".html", ".htm")


def arena_command(
    language: Language,
    game: str,
    entrants: tuple[str, ...],
    matches: int,
    players: int | None,
    table: bool,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    workers: int | None,
    out: Path | None,
    report: Path | None,
    state: Path | None,
    restart: bool,
) -> int:
    found = find(game)
    check_out(out)
    check_report(report)
    tournament = Tournament.of(
        found,
        entrants,
        matches,
        0 if seed is None else seed,
        seats=players,
        full_tables=table,
        options=option_values(found, options),
        edition=edition,
    )
    kept = data_root() / "arena" if state is None else state
    with deferred_interrupt() as obey, Journal(kept, tournament, restart=restart) as journal:
        try:
            outcome = watched(tournament, journal, workers, obey, language)
            show(outcome, language)
            obey()
            write_files(outcome, out, report, language)
        except KeyboardInterrupt:
            return tell_how_to_go_on(journal, len(tournament.schedule), language)
        journal.forget()
    return 0


def check_report(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in PAGES:
        raise BadOption(
            "{path}: a report is written to a file whose name ends in {kinds}",
            path=str(path),
            kinds=", ".join(PAGES),
        )
    check_writable(path)


def watched(
    tournament: Tournament,
    journal: Journal,
    workers: int | None,
    obey_interrupt: Callable[[], None],
    language: Language,
) -> Outcome:
    """The tournament, played under a bar that shows how far it is."""
    complaints = console_for(stderr=True)
    if not can_compile():
        complaints.print(language("numba is not installed: the rules run interpreted, and slowly."))
    known, total = len(journal.results), len(tournament.schedule)
    if known:
        told = language(
            "Going on where it was interrupted: {known} of {total} matches are played.",
            known=written(known, ",", language),
            total=written(total, ",", language),
        )
        complaints.print(told, soft_wrap=True)
    with progress_bar(complaints) as bar:
        task = bar.add_task(language("compiling rules and bots"), total=total, completed=known)

        def advance(done: int) -> None:
            obey_interrupt()
            if done:
                bar.update(task, advance=done, description=language("playing"))

        return played(tournament, journal, workers, progress=advance)


def tell_how_to_go_on(journal: Journal, total: int, language: Language) -> int:
    told = language(
        "Interrupted: {known} of {total} matches are played, and kept. "
        "The same command goes on from there; with --restart it starts over.",
        known=written(len(journal.results), ",", language),
        total=written(total, ",", language),
    )
    console_for(stderr=True, soft_wrap=True).print(told, markup=False)
    return INTERRUPTED


def write_files(
    outcome: Outcome, out: Path | None, report: Path | None, language: Language
) -> None:
    console = console_for()
    if out is not None:
        write = getattr(outcome.frame, WRITERS[out.suffix.lower()])
        write_whole(out, write)
        told = language("The result of every match is in {path}.", path=str(out))
        console.print(told, markup=False, soft_wrap=True)
    if report is not None:
        write_whole(report, lambda part: write_report(outcome, part, language.code))
        told = language("The report is in {path}.", path=str(report))
        console.print(told, markup=False, soft_wrap=True)


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """The file as a whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def show(outcome: Outcome, language: Language) -> None:
    summary, console = Summary.of(outcome), console_for()
    print_whole(console, standings(summary, title(outcome, language), language))
    print_apart(console, pairs(summary, language))
    print_apart(console, seats(summary, language))
    if not outcome.moves.any():
        luck = language("In these matches nobody had anything to decide: the dice did it all.")
        console.print(f"\n{luck}", highlight=False)


def print_apart(console: Console, table: Table) -> None:
    console.print()
    print_whole(console, table)


def title(outcome: Outcome, language: Language) -> str:
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


def empty(heading: str, left: list[str], right: list[str]) -> Table:
    """A table with its columns: names on the left, numbers on the right."""
    table = Table(
        title=heading,
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def standings(summary: Summary, heading: str, language: Language) -> Table:
    right = [language("rating"), "95 %", language("matches"), language("wins"), "95 %"]
    right += [language("points"), language("time a move")]
    table = empty(heading, [language("player")], right)
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


def pairs(summary: Summary, language: Language) -> Table:
    """The share of two players' victories, its interval computed on matches with common draws."""
    right = [language("matches"), language("share"), "95 %", language("points ahead"), "95 %"]
    table = empty(language("Two by two"), [language("player"), language("against")], right)
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


def seats(summary: Summary, language: Language) -> Table:
    """What a seat is worth: to all, and to each player."""
    names = [standing.player for standing in summary.standings]
    right = [language("seat"), language("wins"), "95 %", language("points"), "95 %", *names]
    table = empty(language("Seats"), [], right)
    for each in summary.seats:
        table.add_row(
            str(each.seat),
            percent(each.wins.value, language),
            percents(each.wins, language),
            written(each.points.value, ".1f", language),
            margin(each.points, language),
            *(wins_from(each.seat, standing, language) for standing in summary.standings),
        )
    return table


def wins_from(seat: int, standing: Standing, language: Language) -> str:
    return percent(standing.by_seat[seat].value, language)

"""`ludotheque arena`: bots play each other; ratings, tables, a report."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from ..arena.journal import Journal
from ..arena.numbers import duration, margin, percent, percents, written
from ..arena.outcome import Outcome
from ..arena.report import write_report
from ..arena.summary import Standing, Summary
from ..arena.tournament import Tournament, played
from ..core.compiler import can_compile
from ..core.errors import BadOption
from ..core.folders import data_root
from ..core.language import Language
from ..games import find
from .interrupt import INTERRUPTED, deferred_interrupt
from .paper import paper
from .places import check_place
from .simulate import WRITERS, check_out, print_whole, progress_bar
from .values import option_values

PAGES = (".html", ".htm")


def arena_command(
    house: Language,
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
            outcome = watched(tournament, journal, workers, obey, house)
            show(outcome, house)
            obey()
            write_files(outcome, out, report, house)
        except KeyboardInterrupt:
            return tell_how_to_go_on(journal, len(tournament.schedule), house)
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
    check_place(path)


def watched(
    tournament: Tournament,
    journal: Journal,
    workers: int | None,
    obey_interrupt: Callable[[], None],
    house: Language,
) -> Outcome:
    """The tournament, played under a bar that shows how far it is."""
    complaints = paper(stderr=True)
    if not can_compile():
        complaints.print(house("numba is not installed: the rules run interpreted, and slowly."))
    known, total = len(journal.results), len(tournament.schedule)
    if known:
        told = house(
            "Going on where it was interrupted: {known} of {total} matches are played.",
            known=written(known, ",", house),
            total=written(total, ",", house),
        )
        complaints.print(told, soft_wrap=True)
    with progress_bar(complaints) as bar:
        task = bar.add_task(house("compiling rules and bots"), total=total, completed=known)

        def advance(done: int) -> None:
            obey_interrupt()
            if done:
                bar.update(task, advance=done, description=house("playing"))

        return played(tournament, journal, workers, progress=advance)


def tell_how_to_go_on(journal: Journal, total: int, house: Language) -> int:
    told = house(
        "Interrupted: {known} of {total} matches are played, and kept. "
        "The same command goes on from there; with --restart it starts over.",
        known=written(len(journal.results), ",", house),
        total=written(total, ",", house),
    )
    paper(stderr=True, soft_wrap=True).print(told, markup=False)
    return INTERRUPTED


def write_files(outcome: Outcome, out: Path | None, report: Path | None, house: Language) -> None:
    console = paper()
    if out is not None:
        write = getattr(outcome.frame, WRITERS[out.suffix.lower()])
        write_whole(out, write)
        told = house("The result of every match is in {path}.", path=str(out))
        console.print(told, markup=False, soft_wrap=True)
    if report is not None:
        write_whole(report, lambda part: write_report(outcome, part, house.code))
        told = house("The report is in {path}.", path=str(report))
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


def show(outcome: Outcome, house: Language) -> None:
    summary, console = Summary.of(outcome), paper()
    print_whole(console, standings(summary, title(outcome, house), house))
    print_apart(console, pairs(summary, house))
    print_apart(console, seats(summary, house))
    if not outcome.moves.any():
        luck = house("In these matches nobody had anything to decide: the dice did it all.")
        console.print(f"\n{luck}", highlight=False)


def print_apart(console: Console, table: Table) -> None:
    console.print()
    print_whole(console, table)


def title(outcome: Outcome, house: Language) -> str:
    tournament = outcome.tournament
    count = len(outcome)
    facts = house(
        "{game}, {players} players, {matches}, seed {seed}",
        game=tournament.game.title,
        players=tournament.seats,
        matches=house.plural(
            "{number} match", "{number} matches", count, number=written(count, ",", house)
        ),
        seed=tournament.seed,
    )
    scale = house("Ratings on Elo's scale; the mean of these players is 1500.")
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


def standings(summary: Summary, heading: str, house: Language) -> Table:
    right = [house("rating"), "95 %", house("matches"), house("wins"), "95 %"]
    right += [house("points"), house("time a move")]
    table = empty(heading, [house("player")], right)
    for each in summary.standings:
        low, high = (written(end, ".0f", house) for end in (each.rating.low, each.rating.high))
        table.add_row(
            each.player,
            written(each.rating.rating, ".0f", house),
            f"{low} … {high}",
            written(each.matches, ",", house),
            percent(each.wins.value, house),
            percents(each.wins, house),
            written(each.points, ".1f", house),
            duration(each.seconds_a_move, house),
        )
    return table


def pairs(summary: Summary, house: Language) -> Table:
    """The share of two players' victories, its interval computed on matches with common draws."""
    right = [house("matches"), house("share"), "95 %", house("points ahead"), "95 %"]
    table = empty(house("Two by two"), [house("player"), house("against")], right)
    for pair in summary.comparisons:
        table.add_row(
            pair.one,
            pair.other,
            written(pair.matches, ",", house),
            percent(pair.share.value, house),
            percents(pair.share, house),
            written(pair.lead.value, "+.1f", house),
            margin(pair.lead, house),
        )
    return table


def seats(summary: Summary, house: Language) -> Table:
    """What a seat is worth: to all, and to each player."""
    names = [standing.player for standing in summary.standings]
    right = [house("seat"), house("wins"), "95 %", house("points"), "95 %", *names]
    table = empty(house("Seats"), [], right)
    for each in summary.seats:
        table.add_row(
            str(each.seat),
            percent(each.wins.value, house),
            percents(each.wins, house),
            written(each.points.value, ".1f", house),
            margin(each.points, house),
            *(wins_from(each.seat, standing, house) for standing in summary.standings),
        )
    return table


def wins_from(seat: int, standing: Standing, house: Language) -> str:
    return percent(standing.by_seat[seat].value, house)

"""`ludotheque simulate`: many random matches, and a table of how they end."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ...arena.intervals import NORMAL_95, wilson_interval
from ...arena.simulation import MOST_MATCHES, Run
from ...arena.streaming import Parts, part_of, parts_of
from ...arena.tally import Spread, Tally
from ...arena.workers.place import checked_place, place
from ...core.folders import data_root
from ...core.language import Language, written_number
from ...games import find
from ..shared.console import make_console
from ..shared.interrupt import deferred_interrupt
from ..shared.options import (
    MOST_PLAYERS,
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
from ..shared.parameter_types import Count, CountOrNames
from ..shared.parsing import parse_options
from ..shared.paths import check_results_path, print_results_path
from ..shared.progress import progress_bar, progress_console
from ..shared.resuming import print_resuming, report_interruption
from ..shared.tables import number_table, print_uncut


def command(language: Language) -> click.Command:
    @translated_command("simulate", language)
    @game_argument(language)
    @click.option(
        "--players",
        type=CountOrNames(language, 0, MOST_PLAYERS),
        metavar=language("PLAYERS"),
        help=language(
            "How many play, at random; or who plays in each seat, with commas between, as in the "
            "arena: maître,random (default: as few as the game allows)."
        ),
    )
    @click.option(
        "--games",
        "matches",
        type=Count(language, 1, MOST_MATCHES),
        default=10_000,
        show_default=True,
        help=language("How many matches: 1000, 10k, 1M, 1e6."),
    )
    @match_options(language)
    @seconds_option(language)
    @workers_option(language)
    @place_option(language)
    @results_option(language)
    @state_option(language)
    @restart_option(language)
    def simulate(**options: Any) -> Any:
        return simulate_matches(language, **options)

    return simulate


def simulate_matches(
    language: Language,
    *,
    game: str,
    players: int | list[str] | None,
    matches: int,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    seconds: int,
    workers: int | None,
    on: str | None,
    out: Path | None,
    state: Path | None,
    restart: bool,
) -> int:
    found = find(game)
    check_results_path(out)
    checked_place(on)
    run = Run.of(
        found,
        found.players[0] if players is None else seated(players, seconds),
        matches,
        0 if seed is None else seed,
        parse_options(found, options),
        edition,
    )
    folder = data_root() / "arena" if state is None else state
    kept = folder if matches > part_of(run) else None  # a single part is soon played again
    with (
        deferred_interrupt() as raise_interrupt,
        parts_of(run, kept, out=out, restart=restart) as parts,
    ):
        try:
            tally = play_with_progress(parts, workers, on, raise_interrupt, language)
            print_uncut(make_console(), summary_table(tally, run, language))
            if out is not None:
                parts.write(out)
                print_results_path(out, language)
        except KeyboardInterrupt:
            if kept is None or not len(parts):
                raise
            return report_interruption(len(parts), matches, language)
        parts.forget()
    return 0


def seated(players: int | list[str], seconds: float) -> Any:
    """The players of a simulation: a number of them, or who has which seat."""
    return players if isinstance(players, int) else players_named(players, seconds)


def play_with_progress(
    parts: Parts,
    workers: int | None,
    on: str | None,
    raise_interrupt: Callable[[], None],
    language: Language,
) -> Tally:
    """Play the matches that are missing, under a progress bar."""
    console, known, total = progress_console(language), len(parts), parts.run.games
    if known:
        print_resuming(console, known, total, language)
    with progress_bar(console) as bar, place(on, workers) as where:
        task = bar.add_task(language("compiling the rules"), total=total, completed=known)

        def advance(done: int) -> None:
            raise_interrupt()
            bar.update(task, advance=done, description=language("playing"))

        return parts.play(where.workers, where.executor, advance, raise_interrupt)


def summary_table(tally: Tally, run: Run, language: Language) -> Table:
    """Each seat's share of the victories and its scores; below them, the lengths of matches."""
    headings = [language("seat"), language("wins"), "95 %", language("score"), "95 %"]
    headings += [language("lowest"), language("median"), language("highest")]
    table = number_table(title(tally, run, language), [], headings)
    for seat in range(tally.players):
        shares = share_texts(tally.share(seat), len(tally), language)
        player = f" {run.seated[seat].name}" if run.seated else ""
        table.add_row(f"{seat}{player}", *shares, *spread_texts(tally.scores[seat], language))
    table.add_section()
    unit = Text(run.game.unit[language.code])
    table.add_row(unit, "", "", *spread_texts(tally.lengths, language))
    return table


def title(tally: Tally, run: Run, language: Language) -> str:
    count, shared = len(tally), tally.shared_victories
    number = written_number(count, ",", language)
    matches = language.plural("{number} match", "{number} matches", count, number=number)
    text = language(
        "{game}, {players} players, {matches}, seed {seed}",
        game=run.game.title,
        players=run.players,
        matches=matches,
        seed=run.seed,
    )
    number = written_number(shared, ",", language)
    return f"{text}\n" + language.plural(
        "{number} shared victory", "{number} shared victories", shared, number=number
    )


def share_texts(value: float, matches: int, language: Language) -> tuple[str, str]:
    """A seat's share of the victories, and its Wilson score interval."""
    share = wilson_interval(value, matches)
    value_text, low, high = (
        written_number(100 * number, ".2f", language)
        for number in (share.value, share.low, share.high)
    )
    return f"{value_text} %", f"{low} … {high}"


def spread_texts(spread: Spread, language: Language) -> list[str]:
    """Mean with its 95 % interval, lowest, median, highest."""
    ends = (spread.lowest, spread.median, spread.highest)
    return [
        written_number(spread.mean, ".2f", language),
        interval_text(spread, language),
        *(written_number(end, ".0f", language) for end in ends),
    ]


def interval_text(spread: Spread, language: Language) -> str:
    """The margin of error of the mean; none for a single match."""
    if len(spread) < 2:
        return "–"
    half = NORMAL_95 * spread.deviation / sqrt(len(spread))
    return f"± {written_number(half, '.2f', language)}"

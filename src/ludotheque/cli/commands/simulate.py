"""`ludotheque simulate`: many random matches, and a table of how they end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.table import Table
from rich.text import Text

from ...arena.intervals import wilson_interval
from ...arena.ratings import NORMAL_95
from ...arena.simulation import Array, Simulation, simulate
from ...core.game import Game
from ...core.language import Language, written_number
from ...games import find
from ..shared.console import make_console
from ..shared.interrupt import deferred_interrupt
from ..shared.options import (
    MOST_PLAYERS,
    game_argument,
    match_options,
    results_option,
    translated_command,
    workers_option,
)
from ..shared.parameter_types import Count
from ..shared.parsing import parse_options
from ..shared.paths import check_results_path, write_results
from ..shared.progress import progress_bar, progress_console
from ..shared.tables import number_table, print_uncut

MOST_MATCHES = 10**10


def command(language: Language) -> click.Command:
    @translated_command("simulate", language)
    @game_argument(language)
    @click.option(
        "--players",
        type=Count(language, 0, MOST_PLAYERS),
        help=language("How many play (default: as few as the game allows)."),
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
    @workers_option(language)
    @results_option(language)
    def simulate(**options: Any) -> Any:
        return simulate_matches(language, **options)

    return simulate


def simulate_matches(
    language: Language,
    *,
    game: str,
    players: int | None,
    matches: int,
    options: tuple[str, ...],
    edition: Path | None,
    seed: int | None,
    workers: int | None,
    out: Path | None,
) -> int:
    found = find(game)
    check_results_path(out)
    values = parse_options(found, options)
    with (
        progress_bar(progress_console(language)) as bar,
        deferred_interrupt() as raise_interrupt,
    ):
        task = bar.add_task(language("compiling the rules"), total=matches)

        def advance(done: int) -> None:
            raise_interrupt()
            bar.update(task, advance=done, description=language("playing"))

        result = simulate(
            found,
            found.players[0] if players is None else players,
            matches,
            0 if seed is None else seed,
            values,
            edition,
            workers=workers,
            progress=advance,
            on_tick=raise_interrupt,
        )
    print_uncut(make_console(), summary_table(result, found, language))
    if out is not None:
        write_results(result.frame(), out, language)
    return 0


def summary_table(result: Simulation, game: Game, language: Language) -> Table:
    """Each seat's share of the victories and its scores; below them, the lengths of matches."""
    headings = [language("seat"), language("wins"), "95 %", language("score"), "95 %"]
    headings += [language("lowest"), language("median"), language("highest")]
    table = number_table(title(result, game, language), [], headings)
    for seat in range(result.players):
        scores = result.scores[:, seat]
        shares = share_texts(result.shares[:, seat], language)
        table.add_row(str(seat), *shares, *spread_texts(scores, language))
    table.add_section()
    table.add_row(Text(game.unit[language.code]), "", "", *spread_texts(result.lengths, language))
    return table


def title(result: Simulation, game: Game, language: Language) -> str:
    count, shared = len(result), int((result.winners.sum(axis=1) > 1).sum())
    number = written_number(count, ",", language)
    matches = language.plural("{number} match", "{number} matches", count, number=number)
    text = language(
        "{game}, {players} players, {matches}, seed {seed}",
        game=game.title,
        players=result.players,
        matches=matches,
        seed=result.seed,
    )
    number = written_number(shared, ",", language)
    return f"{text}\n" + language.plural(
        "{number} shared victory", "{number} shared victories", shared, number=number
    )


def share_texts(shares: Array, language: Language) -> tuple[str, str]:
    """A seat's share of the victories, and its Wilson score interval."""
    share = wilson_interval(float(shares.mean()), len(shares))
    value, low, high = (
        written_number(100 * number, ".2f", language)
        for number in (share.value, share.low, share.high)
    )
    return f"{value} %", f"{low} … {high}"


def spread_texts(values: Array, language: Language) -> list[str]:
    """Mean with its 95 % interval, lowest, median, highest."""
    mean = written_number(float(values.mean()), ".2f", language)
    ends = (values.min(), np.median(values), values.max())
    return [
        mean,
        interval_text(values, language),
        *(written_number(end, ".0f", language) for end in ends),
    ]


def interval_text(values: Array, language: Language) -> str:
    """The margin of error of the mean; none for a single match."""
    if len(values) < 2:
        return "–"
    half = NORMAL_95 * float(values.std(ddof=1)) / np.sqrt(len(values))
    return f"± {written_number(half, '.2f', language)}"

"""`ludotheque simulate`: many matches, and a table of how they end."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from ...arena.simulation import Array, Simulation, simulate
from ...core.compiler import can_compile
from ...core.errors import BadOption
from ...core.game import Game
from ...core.language import Language, written_number
from ...games import find
from ..shared.console import console_for
from ..shared.interrupt import deferred_interrupt
from ..shared.parsing import option_values
from ..shared.paths import check_writable

NORMAL_95 = 1.959964  # standard deviations on each side of a 95 % interval
WRITERS = {".parquet": "write_parquet", ".csv": "write_csv"}


def simulate_command(
    language: Language,
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
    check_out(out)
    chosen = option_values(found, options)
    players = found.players[0] if players is None else players
    complaints = console_for(stderr=True)
    if not can_compile():
        complaints.print(language("numba is not installed: the rules run interpreted, and slowly."))
    with progress_bar(complaints) as bar, deferred_interrupt() as obey_interrupt:
        task = bar.add_task(language("compiling the rules"), total=matches)

        def advance(done: int) -> None:
            obey_interrupt()
            bar.update(task, advance=done, description=language("playing"))

        result = simulate(
            found,
            players,
            matches,
            0 if seed is None else seed,
            chosen,
            edition,
            workers=workers,
            progress=advance,
            on_tick=obey_interrupt,
        )
    console = console_for()
    print_whole(console, summary(result, found, language))
    if out is not None:
        write_results(result, out)
        told = language("The result of every match is in {path}.", path=str(out))
        console.print(told, markup=False, soft_wrap=True)
    return 0


def print_whole(console: Console, table: Table) -> None:
    """A table of numbers is never cut, even where the screen is too narrow for it."""
    wide = console.options.update(max_width=1000)
    console.width = max(console.width, Measurement.get(console, wide, table).maximum)
    console.print(table)


def write_results(result: Simulation, path: Path) -> None:
    """Whole or not at all, as records are."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        getattr(result.frame(), WRITERS[path.suffix.lower()])(part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def progress_bar(console: Console) -> Progress:
    """It turns while nothing else moves: compiling takes its time, and cannot tell how much."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def check_out(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in WRITERS:
        raise BadOption(
            "{path}: results are written to a file whose name ends in {kinds}",
            path=str(path),
            kinds=", ".join(WRITERS),
        )
    check_writable(path)


def summary(result: Simulation, game: Game, language: Language) -> Table:
    """Wins with 95 % intervals and scores by seat; lengths below."""
    table = Table(
        title=title(result, game, language),
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    headings = [language("seat"), language("wins"), "95 %", language("score"), "95 %"]
    for heading in [*headings, language("lowest"), language("median"), language("highest")]:
        table.add_column(heading, justify="right", no_wrap=True)
    for seat in range(result.players):
        scores = result.scores[:, seat]
        shares = share_words(result.shares[:, seat], language)
        table.add_row(str(seat), *shares, *spread_words(scores, language))
    table.add_section()
    table.add_row(Text(game.unit[language.code]), "", "", *spread_words(result.lengths, language))
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


def share_words(shares: Array, language: Language) -> tuple[str, str]:
    """A seat's share of the victories, with Wilson's interval: right near 0 and 1 too."""
    count, share = len(shares), float(shares.mean())
    weight = NORMAL_95**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * np.sqrt(share * (1 - share) / count + weight / (4 * count))
    low, high = max(middle - half, 0), min(middle + half, 1)
    share_text, low_text, high_text = (
        written_number(100 * value, ".2f", language) for value in (share, low, high)
    )
    return f"{share_text} %", f"{low_text} … {high_text}"


def spread_words(values: Array, language: Language) -> list[str]:
    """Mean with its 95 % interval, lowest, median, highest."""
    mean = written_number(float(values.mean()), ".2f", language)
    ends = (values.min(), np.median(values), values.max())
    return [
        mean,
        interval(values, language),
        *(written_number(end, ".0f", language) for end in ends),
    ]


def interval(values: Array, language: Language) -> str:
    """How far the mean may be off; one match alone cannot tell."""
    if len(values) < 2:
        return "–"
    half = NORMAL_95 * float(values.std(ddof=1)) / np.sqrt(len(values))
    return f"± {written_number(half, '.2f', language)}"

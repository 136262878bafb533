"""`ludotheque simulate`: many matches, and a table of how they end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..arena.simulation import Simulation, simulate
from ..core.compiler import can_compile
from ..core.errors import BadOption
from ..core.game import Game
from ..core.language import Language
from ..games import find
from .values import option_values

NORMAL_95 = 1.959964  # standard deviations on each side of a 95 % interval
WRITERS = {".parquet": "write_parquet", ".csv": "write_csv"}


def simulate_command(
    house: Language,
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
    players = found.players[0] if players is None else players
    if matches < 1:
        raise BadOption("at least one match must be played")
    complaints = Console(stderr=True, highlight=False)
    if not can_compile():
        complaints.print(house("numba is not installed: the rules run interpreted, and slowly."))
    with progress_bar(complaints) as bar:
        task = bar.add_task(house("compiling the rules"), total=matches)

        def advance(done: int) -> None:
            bar.update(task, advance=done, description=house("playing"))

        result = simulate(
            found,
            players,
            matches,
            0 if seed is None else seed,
            option_values(found, options),
            edition,
            workers=workers,
            progress=advance,
        )
    console = Console(highlight=False)
    console.print(summary(result, found, house))
    if out is not None:
        getattr(result.frame(), WRITERS[out.suffix.lower()])(out)
        console.print(house("Every match is in {path}.", path=str(out)), markup=False)
    return 0


def progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def check_out(path: Path | None) -> None:
    """Before the matches, not after them: can the results go there?"""
    if path is None:
        return
    if path.suffix.lower() not in WRITERS:
        raise BadOption(
            "{path}: results are written as {kinds}", path=str(path), kinds=", ".join(WRITERS)
        )
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise BadOption("{path}: no file can be written there", path=str(path))


def summary(result: Simulation, game: Game, house: Language) -> Table:
    """Wins with 95 % intervals and scores by seat; lengths below."""
    table = Table(title=title(result, game, house), title_style="bold", title_justify="left")
    headings = [house("seat"), house("wins"), "95 %", house("score"), "95 %"]
    for heading in [*headings, house("lowest"), house("median"), house("highest")]:
        table.add_column(heading, justify="right")
    for seat in range(result.players):
        scores = result.scores[:, seat]
        table.add_row(
            str(seat),
            *share_words(result.shares[:, seat]),
            *mean_words(scores),
            *(f"{value:.0f}" for value in (scores.min(), np.median(scores), scores.max())),
        )
    lengths = result.lengths
    table.add_section()
    table.add_row(
        Text(game.unit[house.code]),
        "",
        "",
        *mean_words(lengths),
        *(f"{value:.0f}" for value in (lengths.min(), np.median(lengths), lengths.max())),
    )
    return table


def title(result: Simulation, game: Game, house: Language) -> str:
    shared = int((result.winners.sum(axis=1) > 1).sum())
    told = house.plural("{count} match", "{count} matches", len(result))
    text = house(
        "{game}, {players} players, {matches}, seed {seed}",
        game=game.title,
        players=result.players,
        matches=told,
        seed=result.seed,
    )
    return f"{text}\n" + house.plural("{count} shared victory", "{count} shared victories", shared)


def share_words(shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[str, str]:
    """A seat's share of the victories, with Wilson's interval: right near 0 and 1 too."""
    count, share = len(shares), float(shares.mean())
    weight = NORMAL_95**2 / count
    middle = (share + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * np.sqrt(share * (1 - share) / count + weight / (4 * count))
    return f"{share:.2%}", f"{max(middle - half, 0):.2%} … {min(middle + half, 1):.2%}"


def mean_words(values: np.ndarray[tuple[int], np.dtype[np.int32]]) -> tuple[str, str]:
    mean = float(values.mean())
    half = NORMAL_95 * float(values.std(ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{mean:.2f}", f"± {half:.2f}"

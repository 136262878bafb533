"""`ludotheque compare`: editions of a game side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...arena.bench.comparison import Comparison
from ...core.edition import read_edition
from ...core.errors import BadEdition, BadOption
from ...core.game import Game
from ...core.language import Language
from ...games import find, names
from ..shared.bench import bench_options, run_bench
from ..shared.options import translated_command
from ..shared.parsing import parse_options
from .arena import check_report_path

PRINTED = "printed"  # the edition of the game's own box


def command(language: Language) -> click.Command:
    @translated_command("compare", language)
    @click.argument("editions", nargs=-1, required=True, metavar=language("EDITION…"))
    @click.option(
        "--game", help=language("The game, if the editions could be of several."), metavar="ID"
    )
    @click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar=language("NAME=VALUE"),
        help=language("An option of the game, such as first=0. May be repeated."),
    )
    @bench_options(language)
    def compare(**options: Any) -> Any:
        return compare_editions(language, **options)

    return compare


def compare_editions(
    language: Language,
    *,
    editions: tuple[str, ...],
    game: str | None,
    options: tuple[str, ...],
    players: int | None,
    matches: int,
    player: str,
    seed: int | None,
    report: Path | None,
    **run: Any,
) -> int:
    check_report_path(report)
    found = game_of(editions) if game is None else find(game)
    chosen = parse_options(found, options)
    comparison = Comparison.of(
        found,
        {name_of(each, editions): (chosen, edition_of(each)) for each in editions},
        players=players,
        games=matches,
        player=player,
        seed=seed or 0,
    )
    return run_bench(language, comparison, report=report, **run)


def edition_of(text: str) -> Path | None:
    return None if text == PRINTED else Path(text)


def name_of(text: str, editions: tuple[str, ...]) -> str:
    """The file's name without its suffix, or its whole path where two have the same name."""
    short = Path(text).stem
    return text if sum(Path(each).stem == short for each in editions) > 1 else short


def game_of(editions: tuple[str, ...]) -> Game:
    """The only game whose box could hold these components."""
    files = [each for each in editions if each != PRINTED]
    for text in files:
        data = read_edition(text)
        games = [each for each in map(find, names()) if data.keys() == each.edition.keys()]
        if len(games) == 1:
            return games[0]
    if files:
        raise BadEdition(
            "{path}: of which game is this edition? Say it with --game: {games}",
            path=files[0],
            games=", ".join(names()),
        )
    raise BadOption("which game? The games are: {known}", known=", ".join(names()))

"""`ludotheque sweep`: one parameter of a game over several values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ...arena.bench.comparison import Comparison, swept
from ...core.language import Language
from ...games import find
from ..shared.bench import bench_options, run_bench
from ..shared.options import game_argument, translated_command
from ..shared.parsing import json_or_string, parse_options
from .arena import check_report_path

RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})")


def command(language: Language) -> click.Command:
    @translated_command("sweep", language)
    @game_argument(language)
    @click.argument("parameter", metavar=language("PARAMETER"))
    @click.argument("values", nargs=-1, required=True, metavar=language("VALUE…"))
    @click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar=language("NAME=VALUE"),
        help=language("An option of the game, such as first=0. May be repeated."),
    )
    @bench_options(language)
    def sweep(**options: Any) -> Any:
        return sweep_parameter(language, **options)

    return sweep


def sweep_parameter(
    language: Language,
    *,
    game: str,
    parameter: str,
    values: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    matches: int,
    player: str,
    seed: int | None,
    report: Path | None,
    **run: Any,
) -> int:
    check_report_path(report)
    found = find(game)
    wanted = [value for text in values for value in values_in(text)]
    comparison = Comparison.of(
        found,
        swept(found, parameter, wanted, parse_options(found, options)),
        players=players,
        games=matches,
        player=player,
        seed=seed or 0,
    )
    return run_bench(language, comparison, report=report, **run)


def values_in(text: str) -> list[Any]:
    """The values of one word: `2..5` is 2, 3, 4, 5; anything else is JSON, or a text."""
    found = RANGE.fullmatch(text)
    if found is None:
        return [json_or_string(text)]
    return list(range(int(found[1]), int(found[2]) + 1))

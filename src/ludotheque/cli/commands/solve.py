"""`ludotheque solve`: what an exact solver says, for the games that have one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...core.errors import BadOption
from ...core.language import Language
from ...games import find, names
from ..shared.console import make_console
from ..shared.options import game_argument, rules_options, translated_command
from ..shared.parsing import parse_options


def command(language: Language) -> click.Command:
    position_name = language("POSITION")

    @translated_command("solve", language)
    @game_argument(language)
    @click.argument("position", default="", metavar=f"[{position_name}]")
    @rules_options(language)
    def solve(**options: Any) -> Any:
        return ask_solver(language, **options)

    return solve


def ask_solver(
    language: Language, *, game: str, position: str, edition: Path | None, options: tuple[str, ...]
) -> int:
    """Print the values of all decisions in a position, or an overview of the game without one."""
    found = find(game)
    report = found.solver_report
    if report is None:
        raise BadOption(
            "nobody has solved {title}; the games with an exact solver are: {known}",
            title=found.title,
            known=", ".join(name for name in names() if find(name).solver_report) or "–",
        )
    values = parse_options(found, options)
    if position.strip():
        answer = report.answer(position, found, values, edition, language.code)
    else:
        answer = report.overview(found, values, edition, language.code)
    make_console().print(answer)
    return 0

"""`ludotheque solve`: what an exact solver says, for the games that have one."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import BadOption
from ...core.game import Game
from ...core.language import Language
from ...games import find, names
from ..shared.console import console_for
from ..shared.parsing import option_values


def solve_command(
    language: Language, game: str, position: str, edition: Path | None, options: tuple[str, ...]
) -> int:
    found = find(game)
    if not has_solver(found):
        raise BadOption(
            "nobody has solved {title}; the games with an exact solver are: {known}",
            title=found.title,
            known=", ".join(name for name in names() if has_solver(find(name))) or "–",
        )
    solver_report, chosen = found.module("solver_report"), option_values(found, options)
    if position.strip():
        drawn = solver_report.answer(position, found, chosen, edition, language.code)
    else:
        drawn = solver_report.overview(found, chosen, edition, language.code)
    console_for().print(drawn)
    return 0


def has_solver(game: Game) -> bool:
    """A game's folder with a `solver.py` has a `solver_report.py` too, which says what it knows."""
    return game.optional_module("solver") is not None

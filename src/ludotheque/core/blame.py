"""Whatever a game's own code raises, as a sentence: the file, the line, and what went wrong."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import BadGame, LudothequeError

if TYPE_CHECKING:
    from .game import Game

#: What NumPy says of a record without the field that a rule asks for.
NO_FIELD = re.compile(r"'record' object has no attribute '(\w+)'")


def blame(game: Game, problem: Exception) -> None:
    """Raise BadGame if the game's code has raised the problem; otherwise do nothing."""
    if not isinstance(problem, LudothequeError):
        found = raised_in(game.folder, problem)
        if found is not None:
            raise found from problem


def raised_in(folder: Path, problem: Exception) -> BadGame | None:
    """The sentence for what code in a folder has raised; None if it was other code."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [each for each in frames if Path(each.filename).is_relative_to(folder)]
    if isinstance(problem, SyntaxError) and problem.filename:
        return sentence(problem.filename, problem.lineno, problem)
    return sentence(own[-1].filename, own[-1].lineno, problem) if own else None


def sentence(file: str, line: int | None, problem: Exception) -> BadGame:
    unknown = NO_FIELD.search(str(problem)) if isinstance(problem, AttributeError) else None
    if unknown:
        return no_field(file, line, unknown[1])
    return BadGame(
        "{file}, line {line}: {problem}",
        file=file,
        line=line,
        problem=f"{type(problem).__name__}: {problem}",
    )


def no_field(file: str, line: int | None, name: str) -> BadGame:
    return BadGame(
        "{file}, line {line}: STATE has no field {name!r}", file=file, line=line, name=name
    )

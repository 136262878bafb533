"""The modules of MasterDés that mypy compares with their Protocols."""

from ludotheque.core import contract
from ludotheque.games.masterdes import (
    GAME,
    edition,
    lesson,
    notation,
    rules,
    solver,
    solver_report,
    throws,
)

EDITION: contract.Edition = edition
LESSON: contract.Lesson = lesson
NOTATION: contract.Notation = notation
RULES: contract.Rules = rules
SOLVER: contract.Solver = solver
SOLVER_REPORT: contract.SolverReport = solver_report
THROWS: contract.Throws = throws


def test_modules_that_have_everything_are_used_as_they_are() -> None:
    assert GAME.lesson is LESSON
    assert GAME.notation is NOTATION
    assert GAME.rules is RULES
    assert GAME.solver is SOLVER
    assert GAME.solver_report is SOLVER_REPORT
    assert GAME.throws is THROWS

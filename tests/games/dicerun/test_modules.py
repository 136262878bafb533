"""The modules of DiceRun that mypy compares with their Protocols."""

from ludotheque.core import contract
from ludotheque.games.dicerun import (
    GAME,
    determinization,
    edition,
    lesson,
    notation,
    positions,
    rules,
    terminal,
    throws,
)

DETERMINIZATION: contract.Determinization = determinization
EDITION: contract.Edition = edition
LESSON: contract.Lesson = lesson
NOTATION: contract.Notation = notation
POSITIONS: contract.Positions = positions
RULES: contract.Rules = rules
TERMINAL: contract.Terminal = terminal
THROWS: contract.Throws = throws


def test_modules_that_have_everything_are_used_as_they_are() -> None:
    assert GAME.determinization is DETERMINIZATION
    assert GAME.lesson is LESSON
    assert GAME.notation is NOTATION
    assert GAME.positions is POSITIONS
    assert GAME.rules is RULES
    assert GAME.terminal is TERMINAL
    assert GAME.throws is THROWS

"""The modules of Level X that mypy compares with their Protocols."""

from ludotheque.core import contract
from ludotheque.games.levelx import GAME, edition, lesson, notation, rules, throws

EDITION: contract.Edition = edition
LESSON: contract.Lesson = lesson
NOTATION: contract.Notation = notation
RULES: contract.Rules = rules
THROWS: contract.Throws = throws


def test_modules_that_have_everything_are_used_as_they_are() -> None:
    assert GAME.lesson is LESSON
    assert GAME.notation is NOTATION
    assert GAME.rules is RULES
    assert GAME.throws is THROWS
